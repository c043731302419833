import type { Ray, RayHit } from '../../query/ray/ray.ts';
import { reachesBox } from '../reaches-box.ts';
import { boundOf, slotOf } from './check-bv4-blocks.ts';
import type { PhysxMesh } from './physx-mesh.ts';

/** Whether a ray that descends the tree of a cooked mesh reaches the leaves of all triangles in `hits`. The tree must be valid. */
export function physxReaches({ blocks }: PhysxMesh, ray: Ray, hits: readonly RayHit[]): boolean {
  // Without a tree PhysX tests every triangle.
  if (blocks.length === 0) return true;
  const floats = new Float32Array(blocks.buffer, blocks.byteOffset, blocks.length);
  const missing = new Set(hits.map(({ triangle }) => triangle));
  const hitsBox = reachesBox(ray);
  const stack = [0];
  for (let block = stack.pop(); block !== undefined && missing.size > 0; block = stack.pop()) {
    for (let slot = 0; slot < 4; slot++) {
      const found = slotOf(blocks, block, slot);
      if (found.kind === 'empty' || !hitsBox((bound) => boundOf(floats, block, slot, bound))) continue;
      if (found.kind === 'inner') stack.push(found.block);
      else for (let i = 0; i < found.count; i++) missing.delete(found.first + i);
    }
  }
  return missing.size === 0;
}

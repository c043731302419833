import { normalized } from '../../math/vec3.ts';
import type { Ray, RayHit } from '../../query/ray/ray.ts';
import { boundOf, slotOf } from './check-bv4-blocks.ts';
import type { PhysxMesh } from './physx-mesh.ts';

/** Whether a ray that descends the tree of a cooked mesh reaches the leaves of all triangles in `hits`. The tree must be valid. */
export function physxReaches({ blocks }: PhysxMesh, ray: Ray, hits: readonly RayHit[]): boolean {
  // Without a tree, or with one that is not read, PhysX's own tests decide.
  if (blocks === null || blocks.length === 0) return true;
  const floats = new Float32Array(blocks.buffer, blocks.byteOffset, blocks.length);
  const missing = new Set(hits.map(({ triangle }) => triangle));
  const direction = normalized(ray.direction)!;
  const stack = [0];
  for (let block = stack.pop(); block !== undefined && missing.size > 0; block = stack.pop()) {
    for (let slot = 0; slot < 4; slot++) {
      const found = slotOf(blocks, block, slot);
      if (found.kind === 'empty' || !hitsBox(floats, block, slot, ray.origin, direction, ray.far)) continue;
      if (found.kind === 'inner') stack.push(found.block);
      else for (let i = 0; i < found.count; i++) missing.delete(found.first + i);
    }
  }
  return missing.size === 0;
}

/** A slab test without padding, in f64; NaN is ignored. */
function hitsBox(
  floats: Float32Array,
  block: number,
  slot: number,
  origin: readonly number[],
  direction: readonly number[],
  far: number,
): boolean {
  let near = 0;
  let end = far;
  for (let k = 0; k < 3; k++) {
    const inverse = 1 / direction[k];
    const a = (boundOf(floats, block, slot, k) - origin[k]) * inverse;
    const b = (boundOf(floats, block, slot, k + 3) - origin[k]) * inverse;
    near = Math.max(near, Number.isNaN(a) || Number.isNaN(b) ? near : Math.min(a, b));
    end = Math.min(end, Number.isNaN(a) || Number.isNaN(b) ? end : Math.max(a, b));
  }
  return near <= end;
}

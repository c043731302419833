import type { Ray, RayHit } from '../../query/ray/ray.ts';
import { reachesBox } from '../reaches-box.ts';
import type { JoltMesh } from './jolt-mesh.ts';
import { linkOf, slotBound, slotProperties } from './jolt-nodes.ts';
import { unusedCount } from './layout.ts';

/** Whether a ray that descends the half-float boxes of a mesh shape reaches the leaves of all triangles in `hits`. The tree must be valid. */
export function joltReaches({ tree }: JoltMesh, ray: Ray, hits: readonly RayHit[]): boolean {
  const { bytes, root, firstOfLeaf } = tree;
  const missing = new Set(hits.map(({ triangle }) => triangle));
  const hitsBox = reachesBox(ray);
  const stack = [root];
  for (let properties = stack.pop(); properties !== undefined && missing.size > 0; properties = stack.pop()) {
    const { triangles, offset } = linkOf(properties);
    if (triangles > 0) {
      const first = firstOfLeaf.get(offset)!;
      for (let i = 0; i < triangles; i++) missing.delete(first + i);
      continue;
    }
    for (let slot = 0; slot < 4; slot++) {
      const child = slotProperties(bytes, offset, slot);
      if (linkOf(child).triangles !== unusedCount && hitsBox((bound) => slotBound(bytes, offset, slot, bound))) stack.push(child);
    }
  }
  return missing.size === 0;
}

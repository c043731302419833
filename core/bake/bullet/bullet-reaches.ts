import type { Ray, RayHit } from '../../query/ray/ray.ts';
import { reachesBox } from '../reaches-box.ts';
import type { BulletMesh } from './bullet-mesh.ts';
import { maxBulletTriangles, partShift } from './layout.ts';
import { coordinateOfStep } from './quantised-box.ts';

/** Whether a ray that walks the trees of a file reaches all triangles in `hits`. Shapes without a tree are built by Bullet. */
export function bulletReaches({ trees, shapes }: BulletMesh, ray: Ray, hits: readonly RayHit[]): boolean {
  if (trees.length < shapes.length) return true;
  const missing = new Set(hits.map(({ triangle }) => triangle));
  const hitsBox = reachesBox(ray);
  for (const tree of trees) {
    const { links, boxes, firsts } = tree;
    for (let node = 0; node < links.length / 4 && missing.size > 0; ) {
      const link = links[4 * node + 3];
      if (hitsBox((bound) => coordinateOfStep(tree, boxes[8 * node + bound], bound % 3))) {
        if (link >= 0) missing.delete(firsts[link >>> partShift] + (link & maxBulletTriangles));
        node++;
      } else node += Math.max(1, -link);
    }
  }
  return missing.size === 0;
}

import type { BspTree } from '../../bsp/bsp-tree.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { checkSweep } from '../convex/check.ts';
import type { ShapeSweep } from '../convex/query.ts';
import { setupSweep } from '../convex/setup.ts';
import { childVisits, planeSpan, rootVisit, type SubtreeVisit } from './plane-spans.ts';

/** Result of `planeOffsetSweep`. */
export interface PlaneOffsetSweep {
  readonly state: 'miss' | 'hit' | 'startsInside';
  /** 0 to 1; `null` for a miss. */
  readonly time: number | null;
  /** Unit normal of the plane that stops the shape; `null` for a miss and at the start. */
  readonly normal: Vec3 | null;
  readonly nodesVisited: number;
}

/**
 * Returns the first contact of a moving convex shape with the solid of a BSP tree, by offset planes, the method of Quake. Each plane is
 * moved outward by the extent of the shape along its normal, and the shape becomes a point.
 *
 * It is never late, and it is exact on faces, away from their edges. At an edge or a corner the moved planes of a leaf cross farther out
 * than the shape reaches. So it is early there, and it also stops shapes that pass by. For a sphere and two planes with an angle a between
 * their normals, the error is up to `radius·(1/cos(a/2) − 1)`: 0.414 radius at
 * the edge of a cube. At its corner, three planes at right angles, it is 0.732 radius, √3 − 1. The sweeper of `createBspSweeper` has no such error.
 *
 * Sources: J. Carmack, Quake (1996), `SV_RecursiveHullCheck`. S. Melax, "Dynamic Plane Shifting BSP Traversal" (2000), which moves the planes
 * during the query, as here, and so needs no tree for each size.
 * @throws InspectorError `invalid-argument` as `checkSweep`.
 */
export function planeOffsetSweep(tree: BspTree, sweep: ShapeSweep): PlaneOffsetSweep {
  checkSweep(sweep);
  const setup = setupSweep(sweep);
  let best: SubtreeVisit | null = null;
  let nodesVisited = 0;
  const stack = [rootVisit(tree)];
  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    if (best !== null && visit.from >= best.from) continue;
    if (visit.node < 0) {
      if (tree.windings[~visit.node] !== 0) best = visit;
      continue;
    }
    nodesVisited++;
    stack.push(...childVisits(tree, visit, planeSpan(tree.planes[visit.node]!, setup), 0));
  }
  if (best === null) return { state: 'miss', time: null, normal: null, nodesVisited };
  if (best.by < 0) return { state: 'startsInside', time: 0, normal: null, nodesVisited };
  return { state: 'hit', time: best.from, normal: normalAgainst(tree, best.by, setup.motion), nodesVisited };
}

/** Returns the unit normal of a plane, against the motion. */
function normalAgainst({ planes }: BspTree, node: number, motion: Float64Array): Vec3 {
  const [x, y, z] = planes[node]!.normal;
  const length = Math.hypot(x, y, z) * (x * motion[0] + y * motion[1] + z * motion[2] > 0 ? -1 : 1);
  return [x / length + 0, y / length + 0, z / length + 0];
}

import { plus, times, type Vec3 } from '../../../math/vec3.ts';
import { readCorners } from '../../../mesh/read-corners.ts';
import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import { insideInto } from '../../../query/inside/into.ts';
import { outsideCode } from '../../../query/inside/query.ts';
import { createWindingTree } from '../../../query/inside/winding-tree.ts';
import { createInsideWorkspace } from '../../../query/inside/workspace.ts';
import { noTriangleIndex } from '../../../query/no-triangle.ts';
import { raycastInto } from '../../../query/ray/into.ts';
import { createRayWorkspace } from '../../../query/ray/workspace.ts';
import { buildTree } from '../../../tree/build-tree.ts';
import { fastestTree } from '../../../tree/fastest-tree.ts';
import { openTree } from '../../../tree/open-tree.ts';
import { triangleCentre } from './triangle-centre.ts';
import { scaledNormal } from './scaled-normal.ts';

/** Measures a solid behind its triangles. */
export interface ThicknessProbe {
  /**
   * Returns the distance from the centroid of a triangle, through the solid along its normal, to the point where the ray leaves the solid, in
   * mesh units. 0 if the triangle and others in the same place are a wall between two outsides. `null` if the distance is larger than the limit,
   * or if the triangle is inside the solid. `spent` if the search ended before.
   */
  readonly thickness: (triangle: number) => number | null | 'spent';
  /** Returns the number of nodes and triangles tested so far. */
  readonly tests: () => number;
}

/**
 * Surfaces closer than this part of the largest coordinate are one surface. It is above the rounding error of a centroid and of a hit, so the
 * point halfway between two surfaces lies between them.
 */
const sameSurface = 2 ** -46;
/** Tests between two calls of `progress`. */
const reportTests = 1 << 16;
const firstHit = { mode: 'first', cull: false } as const;
const accuracy = 0.1;

/**
 * Returns a probe of closed surfaces of any winding. Points with a winding number other than 0 are solid, so surfaces inside the solid do not
 * end a wall. The search for the far side goes from surface to surface, so it tests no surface behind it.
 * @param mesh without open pieces. @param limit max thickness to report, mesh units. @param maxTests limit of tested nodes and triangles.
 * @param progress gets the number of tests so far. @throws whatever it throws.
 */
export function createThicknessProbe(
  mesh: TriangleMesh,
  limit: number,
  maxTests: number,
  progress: (tests: number) => void,
): ThicknessProbe {
  const tree = openTree(buildTree(mesh, fastestTree(), () => progress(0)));
  const winding = createWindingTree(tree, mesh);
  const ray = createRayWorkspace(tree);
  const inside = createInsideWorkspace(winding);
  const gap = sameSurface * tree.bounds.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  const reach = limit + gap;
  const t = new Float64Array(9);
  const normal = new Float64Array(3);
  let tests = 0;
  let nextReport = reportTests;

  const spend = (count: number): void => {
    tests += count;
    if (tests < nextReport) return;
    nextReport = tests + reportTests;
    progress(tests);
  };
  /** Returns the distance of the next surface from a point, `Infinity` for none. Two triangles do not count: a line hits a triangle once. */
  const cast = (origin: Vec3, direction: Vec3, far: number, own: number, last: number): number => {
    const count = raycastInto(tree, mesh, { origin, direction, far }, firstHit, ray, noTriangleIndex, (hit) => hit !== own && hit !== last);
    spend(ray.nodesVisited + ray.trianglesTested);
    return count === 0 ? Infinity : ray.hitDistances[0];
  };
  const isSolid = (point: Vec3): boolean => {
    const code = insideInto(winding, point, accuracy, inside);
    spend(inside.nodesVisited + inside.trianglesTested);
    return code !== outsideCode;
  };
  /** Returns the next surface of a ray that is more than the gap behind another surface, and whether there is solid between them. */
  const next = (centre: Vec3, direction: Vec3, own: number, after: Surface): Surface => {
    const start = after.distance + gap;
    let distance = after.triangle === own ? cast(centre, direction, Infinity, own, own) : 0;
    if (distance < start) distance = start + cast(plus(centre, times(direction, start)), direction, Infinity, own, after.triangle);
    if (distance === Infinity) return { distance, triangle: own, isSolid: false };
    const triangle = ray.hitTriangles[0];
    return { distance, triangle, isSolid: isSolid(plus(centre, times(direction, start + (distance - start) / 2))) };
  };

  const thickness = (triangle: number): number | null | 'spent' => {
    readCorners(mesh, triangle, t);
    scaledNormal(t, normal);
    const size = Math.hypot(normal[0], normal[1], normal[2]);
    if (!(size > 0)) return null;
    const front: Vec3 = [normal[0] / size, normal[1] / size, normal[2] / size];
    const back = times(front, -1);
    const centre = triangleCentre(mesh, triangle);
    const nearest = Math.min(cast(centre, front, reach, triangle, triangle), cast(centre, back, reach, triangle, triangle));
    if (nearest === Infinity) return null;
    const origin = { distance: 0, triangle, isSolid: false };
    const before = next(centre, front, triangle, origin);
    const behind = next(centre, back, triangle, origin);
    if (before.isSolid === behind.isSolid) return !before.isSolid && nearest <= gap ? 0 : null;
    const inward = before.isSolid ? front : back;
    let last = before.isSolid ? before : behind;
    while (last.distance <= reach) {
      if (tests >= maxTests) return 'spent';
      const following = next(centre, inward, triangle, last);
      if (!following.isSolid) return last.distance;
      last = following;
    }
    return null;
  };
  return { thickness, tests: () => tests };
}

/** A surface that a ray hits. */
interface Surface {
  /** From the centroid; `Infinity` if no surface follows. */
  readonly distance: number;
  readonly triangle: number;
  /** Whether there is solid in front of it. */
  readonly isSolid: boolean;
}

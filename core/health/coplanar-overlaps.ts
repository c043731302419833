import { readTriangle } from '../pair/placed-triangle.ts';
import type { Progress } from '../progress.ts';
import { coplanarOverlap, createOverlapWorkspace } from '../shape/coplanar-overlap.ts';
import { triangleArea } from '../shape/triangle-area.ts';
import { nextOverlaps, overlapProgress, startOverlapSearch } from './boxes/overlapping-boxes.ts';
import type { MeshStudy } from './mesh-study.ts';

export interface CoplanarOverlaps {
  readonly count: number;
  readonly isComplete: boolean;
  /** (2·n) the lower triangle, then the higher; ascending. All of them, or `mostPairs`. */
  readonly pairs: Uint32Array;
  /** (n) */
  readonly areas: Float64Array;
}

/** Planes that meet at a greater angle than one degree are not the same: sine, squared. */
const mostSineSq = Math.sin(Math.PI / 180) ** 2;
/** What rounding can leave of an overlap, as part of the smaller triangle's area. */
const leastPart = 1e-6;
/** What rounding can do to heights, as part of the mesh's diagonal. */
const heightError = 1e-12;

/** Pairs of triangles that lie over each other no farther apart than the overlap distance. @throws whatever `progress` throws. */
export function coplanarOverlaps(study: MeshStudy, progress: Progress): CoplanarOverlaps {
  const { mesh, diagonal, options } = study;
  const { triangles: live, hierarchy } = study.live();
  const distance = (options.overlapDistance + heightError) * diagonal;
  const search = startOverlapSearch(hierarchy, distance);
  const batch = new Uint32Array(1 << 14);
  const p = new Float64Array(9), q = new Float64Array(9);
  const workspace = createOverlapWorkspace();
  const found: { readonly a: number; readonly b: number; readonly area: number }[] = [];
  const isApart = apartByStars(study);
  let count = 0;
  while (search.top > 0 && search.tests < options.effort * 1e6) {
    const words = nextOverlaps(search, batch);
    for (let i = 0; i < words; i += 2) {
      const a = live[batch[i]], b = live[batch[i + 1]];
      if (isApart(a, b)) continue;
      readTriangle(mesh, a, p);
      readTriangle(mesh, b, q);
      if (!areNearlyParallel(p, q)) continue;
      const area = coplanarOverlap(p, q, distance, workspace);
      if (area <= leastPart * Math.min(triangleArea(p), triangleArea(q))) continue;
      count++;
      if (found.length < options.mostPairs) found.push({ a: Math.min(a, b), b: Math.max(a, b), area });
    }
    progress(overlapProgress(search));
  }
  found.sort((x, y) => x.a - y.a || x.b - y.b);
  return { count, isComplete: search.top === 0, pairs: Uint32Array.from(found.flatMap(({ a, b }) => [a, b])), areas: Float64Array.from(found, ({ area }) => area) };
}

/** Whether two triangles share a vertex around which none lies over another: nearly all neighbours do. */
function apartByStars({ topology: { corners }, simpleStars }: MeshStudy): (a: number, b: number) => boolean {
  const simple = simpleStars();
  return (a, b) => {
    const b0 = corners[3 * b], b1 = corners[3 * b + 1], b2 = corners[3 * b + 2];
    for (let i = 3 * a; i < 3 * a + 3; i++) {
      const corner = corners[i];
      if ((corner === b0 || corner === b1 || corner === b2) && simple[corner] === 1) return true;
    }
    return false;
  };
}

function areNearlyParallel(p: Float64Array, q: Float64Array): boolean {
  const ax = p[3] - p[0], ay = p[4] - p[1], az = p[5] - p[2], bx = p[6] - p[0], by = p[7] - p[1], bz = p[8] - p[2];
  const cx = q[3] - q[0], cy = q[4] - q[1], cz = q[5] - q[2], dx = q[6] - q[0], dy = q[7] - q[1], dz = q[8] - q[2];
  const px = ay * bz - az * by, py = az * bx - ax * bz, pz = ax * by - ay * bx;
  const qx = cy * dz - cz * dy, qy = cz * dx - cx * dz, qz = cx * dy - cy * dx;
  const x = py * qz - pz * qy, y = pz * qx - px * qz, z = px * qy - py * qx;
  return x * x + y * y + z * z <= mostSineSq * (px * px + py * py + pz * pz) * (qx * qx + qy * qy + qz * qz);
}

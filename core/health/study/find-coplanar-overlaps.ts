import { triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { HealthOptions } from '../../options/health-options.ts';
import { readCorners } from '../../mesh/read-corners.ts';
import type { Progress } from '../../progress.ts';
import { coplanarOverlap, createOverlapWorkspace } from '../../shape/coplanar-overlap.ts';
import { triangleArea } from '../../shape/triangle-area.ts';
import type { LiveTriangles } from './live-triangles.ts';
import { searchPairs, type NearPairs, type PairSearch } from './near-pairs/near-pairs.ts';
import { pairTests, type PairWalkQuery } from './near-pairs/pair-walk.ts';
import { addPair, createPairList, pairOrder } from './pair-list.ts';

export interface CoplanarOverlaps {
  readonly count: number;
  readonly isComplete: boolean;
  /** (2·n) the triangle with the lower index, then the other; ascending. At most `maxPairs`. */
  readonly pairs: Uint32Array;
  /** (n) the area of each overlap. */
  readonly areas: Float64Array;
}

/** Squared sine of one degree. Triangles at a greater angle are not coplanar. */
const maxSineSq = Math.sin(Math.PI / 180) ** 2;
/** Smaller overlaps are rounding errors. A fraction of the area of the smaller triangle. */
const minPart = 1e-6;
/** Rounding error of heights, as a fraction of the diagonal of the mesh. */
const heightError = 1e-12;

/** The input of a search for overlaps. */
export interface OverlapInput {
  readonly mesh: TriangleMesh;
  readonly live: LiveTriangles;
  readonly nearPairs: NearPairs;
  /** Diagonal of the bounds. */
  readonly diagonal: number;
  readonly options: HealthOptions;
}

/** Returns the nearly parallel triangle pairs that overlap within the overlap distance. @throws whatever `progress` throws. */
export function findCoplanarOverlaps(input: OverlapInput, progress: Progress): CoplanarOverlaps {
  return searchPairs(input.nearPairs, overlapQuery(input), () => findOverlaps(input), progress);
}

/** Returns which pairs a search for overlaps needs. */
export function overlapQuery({ diagonal, options }: OverlapInput): PairWalkQuery {
  return { tests: pairTests.overlap, distance: overlapDistance(diagonal, options), maxTests: options.effort * 1e6 };
}

/** Returns the largest distance between the boxes of two overlapping triangles. */
function overlapDistance(diagonal: number, options: HealthOptions): number {
  return (options.overlapDistance + heightError) * diagonal;
}

/** Returns an overlap test for pairs of a shared walk; see `findIntersections`. */
export function findOverlaps(input: OverlapInput): PairSearch<CoplanarOverlaps> {
  const {
    mesh,
    live: { triangles: live },
    options: { maxPairs },
  } = input;
  const distance = overlapDistance(input.diagonal, input.options);
  const p = new Float64Array(9);
  const q = new Float64Array(9);
  const workspace = createOverlapWorkspace();
  const found = createPairList(maxPairs);
  const areas: number[] = [];
  let count = 0;
  return {
    look: (i: number, j: number): void => {
      // The overlap is measured along the normal of the triangle with the lower index.
      const a = live[Math.min(i, j)];
      const b = live[Math.max(i, j)];
      readCorners(mesh, a, p);
      readCorners(mesh, b, q);
      if (!areNearlyParallel(p, q)) return;
      const area = coplanarOverlap(p, q, distance, workspace);
      if (area <= minPart * Math.min(triangleArea(p), triangleArea(q))) return;
      count++;
      if (addPair(found, a, b)) areas.push(area);
    },
    result: (isComplete: boolean): CoplanarOverlaps => {
      const order = pairOrder(found, triangleCount(mesh));
      return {
        count,
        isComplete,
        pairs: Uint32Array.from({ length: found.words }, (_, i) => found.pairs[2 * order[i >> 1] + (i & 1)]),
        areas: Float64Array.from(order, (pair) => areas[pair]),
      };
    },
  };
}

function areNearlyParallel(p: Float64Array, q: Float64Array): boolean {
  const ax = p[3] - p[0];
  const ay = p[4] - p[1];
  const az = p[5] - p[2];
  const bx = p[6] - p[0];
  const by = p[7] - p[1];
  const bz = p[8] - p[2];
  const cx = q[3] - q[0];
  const cy = q[4] - q[1];
  const cz = q[5] - q[2];
  const dx = q[6] - q[0];
  const dy = q[7] - q[1];
  const dz = q[8] - q[2];
  const px = ay * bz - az * by;
  const py = az * bx - ax * bz;
  const pz = ax * by - ay * bx;
  const qx = cy * dz - cz * dy;
  const qy = cz * dx - cx * dz;
  const qz = cx * dy - cy * dx;
  const x = py * qz - pz * qy;
  const y = pz * qx - px * qz;
  const z = px * qy - py * qx;
  return x * x + y * y + z * z <= maxSineSq * (px * px + py * py + pz * pz) * (qx * qx + qy * qy + qz * qz);
}

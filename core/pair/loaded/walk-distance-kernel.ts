import type { Transform } from '../../math/transform.ts';
import type { Progress } from '../../progress.ts';
import type { LoadedPair } from './load-pair.ts';
import { placePair } from './place-pair.ts';
import { walkPlaced } from './walk-pairs-kernel.ts';
import type { PairStats } from '../walk-pairs.ts';

export interface NearPairs {
  /** (2·n) triangle of A, triangle of B: where the surfaces meet one pair that does, else all that may be nearest. */
  readonly pairs: Uint32Array;
  readonly stats: PairStats;
}

/** Tests between two calls of `progress`: some milliseconds. */
const reportStep = 1 << 17;
/** What `stepNearest` gives while it is not done. */
const [goesOn, outOfMemory] = [1, 3];
/** u32 of a candidate. */
const hitWords = 4;

/**
 * The pairs of triangles that may be nearest to each other, as far as f32 tells: mostly one or few, among which `walk-distance.ts` decides. First
 * it is asked whether the surfaces meet. `null` where f32 has not the digits for the placement, or cannot tell enough pairs apart. Hot: bench `distance`.
 * @throws whatever `progress` throws.
 */
export function walkDistanceKernel(loaded: LoadedPair, aFromB: Transform, progress: Progress): NearPairs | null {
  const placed = placePair(loaded, aFromB);
  if (placed !== 'placed') return null;
  const { kernel } = loaded;
  const met = walkPlaced(loaded, aFromB, true, 1, progress);
  if (met.pairs.length > 0) return met;
  const [x, y, z] = wayToB(loaded.placement);
  kernel.beginNearest(x, y, z, areFacesSquare(aFromB) ? 1 : 0);
  for (;;) {
    const state = kernel.stepNearest(reportStep);
    if (state === outOfMemory) return null;
    if (state !== goesOn) break;
    // How much is left nobody knows: the call is for giving up.
    progress(0);
  }
  const count = kernel.hitCount.value >>> 0;
  const hits = new Uint32Array(kernel.memory.buffer, kernel.hits.value >>> 0, hitWords * count);
  const pairs = new Uint32Array(2 * count);
  for (let i = 0; i < count; i++) {
    pairs[2 * i] = hits[hitWords * i]!;
    pairs[2 * i + 1] = hits[hitWords * i + 1]!;
  }
  const { nodePairsTested, trianglePairsTested } = met.stats;
  return {
    pairs,
    stats: {
      engine: 'webassembly',
      nodePairsTested: nodePairsTested + (kernel.nearestNodePairs.value >>> 0),
      trianglePairsTested: trianglePairsTested + (kernel.nearestTrianglePairs.value >>> 0),
    },
  };
}

/** Words of a direction in the placement, and where the ends of B's origin along the axes of A stand. */
const [directionWords, endsWord] = [8, 18];

/** From the origin of A's frame to that of B's, of length 1. */
function wayToB(placement: Float64Array): readonly [x: number, y: number, z: number] {
  const along = (k: number): number => placement[directionWords * k + endsWord]! + placement[directionWords * k + endsWord + 1]!;
  const [x, y, z] = [along(0), along(1), along(2)];
  const length = Math.hypot(x, y, z);
  return length > 0 ? [x / length, y / length, z / length] : [1, 0, 0];
}

/** Less than what f32 may lose. */
const mostSkew = 1e-9;

/** Whether the columns, and so the faces of B's boxes, are square to each other. */
function areFacesSquare(m: Transform): boolean {
  const product = (i: number, j: number): number => m[i]! * m[j]! + m[i + 1]! * m[j + 1]! + m[i + 2]! * m[j + 2]!;
  const isSquare = (i: number, j: number): boolean => product(i, j) ** 2 <= mostSkew ** 2 * product(i, i) * product(j, j);
  return isSquare(0, 4) && isSquare(4, 8) && isSquare(8, 0);
}

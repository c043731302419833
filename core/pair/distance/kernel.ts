import {
  directionNumbers,
  hitWords,
  matrixNumbers,
  originEndsNumber,
  unsigned,
  viewU32,
  walkGoesOn,
  walkOutOfMemory,
  wideNodeBytes,
} from '../../kernel/index.ts';
import type { Transform } from '../../math/transform.ts';
import type { Progress } from '../../progress.ts';
import type { Tree } from '../../tree/layout.ts';
import type { LoadedPair } from '../loaded/load-pair.ts';
import { placementMemory, placePair } from '../loaded/place-pair.ts';
import { findPlaced } from '../pairs/kernel.ts';
import type { PairStats } from '../pairs/result.ts';

/** Pairs of triangles among which the nearest one is. */
export interface NearestCandidates {
  /** (2·n) triangle of A, triangle of B: one intersecting pair, or else all pairs that may be nearest. */
  readonly pairs: Uint32Array;
  readonly intersects: boolean;
  readonly stats: PairStats;
}

/** Tests between two calls of `progress`: some milliseconds. */
const reportStep = 1 << 17;

/**
 * Returns the pairs of triangles that may be nearest to each other by f32, mostly one or few, for `walkDistance` to decide. First it
 * tests whether the surfaces intersect. Returns `null` if f32 is too coarse for the placement or leaves too many pairs, and without
 * memory. Hot: bench `distance`.
 * @throws whatever `progress` throws.
 */
export function walkDistanceKernel(loaded: LoadedPair, aFromB: Transform, progress: Progress): NearestCandidates | null {
  const placed = placePair(loaded, aFromB);
  if (placed !== 'placed') return null;
  const { kernel } = loaded;
  const intersection = findPlaced(loaded, progress);
  if (intersection === null) return null;
  const { pair, stats } = intersection;
  if (pair !== null) return { pairs: Uint32Array.of(pair.a, pair.b), intersects: true, stats };
  if (!hasSlabs(loaded)) return null;
  const [x, y, z] = directionToB(placementMemory(loaded));
  kernel.beginNearest(x, y, z);
  for (;;) {
    const state = kernel.stepNearest(reportStep);
    if (state === walkOutOfMemory) return null;
    if (state !== walkGoesOn) break;
    // The remaining work is unknown: the call only allows cancellation.
    progress(0);
  }
  const count = unsigned(kernel.hitCount);
  const hits = viewU32(kernel, unsigned(kernel.hits), hitWords * count);
  const pairs = new Uint32Array(2 * count);
  for (let i = 0; i < count; i++) {
    pairs[2 * i] = hits[hitWords * i]!;
    pairs[2 * i + 1] = hits[hitWords * i + 1]!;
  }
  const { nodePairsTested, trianglePairsTested } = stats;
  return {
    pairs,
    intersects: false,
    stats: {
      engine: 'webassembly',
      nodePairsTested: nodePairsTested + unsigned(kernel.nearestNodePairs),
      trianglePairsTested: trianglePairsTested + unsigned(kernel.nearestTrianglePairs),
    },
  };
}

/** Makes the slabs of both trees before the first search; false without memory. */
function hasSlabs({ kernel, treeA, treeB }: LoadedPair): boolean {
  return unsigned(kernel.slabsA) !== 0 || kernel.makeSlabs(storedNodes(treeA), storedNodes(treeB)) !== 0;
}

function storedNodes({ nodesU32 }: Tree): number {
  return (4 * nodesU32.length) / wideNodeBytes;
}

/** Number of the ends of B's origin along the first axis of A. */
const endsNumber = matrixNumbers + originEndsNumber;

/** Returns the unit vector from the origin of A's frame to that of B's. */
function directionToB(placement: Float64Array): readonly [x: number, y: number, z: number] {
  const along = (k: number): number => placement[directionNumbers * k + endsNumber]! + placement[directionNumbers * k + endsNumber + 1]!;
  const [x, y, z] = [along(0), along(1), along(2)];
  const length = Math.hypot(x, y, z);
  return length > 0 ? [x / length, y / length, z / length] : [1, 0, 0];
}

import {
  firstANumber,
  firstBNumber,
  nodePairsNumber,
  pairCountNumber,
  pairDigitBits,
  trianglePairsNumber,
  unsigned,
  viewU32,
  walkFoundTooMany,
  walkGoesOn,
  walkOutOfMemory,
} from '../../kernel/index.ts';
import type { Transform } from '../../math/transform.ts';
import type { Progress } from '../../progress.ts';
import { tooManyPairs } from './too-many.ts';
import type { PairStats } from './result.ts';
import type { LoadedPair } from '../loaded/load-pair.ts';
import { placementMemory, placePair } from '../loaded/place-pair.ts';

/** Result of `collectPairsKernel`. */
export interface KernelPairs {
  /** (2·n) triangle of A, triangle of B; ascending by A, then B. */
  readonly pairs: Uint32Array;
  /** The distinct triangles of B, ascending. */
  readonly trianglesB: Uint32Array;
  readonly stats: PairStats;
}

/** Tests of nodes and triangles between two calls of `progress`: some milliseconds. */
const reportStep = 1 << 17;

/**
 * Runs `collectPairs` in WebAssembly. It rules out nodes and triangles in f32 and decides pairs in f64 with the bounds of
 * `trianglesIntersect`, which it calls back where the bounds do not decide. Returns `null` if f32 is too coarse for the placement,
 * or if the pairs do not fit into the 4 GiB of WebAssembly: JavaScript may have the memory. Hot: bench `pairs-all`.
 * @throws InspectorError `too-large` beyond `max` pairs; whatever `progress` throws.
 */
export function collectPairsKernel(loaded: LoadedPair, aFromB: Transform, max: number, progress: Progress): KernelPairs | null {
  const placed = placePair(loaded, aFromB);
  if (placed === 'unsound') return null;
  if (placed === 'apart') {
    progress(1);
    return {
      pairs: new Uint32Array(),
      trianglesB: new Uint32Array(),
      stats: { engine: 'webassembly', nodePairsTested: 1, trianglePairsTested: 0 },
    };
  }
  if (!descendTrees(loaded, false, max, progress)) return null;
  const stats = statsOf(placementMemory(loaded));
  const ordered = sortedPairs(loaded, placementMemory(loaded)[pairCountNumber]!);
  if (ordered === null) return null;
  progress(1);
  return { ...ordered, stats };
}

/**
 * Returns one intersecting pair, if there is one; `null` as `collectPairsKernel`. Hot: bench `pairs-boolean`.
 * @throws whatever `progress` throws.
 */
export function findPairKernel(loaded: LoadedPair, aFromB: Transform, progress: Progress): FirstPair | null {
  const placed = placePair(loaded, aFromB);
  if (placed === 'unsound') return null;
  if (placed === 'placed') return findPlaced(loaded, progress);
  progress(1);
  return { pair: null, stats: { engine: 'webassembly', nodePairsTested: 1, trianglePairsTested: 0 } };
}

/** The first pair found; `null` if the surfaces are apart. */
export interface FirstPair {
  readonly pair: { readonly a: number; readonly b: number } | null;
  readonly stats: PairStats;
}

/** Runs `findPairKernel` after `placePair`; `null` without memory. @throws as `findPairKernel`. */
export function findPlaced(loaded: LoadedPair, progress: Progress): FirstPair | null {
  if (!descendTrees(loaded, true, 1, progress)) return null;
  progress(1);
  const figures = placementMemory(loaded);
  return {
    pair: figures[pairCountNumber] === 0 ? null : { a: figures[firstANumber]!, b: figures[firstBNumber]! },
    stats: statsOf(figures),
  };
}

function statsOf(figures: Float64Array): PairStats {
  return { engine: 'webassembly', nodePairsTested: figures[nodePairsNumber]!, trianglePairsTested: figures[trianglePairsNumber]! };
}

/** Descends the trees of a placed pair; returns false without memory. */
function descendTrees({ kernel }: LoadedPair, first: boolean, max: number, progress: Progress): boolean {
  kernel.beginPairs(first ? 1 : 0, max);
  for (;;) {
    const state = kernel.stepPairs(reportStep);
    if (state === walkFoundTooMany) throw tooManyPairs(max);
    if (state === walkOutOfMemory) return false;
    if (state !== walkGoesOn) return true;
    progress(1 - kernel.waitingPart());
  }
}

/** Sorts the pairs; `null` without memory. */
function sortedPairs({ kernel, treeA, treeB }: LoadedPair, count: number): Omit<KernelPairs, 'stats'> | null {
  const view = (): Uint32Array => viewU32(kernel, unsigned(kernel.found), 2 * count);
  if (count === 0) return { pairs: new Uint32Array(), trianglesB: new Uint32Array() };
  if (!sort(kernel.sortPairs, 0, treeB.meshTriangles)) return null;
  const trianglesB = distinct(view(), 1);
  if (!sort(kernel.sortPairs, 1, treeA.meshTriangles)) return null;
  return { pairs: view().slice(), trianglesB };
}

/** Sorts by one side of the pairs; returns false without memory. */
function sort(step: (byA: number, digit: number) => number, byA: number, triangles: number): boolean {
  for (let digit = 0; triangles > 2 ** (pairDigitBits * digit); digit++) if (step(byA, digit) === 0) return false;
  return true;
}

/** Returns the distinct triangles of one side of pairs (2·n) that ascend by that side. */
export function distinct(pairs: Uint32Array, side: 0 | 1): Uint32Array {
  const found = new Uint32Array(pairs.length / 2);
  let count = 0;
  for (let i = side; i < pairs.length; i += 2) if (count === 0 || pairs[i] !== found[count - 1]) found[count++] = pairs[i]!;
  return found.slice(0, count);
}

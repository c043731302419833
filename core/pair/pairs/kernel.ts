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
import type { PairStats } from './walk.ts';
import type { LoadedPair } from '../loaded/load-pair.ts';
import { placementMemory, placePair } from '../loaded/place-pair.ts';

export interface KernelPairs {
  /** (2·n) triangle of A, triangle of B; ascending by A, then B. */
  readonly pairs: Uint32Array;
  /** The different triangles of B, ascending. */
  readonly trianglesB: Uint32Array;
  readonly stats: PairStats;
}

/** Tests of boxes and triangles between two calls of `progress`: some milliseconds. */
const reportStep = 1 << 17;

/**
 * `walkPairs` by WebAssembly: boxes and triangles are ruled out in f32, pairs decided in f64 with the bounds of `trianglesIntersect`, which is asked
 * where those leave a doubt. `null` where the placement is one that f32 has not the digits for, and where the 4 GiB of WebAssembly are not enough for
 * the pairs: TypeScript may have the memory. Hot: bench `pairs-all`.
 * @throws InspectorError `too-large` beyond `most` pairs; whatever `progress` throws.
 */
export function collectPairsKernel(loaded: LoadedPair, aFromB: Transform, max: number, progress: Progress): KernelPairs | null {
  const placed = placePair(loaded, aFromB);
  if (placed === 'unsound') return null;
  if (placed === 'passes') {
    progress(1);
    return {
      pairs: new Uint32Array(),
      trianglesB: new Uint32Array(),
      stats: { engine: 'webassembly', nodePairsTested: 1, trianglePairsTested: 0 },
    };
  }
  if (!walk(loaded, false, max, progress)) return null;
  const stats = statsOf(placementMemory(loaded));
  const ordered = inOrder(loaded, placementMemory(loaded)[pairCountNumber]!);
  if (ordered === null) return null;
  progress(1);
  return { ...ordered, stats };
}

/**
 * Whether the surfaces meet, by one pair that does; `null` as `collectPairsKernel`. Hot: bench `pairs-boolean`.
 * @throws whatever `progress` throws.
 */
export function findPairKernel(loaded: LoadedPair, aFromB: Transform, progress: Progress): FirstPair | null {
  const placed = placePair(loaded, aFromB);
  if (placed === 'unsound') return null;
  if (placed === 'placed') return findPlaced(loaded, progress);
  progress(1);
  return { pair: null, stats: { engine: 'webassembly', nodePairsTested: 1, trianglePairsTested: 0 } };
}

export interface FirstPair {
  readonly pair: { readonly a: number; readonly b: number } | null;
  readonly stats: PairStats;
}

/** Of a pair that was placed; `null` without memory. @throws as `findPairKernel`. */
export function findPlaced(loaded: LoadedPair, progress: Progress): FirstPair | null {
  if (!walk(loaded, true, 1, progress)) return null;
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

/** The walk of a pair that was placed; false without memory. */
function walk({ kernel }: LoadedPair, first: boolean, max: number, progress: Progress): boolean {
  kernel.beginPairs(first ? 1 : 0, max);
  for (;;) {
    const state = kernel.stepPairs(reportStep);
    if (state === walkFoundTooMany) throw tooManyPairs(max);
    if (state === walkOutOfMemory) return false;
    if (state !== walkGoesOn) return true;
    progress(1 - kernel.waitingPart());
  }
}

/** `null` without memory. */
function inOrder({ kernel, treeA, treeB }: LoadedPair, count: number): Omit<KernelPairs, 'stats'> | null {
  const view = (): Uint32Array => viewU32(kernel, unsigned(kernel.found), 2 * count);
  if (count === 0) return { pairs: new Uint32Array(), trianglesB: new Uint32Array() };
  if (!sort(kernel.sortPairs, 0, treeB.meshTriangles)) return null;
  const trianglesB = distinct(view(), 1);
  if (!sort(kernel.sortPairs, 1, treeA.meshTriangles)) return null;
  return { pairs: view().slice(), trianglesB };
}

/** False without memory. */
function sort(step: (byA: number, digit: number) => number, byA: number, triangles: number): boolean {
  for (let digit = 0; triangles > 2 ** (pairDigitBits * digit); digit++) if (step(byA, digit) === 0) return false;
  return true;
}

/** The different ones among the triangles of one side of pairs (2·n) that are ascending by it. */
export function distinct(pairs: Uint32Array, side: 0 | 1): Uint32Array {
  const found = new Uint32Array(pairs.length / 2);
  let count = 0;
  for (let i = side; i < pairs.length; i += 2) if (count === 0 || pairs[i] !== found[count - 1]) found[count++] = pairs[i]!;
  return found.slice(0, count);
}

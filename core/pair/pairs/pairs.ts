import { sortNumbers } from '../../math/sort-numbers.ts';
import type { Transform } from '../../math/transform.ts';
import { checkValues } from '../../options/option.ts';
import { pairOptions, type PairOptions } from '../../options/pair-options.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { checkPairing } from '../check-pairing.ts';
import { isOf, type LoadedPair } from '../loaded/load-pair.ts';
import { distinct, findPairKernel, collectPairsKernel } from './kernel.ts';
import type { TreedMesh } from '../treed-mesh.ts';
import { collectPairs, type PairStats } from './walk.ts';

export interface OverlapResult {
  /** Whether the surfaces meet: touching counts, one mesh inside the other does not. */
  readonly overlap: boolean;
  /** The pair that settled it, not the least one; `null` when the surfaces are apart. */
  readonly witness: { readonly a: number; readonly b: number } | null;
  readonly stats: PairStats;
}

export interface PairsResult {
  readonly overlap: boolean;
  readonly pairCount: number;
  /** (2·pairCount) triangle of A, triangle of B; ascending by A, then B. */
  readonly pairs: Uint32Array;
  /** The different triangles of A, and of B, in any pair; ascending. */
  readonly trianglesA: Uint32Array;
  readonly trianglesB: Uint32Array;
  readonly stats: PairStats;
}

/**
 * P1, yes or no: whether the surfaces of two meshes meet when `aFromB` places B in the space of A. Stops at the first
 * pair. Exact, as `pairs` is. `loaded` as there.
 * @throws InspectorError `invalid-argument` for a transform or a tree that does not fit; whatever `progress` throws.
 */
export function surfacesIntersect(
  a: TreedMesh,
  b: TreedMesh,
  aFromB: Transform,
  progress: Progress = noProgress,
  loaded: LoadedPair | null = null,
): OverlapResult {
  checkPairing(a, b, aFromB);
  const quick = isOf(loaded, a, b) ? findPairKernel(loaded, aFromB, progress) : null;
  if (quick !== null) return { overlap: quick.pair !== null, witness: quick.pair, stats: quick.stats };
  const { codes, stats } = collectPairs(a, b, aFromB, true, 1, progress);
  const triangles = b.tree.meshTriangles;
  const witness = codes.length === 0 ? null : { a: Math.floor(codes[0] / triangles), b: codes[0] % triangles };
  return { overlap: witness !== null, witness, stats };
}

/**
 * P1: every pair of triangles of two meshes that have a point in common when `aFromB` places B in the space of A.
 *
 * Decided exactly on A's vertices as parsed and B's placed once in f64 (`transformPoints`). Triangles with a vertex that
 * is not finite, before or after that, are left out; those without area act as segments or points. WebAssembly answers where
 * `loaded` (`loadPair`) is of these two; the pairs are the same.
 * @throws InspectorError `invalid-argument` for a transform, tree or option that does not fit; `too-large` with more pairs
 * than `maxPairs`; whatever `progress` throws.
 */
export function pairs(
  a: TreedMesh,
  b: TreedMesh,
  aFromB: Transform,
  options: PairOptions,
  progress: Progress = noProgress,
  loaded: LoadedPair | null = null,
): PairsResult {
  checkPairing(a, b, aFromB);
  const { maxPairs } = checkValues(pairOptions, options);
  const quick = isOf(loaded, a, b) ? collectPairsKernel(loaded, aFromB, maxPairs, progress) : null;
  if (quick !== null)
    return { overlap: quick.pairs.length > 0, pairCount: quick.pairs.length / 2, trianglesA: distinct(quick.pairs, 0), ...quick };
  const { codes, stats } = collectPairs(a, b, aFromB, false, maxPairs, (fraction) => progress(orderFrom * fraction));
  const ordered = inOrder(codes, b.tree.meshTriangles, (fraction) => progress(orderFrom + (1 - orderFrom) * fraction));
  return { overlap: codes.length > 0, pairCount: codes.length, ...ordered, stats };
}

/** Where sorting begins, as a part of the whole. */
const orderFrom = 0.9;
/** Pairs between two calls of `progress`. */
const reportStep = 1 << 18;

/** The pairs that codes stand for, and the triangles in them. `codes` are of no use after it. */
function inOrder(codes: Float64Array, trianglesOfB: number, progress: Progress): Pick<PairsResult, 'pairs' | 'trianglesA' | 'trianglesB'> {
  const count = codes.length;
  const sorted = sortNumbers(codes, (fraction) => progress(0.5 * fraction));
  const found = new Uint32Array(2 * count);
  const ofA = new Uint32Array(count);
  const ofB = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    if (i % reportStep === 0) progress(0.5 + 0.2 * (i / count));
    found[2 * i] = ofA[i] = Math.floor(sorted[i] / trianglesOfB);
    found[2 * i + 1] = ofB[i] = sorted[i] % trianglesOfB;
  }
  const sortedOfB = sortNumbers(ofB, (fraction) => progress(0.7 + 0.3 * fraction));
  progress(1);
  return { pairs: found, trianglesA: distinctOf(ofA), trianglesB: distinctOf(sortedOfB) };
}

/** The different ones among ascending numbers. */
function distinctOf(ascending: Uint32Array): Uint32Array {
  let count = 0;
  for (let i = 0; i < ascending.length; i++) if (i === 0 || ascending[i] !== ascending[i - 1]) ascending[count++] = ascending[i];
  return ascending.slice(0, count);
}

import { sortNumbers } from '../../math/sort-numbers.ts';
import type { Transform } from '../../math/transform.ts';
import { checkValues } from '../../options/option.ts';
import { pairOptions, type PairOptions } from '../../options/pair-options.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { checkPairing } from '../check-pairing.ts';
import { isOf, type LoadedPair } from '../loaded/load-pair.ts';
import { distinct, findPairKernel, collectPairsKernel } from './kernel.ts';
import type { TreedMesh } from '../treed-mesh.ts';
import type { OverlapResult, PairsResult } from './result.ts';
import { collectPairs } from './walk.ts';

export type { OverlapResult, PairsResult, PairStats } from './result.ts';

/**
 * Returns whether the surfaces of two meshes intersect or touch, with one pair of triangles (catalogue P1). `aFromB` places B in the
 * space of A. Stops at the first pair. Exact as `pairs`; `loaded` as there.
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
  const fast = isOf(loaded, a, b) ? findPairKernel(loaded, aFromB, progress) : null;
  if (fast !== null) return { overlap: fast.pair !== null, witness: fast.pair, stats: fast.stats };
  const { codes, stats } = collectPairs(a, b, aFromB, true, 1, progress);
  const triangles = b.tree.meshTriangles;
  const witness = codes.length === 0 ? null : { a: Math.floor(codes[0] / triangles), b: codes[0] % triangles };
  return { overlap: witness !== null, witness, stats };
}

/**
 * Returns every pair of triangles of two meshes that share a point (catalogue P1). `aFromB` places B in the space of A.
 *
 * The test is exact for A's vertices as parsed and B's vertices placed once in f64 (`transformPoints`). Triangles with a
 * non-finite vertex, before or after placement, are left out. Triangles without area act as segments or points. If `loaded`
 * (`loadPair`) belongs to these meshes, WebAssembly runs the query; the pairs are the same.
 * @throws InspectorError `invalid-argument` for a transform, tree or option that does not fit; `too-large` with more pairs
 * than `maxPairs`; whatever `progress` throws.
 */
export function pairs(
  a: TreedMesh,
  b: TreedMesh,
  aFromB: Transform,
  options: Partial<PairOptions> = {},
  progress: Progress = noProgress,
  loaded: LoadedPair | null = null,
): PairsResult {
  checkPairing(a, b, aFromB);
  const { maxPairs } = checkValues(pairOptions, options);
  const fast = isOf(loaded, a, b) ? collectPairsKernel(loaded, aFromB, maxPairs, progress) : null;
  if (fast !== null)
    return { overlap: fast.pairs.length > 0, pairCount: fast.pairs.length / 2, trianglesA: distinct(fast.pairs, 0), ...fast };
  const { codes, stats } = collectPairs(a, b, aFromB, false, maxPairs, (fraction) => progress(orderFrom * fraction));
  const ordered = sortPairs(codes, b.tree.meshTriangles, (fraction) => progress(orderFrom + (1 - orderFrom) * fraction));
  return { overlap: codes.length > 0, pairCount: codes.length, ...ordered, stats };
}

/** Progress at which sorting begins. */
const orderFrom = 0.9;
/** Pairs between two calls of `progress`. */
const reportStep = 1 << 18;

/** Decodes and sorts the pairs, and returns the triangles in them. Destroys `codes`. */
function sortPairs(
  codes: Float64Array,
  trianglesOfB: number,
  progress: Progress,
): Pick<PairsResult, 'pairs' | 'trianglesA' | 'trianglesB'> {
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

/** Returns the distinct values of ascending numbers. */
function distinctOf(ascending: Uint32Array): Uint32Array {
  let count = 0;
  for (let i = 0; i < ascending.length; i++) if (i === 0 || ascending[i] !== ascending[i - 1]) ascending[count++] = ascending[i];
  return ascending.slice(0, count);
}

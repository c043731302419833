import { InspectorError } from '../error.ts';
import { checkTransform, type Transform } from '../math/transform.ts';
import { checkValues } from '../options/option.ts';
import { pairOptions, type PairOptions } from '../options/pair-options.ts';
import { noProgress, type Progress } from '../progress.ts';
import { checkTreedMesh, type TreedMesh } from './treed-mesh.ts';
import { walkPairs, type PairStats } from './walk-pairs.ts';

export interface OverlapAnswer {
  /** Whether the surfaces meet: touching counts, one mesh inside the other does not. */
  readonly overlap: boolean;
  /** The pair that settled it, not the least one; `null` when the surfaces are apart. */
  readonly witness: { readonly a: number; readonly b: number } | null;
  readonly stats: PairStats;
}

export interface PairAnswer {
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
 * pair. Exact, as `pairs` is.
 * @throws InspectorError `invalid-argument` for a transform or a tree that does not fit; whatever `progress` throws.
 */
export function surfacesMeet(a: TreedMesh, b: TreedMesh, aFromB: Transform, progress: Progress = noProgress): OverlapAnswer {
  check(a, b, aFromB);
  const { codes, stats } = walkPairs(a, b, aFromB, true, 1, progress);
  const triangles = b.tree.meshTriangles;
  const witness = codes.length === 0 ? null : { a: Math.floor(codes[0] / triangles), b: codes[0] % triangles };
  return { overlap: witness !== null, witness, stats };
}

/**
 * P1: every pair of triangles of two meshes that have a point in common when `aFromB` places B in the space of A.
 *
 * Decided exactly on A's vertices as parsed and B's placed once in f64 (`transformPoints`). Triangles with a vertex that
 * is not finite, before or after that, are left out; those without area act as segments or points.
 * @throws InspectorError `invalid-argument` for a transform, tree or option that does not fit; `too-large` with more pairs
 * than `mostPairs`; whatever `progress` throws.
 */
export function pairs(a: TreedMesh, b: TreedMesh, aFromB: Transform, options: PairOptions, progress: Progress = noProgress): PairAnswer {
  check(a, b, aFromB);
  const { mostPairs } = checkValues(pairOptions, options);
  const { codes, stats } = walkPairs(a, b, aFromB, false, mostPairs, progress);
  codes.sort();
  const triangles = b.tree.meshTriangles;
  const found = new Uint32Array(2 * codes.length);
  for (let i = 0; i < codes.length; i++) {
    found[2 * i] = Math.floor(codes[i] / triangles);
    found[2 * i + 1] = codes[i] % triangles;
  }
  return {
    overlap: codes.length > 0,
    pairCount: codes.length,
    pairs: found,
    trianglesA: distinct(found, 0),
    trianglesB: distinct(found, 1),
    stats,
  };
}

function check(a: TreedMesh, b: TreedMesh, aFromB: Transform): void {
  checkTransform(aFromB);
  checkTreedMesh(a);
  checkTreedMesh(b);
  // A pair is numbered by one f64 while it is collected.
  if (a.tree.meshTriangles * b.tree.meshTriangles <= Number.MAX_SAFE_INTEGER) return;
  const message = `${a.tree.meshTriangles} and ${b.tree.meshTriangles} triangles are too many to pair`;
  throw new InspectorError({ code: 'too-large', message, cure: 'Split the meshes into parts', place: {} });
}

function distinct(pairs: Uint32Array, side: 0 | 1): Uint32Array {
  const triangles = pairs.filter((_, i) => i % 2 === side).sort();
  return triangles.filter((triangle, i) => i === 0 || triangle !== triangles[i - 1]);
}

import type { Tree } from '../../tree/layout.ts';
import { radiusWord, sphereWords } from '../../tree/kinds/sphere/node-sphere.ts';
import { boxesApart, largerIsA, largerIsB } from './box-separation.ts';

/** Values that all tests of two trees of spheres share, for one placement of B; in A's frame as `BoxSeparation`. */
export interface SphereSeparation {
  readonly nodesA: Float32Array;
  readonly nodesB: Float32Array;
  /** (9) columns of the placement, and (3) B's tree origin in A's frame. */
  readonly columns: Float64Array;
  readonly offset: Float64Array;
  /** No length grows by more than this. */
  readonly stretch: number;
  /** Bound on the rounding error of a test, and of a placed vertex. */
  readonly padding: number;
}

/** `columns`, `offset` and `padding` (3 each) as a `BoxSeparation` has them. */
export function createSphereSeparation(
  a: Tree,
  b: Tree,
  columns: Float64Array,
  offset: Float64Array,
  padding: Float64Array,
): SphereSeparation {
  const slack = 4 * (padding[0] + padding[1] + padding[2]);
  return { nodesA: a.nodesF32, nodesB: b.nodesF32, columns, offset, stretch: maxStretch(columns), padding: slack };
}

/** Returns an upper bound of the largest singular value: the root of the largest absolute row sum of the product with the transpose. */
export function maxStretch(columns: Float64Array): number {
  let max = 0;
  for (let i = 0; i < 3; i++) {
    let sum = 0;
    for (let j = 0; j < 3; j++) sum += Math.abs(dot(columns, 3 * i, 3 * j));
    max = Math.max(max, sum);
  }
  return Math.sqrt(max) * (1 + 2 ** -40);
}

function dot(columns: Float64Array, p: number, q: number): number {
  return columns[p] * columns[q] + columns[p + 1] * columns[q + 1] + columns[p + 2] * columns[q + 2];
}

/** Bound on the rounding error of a centre, as a part of its size. */
export const centrePadding = 2 ** -46;

/** Tests two nodes as `compareBoxes` does, by their spheres. Hot. */
export function compareSpheres(s: SphereSeparation, a: number, b: number): number {
  const { nodesA, nodesB, columns: c, offset } = s;
  const atA = a * sphereWords;
  const atB = b * sphereWords;
  const x = nodesB[atB];
  const y = nodesB[atB + 1];
  const z = nodesB[atB + 2];
  const dx = c[0] * x + c[3] * y + c[6] * z + offset[0] - nodesA[atA];
  const dy = c[1] * x + c[4] * y + c[7] * z + offset[1] - nodesA[atA + 1];
  const dz = c[2] * x + c[5] * y + c[8] * z + offset[2] - nodesA[atA + 2];
  const radiusA = nodesA[atA + radiusWord];
  const radiusB = nodesB[atB + radiusWord] * s.stretch;
  // In foreign trees a centre may lie outside the root.
  const size =
    Math.abs(nodesA[atA]) + Math.abs(nodesA[atA + 1]) + Math.abs(nodesA[atA + 2]) + s.stretch * (Math.abs(x) + Math.abs(y) + Math.abs(z));
  const sum = radiusA + radiusB + s.padding + centrePadding * size;
  // A NaN after an overflow is never above.
  if (dx * dx + dy * dy + dz * dz > sum * sum * (1 + 2 ** -40)) return boxesApart;
  return radiusA >= radiusB ? largerIsA : largerIsB;
}

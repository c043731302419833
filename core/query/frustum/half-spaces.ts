import { invalidArgument } from '../../error.ts';
import { bigCross, bigDot, bigTimes, bigUnit, type BigVec3 } from '../../math/big-vec3.ts';
import { roundedRatio, scaledIntegers } from '../../math/exact.ts';
import type { ExactHalfSpace, HalfSpaces } from '../../shape/half-spaces.ts';
import type { Viewpoint } from '../triangle-filter.ts';

/** The points that a camera sees: those that a matrix takes to -w ≤ x, y, z ≤ w. */
export interface Frustum {
  /** (16) clip space from mesh space, column-major, as in OpenGL. */
  readonly clipFromMesh: readonly number[];
  /** Its half-spaces, from `prepareFrustum`. Without them each query finds them. */
  readonly spaces?: HalfSpaces;
}

type Row = readonly [bigint, bigint, bigint, bigint];

/**
 * Returns the half-spaces of a frustum: left, right, bottom, top, near and far, each an exact sum of two rows of the matrix. A plane at
 * infinity is left out, such as the far one of an endless projection.
 * @throws InspectorError `invalid-argument` for another count of numbers, numbers that are not finite, a singular matrix, and a frustum
 * without points.
 */
export function frustumHalfSpaces({ clipFromMesh }: Frustum): readonly ExactHalfSpace[] {
  const rows = frustumRows(clipFromMesh);
  const [, , , w] = rows;
  return [0, 1, 2].flatMap((k) =>
    [1n, -1n].flatMap((sign): readonly ExactHalfSpace[] => {
      const [x, y, z, offset] = w!.map((value, i) => value + sign * rows[k]![i]!) as unknown as Row;
      if (x !== 0n || y !== 0n || z !== 0n) return [{ normal: [x, y, z], offset, exponent: 0 }];
      if (offset >= 0n) return [];
      throw invalidArgument('The frustum has no points: one of its planes is at infinity and faces away', 'Check the near and far planes');
    }),
  );
}

/** Returns the rows of the matrix as integers with a common power of two. */
function frustumRows(numbers: readonly number[]): readonly Row[] {
  if (numbers.length !== 16)
    throw invalidArgument(`The matrix of the frustum has ${numbers.length} numbers`, 'Give 16 numbers, column by column');
  if (!numbers.every(Number.isFinite)) throw invalidArgument('A number of the matrix is not finite', 'Give 16 finite numbers');
  const { integers } = scaledIntegers(numbers);
  const rows = [0, 1, 2, 3].map((row): Row => [integers[row]!, integers[row + 4]!, integers[row + 8]!, integers[row + 12]!]);
  if (determinant(rows) === 0n) {
    throw invalidArgument(
      'The matrix of the frustum is singular: it flattens space',
      'Give the product of projection and view, column by column',
    );
  }
  return rows;
}

/** Returns the determinant by the minors of the last two rows. */
function determinant([a, b, c, d]: readonly Row[]): bigint {
  let sum = 0n;
  for (let i = 0; i < 4; i++) {
    for (let j = 0; j < 4; j++) {
      if (i === j) continue;
      const [k, l] = [0, 1, 2, 3].filter((at) => at !== i && at !== j) as [number, number];
      const isOdd = (i + j + (i < j ? 1 : 0)) % 2 === 1;
      const minor = a![i]! * b![j]! * (c![k]! * d![l]! - c![l]! * d![k]!);
      sum += isOdd ? -minor : minor;
    }
  }
  return sum;
}

/**
 * Returns the eye of a perspective frustum as a point, and of an orthographic one as the direction in which it looks, rounded. It is where
 * x, y and w are 0; at infinity if w never is.
 */
export function frustumEye({ clipFromMesh }: Frustum): Viewpoint {
  const [x, y, z, w] = frustumRows(clipFromMesh) as [Row, Row, Row, Row];
  const eye = [0, 1, 2, 3].map((i) => minor([x, y, w], i) * (i % 2 === 0 ? 1n : -1n)) as unknown as Row;
  if (eye[3] !== 0n) return { point: [roundedRatio(eye[0], eye[3], 0), roundedRatio(eye[1], eye[3], 0), roundedRatio(eye[2], eye[3], 0)] };
  const along: BigVec3 = [eye[0], eye[1], eye[2]];
  // z grows from near to far.
  const isBackward = bigDot(along, [z[0], z[1], z[2]]) < 0n;
  return { direction: bigUnit(isBackward ? bigTimes(along, -1n) : along)! };
}

/** Returns the determinant of three rows without one column. */
function minor(rows: readonly Row[], column: number): bigint {
  const [p, q, r] = rows.map((row) => row.filter((_, i) => i !== column)) as unknown as [BigVec3, BigVec3, BigVec3];
  return bigDot(p, bigCross(q, r));
}

import { InspectorError } from '../error.ts';
import { orient3dSign } from './orientation.ts';
import type { Vec3 } from './vec3.ts';

/** An affine map as a 4 x 4 matrix, column-major, f64: 16 numbers, last row 0 0 0 1. It may mirror, and it may be singular. */
export type Matrix = readonly number[];

/** A matrix that can place a mesh: finite and not singular. */
export type Transform = Matrix;

export const identityTransform: Transform = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** Translation, rotation and scale that place one mesh in the space of another. */
export interface TransformParts {
  readonly translate: Vec3;
  /** About the fixed axes X, then Y, then Z, in degrees. */
  readonly rotateDegrees: Vec3;
  readonly scale: Vec3;
}

export const identityTransformParts: TransformParts = { translate: [0, 0, 0], rotateDegrees: [0, 0, 0], scale: [1, 1, 1] };

/**
 * Returns M = T·Rz·Ry·Rx·S: scale, then rotations about the fixed axes X, Y, Z, then translation. Multiples of 90° give exact 0 and ±1.
 * @throws InspectorError `invalid-argument` as `checkTransform` does.
 */
export function transformOf(placement: TransformParts): Transform {
  const { translate, rotateDegrees, scale } = placement;
  const [sinX, cosX] = sineAndCosine(rotateDegrees[0]);
  const [sinY, cosY] = sineAndCosine(rotateDegrees[1]);
  const [sinZ, cosZ] = sineAndCosine(rotateDegrees[2]);
  const [x, y, z] = scale;
  const matrix = [
    cosZ * cosY * x,
    sinZ * cosY * x,
    -sinY * x,
    0,
    (cosZ * sinY * sinX - sinZ * cosX) * y,
    (sinZ * sinY * sinX + cosZ * cosX) * y,
    cosY * sinX * y,
    0,
    (cosZ * sinY * cosX + sinZ * sinX) * z,
    (sinZ * sinY * cosX - cosZ * sinX) * z,
    cosY * cosX * z,
    0,
    ...translate,
    1,
  ];
  // Adding 0 makes 0 of -0.
  return checkTransform(matrix.map((value) => value + 0));
}

/**
 * Returns the numbers as a transform.
 * @throws InspectorError `invalid-argument` if they are not 16 finite numbers of an affine, non-singular matrix.
 */
export function checkTransform(numbers: readonly number[]): Transform {
  if (numbers.length !== 16) throw invalid(`it has ${numbers.length} numbers`, 'Give 16 numbers, column by column');
  if (!numbers.every(Number.isFinite)) throw invalid('a number in it is not finite', 'Give 16 finite numbers');
  if (numbers[3] !== 0 || numbers[7] !== 0 || numbers[11] !== 0 || numbers[15] !== 1) {
    throw invalid('its last row is not 0 0 0 1', 'Give the matrix column by column: the translation is numbers 13 to 15');
  }
  const [m0, m1, m2, , m4, m5, m6, , m8, m9, m10] = numbers as number[];
  if (orient3dSign(0, 0, 0, m0, m1, m2, m4, m5, m6, m8, m9, m10) === 0) {
    throw invalid('it flattens the mesh (it is singular)', 'Give scales that are not 0 and axes that are not in one plane');
  }
  return numbers;
}

/**
 * Writes the points (3·n) placed by `matrix` to `out[at...]`, each coordinate summed from left to right and rounded as f64:
 * x' = m0·x + m4·y + m8·z + m12. This rounding defines the position of a placed vertex for every query. Hot.
 */
export function transformPoints(matrix: Matrix, points: Float64Array, out: Float64Array, at = 0): void {
  const [m0, m1, m2, , m4, m5, m6, , m8, m9, m10, , m12, m13, m14] = matrix as number[];
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i];
    const y = points[i + 1];
    const z = points[i + 2];
    out[at + i] = m0 * x + m4 * y + m8 * z + m12;
    out[at + i + 1] = m1 * x + m5 * y + m9 * z + m13;
    out[at + i + 2] = m2 * x + m6 * y + m10 * z + m14;
  }
}

/** Returns a transformed point, with the rounding of `transformPoints`. */
export function transformPoint(transform: Transform, [x, y, z]: Vec3): Vec3 {
  const [m0, m1, m2, , m4, m5, m6, , m8, m9, m10, , m12, m13, m14] = transform as number[];
  return [m0 * x + m4 * y + m8 * z + m12, m1 * x + m5 * y + m9 * z + m13, m2 * x + m6 * y + m10 * z + m14];
}

/** Returns a transformed vector: scaled and rotated, not translated. */
export function transformVector(transform: Transform, [x, y, z]: Vec3): Vec3 {
  const [m0, m1, m2, , m4, m5, m6, , m8, m9, m10] = transform as number[];
  return [m0 * x + m4 * y + m8 * z, m1 * x + m5 * y + m9 * z, m2 * x + m6 * y + m10 * z];
}

/** Returns the inverse, rounded: for picking and display, not for exact decisions. */
export function inverseTransform(transform: Transform): Transform {
  const [m0, m1, m2, , m4, m5, m6, , m8, m9, m10, , m12, m13, m14] = transform as number[];
  const c0 = m5 * m10 - m6 * m9;
  const c1 = m6 * m8 - m4 * m10;
  const c2 = m4 * m9 - m5 * m8;
  const determinant = m0 * c0 + m1 * c1 + m2 * c2;
  const linear = [
    c0 / determinant,
    (m2 * m9 - m1 * m10) / determinant,
    (m1 * m6 - m2 * m5) / determinant,
    0,
    c1 / determinant,
    (m0 * m10 - m2 * m8) / determinant,
    (m2 * m4 - m0 * m6) / determinant,
    0,
    c2 / determinant,
    (m1 * m8 - m0 * m9) / determinant,
    (m0 * m5 - m1 * m4) / determinant,
    0,
  ];
  const [x, y, z] = transformVector([...linear, 0, 0, 0, 1], [m12, m13, m14]);
  return [...linear, 0 - x, 0 - y, 0 - z, 1];
}

/** Returns sine and cosine, exact at multiples of 90°. Other angles are reduced to the nearest multiple, so large angles lose no digits. */
export function sineAndCosine(degrees: number): readonly [sine: number, cosine: number] {
  const turn = degrees % 360;
  const quarters = Math.round(turn / 90);
  const rest = ((turn - 90 * quarters) * Math.PI) / 180;
  const sine = Math.sin(rest);
  const cosine = Math.cos(rest);
  switch (((quarters % 4) + 4) % 4) {
    case 0:
      return [sine, cosine];
    case 1:
      return [cosine, -sine];
    case 2:
      return [-sine, -cosine];
    default:
      return [-cosine, sine];
  }
}

function invalid(what: string, fix: string): InspectorError {
  return new InspectorError({ code: 'invalid-argument', message: `This matrix cannot place a mesh: ${what}`, fix, location: {} });
}

/** Returns a right-handed rotation about x (0), y (1) or z (any other number), in degrees; multiples of 90 give exact 0 and ±1. */
export function rotationAbout(axis: number, degrees: number): Matrix {
  const [s, c] = sineAndCosine(degrees);
  switch (axis) {
    case 0:
      return [1, 0, 0, 0, 0, c, s, 0, 0, -s, c, 0, 0, 0, 0, 1];
    case 1:
      return [c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, 0, 0, 0, 1];
    default:
      return [c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  }
}

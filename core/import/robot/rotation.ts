import { multiply } from '../../math/matrix.ts';
import type { Matrix } from '../../math/transform.ts';
import { matrixOfTrs } from '../../math/trs.ts';
import { cross, normalized, type Vec3 } from '../../math/vec3.ts';

/** Returns the matrix of a rotation about a unit axis, in radians. */
export function aboutAxis([x, y, z]: Vec3, radians: number): Matrix {
  const [s, c] = [Math.sin(radians / 2), Math.cos(radians / 2)];
  return ofQuaternion([c, x * s, y * s, z * s])!;
}

/** Returns the matrix of a quaternion (w, x, y, z) of any length; `null` for zeros. */
export function ofQuaternion(numbers: readonly number[]): Matrix | null {
  const size = Math.hypot(...numbers);
  if (!(size > 0)) return null;
  const [w = 1, x = 0, y = 0, z = 0] = numbers.map((value) => value / size);
  return matrixOfTrs([0, 0, 0], [x, y, z, w], [1, 1, 1]);
}

const units: Readonly<Record<string, Vec3>> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };

/** Returns the rotation of angles in radians: lower-case letters turn with the body, upper-case letters about fixed axes. */
export function ofEuler(angles: readonly number[], sequence: string): Matrix | null {
  let matrix = ofQuaternion([1, 0, 0, 0])!;
  for (const [i, letter] of [...sequence].entries()) {
    const unit = units[letter.toLowerCase()];
    if (unit === undefined) return null;
    const turn = aboutAxis(unit, angles[i] ?? 0);
    matrix = letter === letter.toLowerCase() ? multiply(matrix, turn) : multiply(turn, matrix);
  }
  return matrix;
}

/** Returns the smallest rotation that takes +Z to a direction; `null` for zeros. */
export function zTowards(direction: Vec3): Matrix | null {
  const z = normalized(direction);
  if (z === null) return null;
  const axis = normalized([-z[1], z[0], 0]);
  if (axis === null) return z[2] > 0 ? ofQuaternion([1, 0, 0, 0]) : aboutAxis([1, 0, 0], Math.PI);
  return aboutAxis(axis, Math.atan2(Math.hypot(z[0], z[1]), z[2]));
}

/** Returns the rotation with the axes x and y, made square; `null` if they are parallel. */
export function ofAxes(x: Vec3, y: Vec3): Matrix | null {
  const unitX = normalized(x);
  const unitZ = unitX === null ? null : normalized(cross(unitX, y));
  if (unitX === null || unitZ === null) return null;
  return [...unitX, 0, ...cross(unitZ, unitX), 0, ...unitZ, 0, 0, 0, 0, 1];
}

/** Returns a rotation with a translation. */
export function placed(rotation: Matrix, [x, y, z]: Vec3): Matrix {
  return [...rotation.slice(0, 12), x, y, z, 1];
}

/** From the space of exact shapes, whose axis is Y, to that of engines whose axis is Z. */
export const zFromY: Matrix = [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1];

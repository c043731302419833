import { sineAndCosine } from '../../math/transform.ts';
import type { Vec3 } from '../../math/vec3.ts';

/**
 * Returns the rotation about an axis of any length but 0, 3 x 3, column-major (Rodrigues). The axis is not normalised first: so quarter and
 * half turns about axes such as (0, 3, 0), and half turns about (1, 1, 0), have exact 0 and ±1.
 */
export function orbitRotation(axis: Vec3, degrees: number): readonly number[] {
  // A power of two keeps all digits, and the squares in range.
  const scale = 2 ** Math.min(1023, -Math.floor(Math.log2(Math.max(...axis.map(Math.abs)))));
  const [x, y, z] = axis.map((value) => value * scale) as unknown as Vec3;
  const square = x * x + y * y + z * z;
  const [sine, cosine] = sineAndCosine(degrees);
  const length = Math.sqrt(square);
  const half = Math.sin((degrees * Math.PI) / 360);
  // 1 − cos, without cancellation at small angles.
  const c = degrees % 90 === 0 ? 1 - cosine : 2 * half * half;
  const part = (product: number): number => (c * product) / square;
  const across = (coordinate: number): number => (sine * coordinate) / length;
  return [
    1 - part(y * y + z * z),
    part(x * y) + across(z),
    part(x * z) - across(y),
    part(x * y) - across(z),
    1 - part(x * x + z * z),
    part(y * z) + across(x),
    part(x * z) + across(y),
    part(y * z) - across(x),
    1 - part(x * x + y * y),
  ];
}

import type { Vec3 } from './vec3.ts';

/** Returns the rotation about an axis (unit vector) by an angle in radians, 3 x 3, column-major (Rodrigues). */
export function axisRotation([x, y, z]: Vec3, angle: number): readonly number[] {
  const s = Math.sin(angle);
  // 1 − cos, without cancellation.
  const half = Math.sin(angle / 2);
  const c = 2 * half * half;
  return [
    1 - c * (y * y + z * z),
    c * x * y + s * z,
    c * x * z - s * y,
    c * x * y - s * z,
    1 - c * (x * x + z * z),
    c * y * z + s * x,
    c * x * z + s * y,
    c * y * z - s * x,
    1 - c * (x * x + y * y),
  ];
}

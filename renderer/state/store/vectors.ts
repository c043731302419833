/** Vector operations that tools, commands and the view share. */
import type { Vec3 } from '#core/math';

/** `p + by·direction` */
export function along(p: Vec3, direction: Vec3, by: number): Vec3 {
  return [p[0] + direction[0] * by, p[1] + direction[1] * by, p[2] + direction[2] * by];
}

export function minus(a: Vec3, b: Vec3): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

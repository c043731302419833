/** Vector operations that tools, commands and the view share. */
import type { Vec3 } from '#core/math';

/** `p + by·direction` */
export function along(p: Vec3, direction: Vec3, by: number): Vec3 {
  return [p[0] + direction[0] * by, p[1] + direction[1] * by, p[2] + direction[2] * by];
}

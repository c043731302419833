import type { Vec3 } from '#core/math';

/**
 * Returns the angles of a rotation about the fixed axes X, then Y, then Z, in degrees.
 * @param rotation column-major, 3 × 3
 * @param keptX the angle about X at a right angle about Y, where X and Z are one axis
 */
export function rotationDegrees(rotation: readonly number[], keptX = 0): Vec3 {
  const [r00, r10, r20, r01, r11, r21, , , r22] = rotation as number[];
  const flat = Math.hypot(r21!, r22!);
  const y = Math.atan2(-r20!, flat);
  const kept = (keptX * Math.PI) / 180;
  const rest = y > 0 ? kept - Math.atan2(r01!, r11!) : Math.atan2(-r01!, r11!) - kept;
  const [x, z] = flat > 1e-9 ? [Math.atan2(r21!, r22!), Math.atan2(r10!, r00!)] : [kept, rest];
  return [(x * 180) / Math.PI, (y * 180) / Math.PI, (z * 180) / Math.PI];
}

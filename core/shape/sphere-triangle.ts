import { closestPointTriangle } from './closest-point-triangle.ts';
import { faceCode } from './triangle-feature.ts';

/** Results of `sphereTriangle`. */
export const sphereMisses = 0;
export const sphereTouches = 1;
/** Rounding could change the result: use `closestPointTriangleExact`. */
export const sphereUnsure = 2;

const unit = 2 ** -53;
const underflow = 1e-290;

/**
 * Tests a closed ball against the closed triangle of the vertices at `a`, `b`, `c` (offsets into `positions`): returns misses, touches
 * or unsure. `scratch` has 4 numbers.
 *
 * The f64 closest point q (relative to the centre) bounds the distance from both sides. As a point of the triangle it gives the upper
 * bound |q|. As a direction it gives a lower bound: the whole triangle lies beyond the plane at min(q·v)/|q|, v its corners. Both
 * have an error of a few roundings of the farthest corner M, so the result is unsure only if the sphere is tangent within that error.
 * Needles and triangles without area need no special case. A corner inside the ball decides at once, which saves most of the work for
 * large spheres. Hot: bench `sphere`.
 */
export function sphereTriangle(
  px: number,
  py: number,
  pz: number,
  radius: number,
  positions: Float64Array,
  a: number,
  b: number,
  c: number,
  scratch: Float64Array,
): number {
  const ax = positions[a] - px;
  const ay = positions[a + 1] - py;
  const az = positions[a + 2] - pz;
  const bx = positions[b] - px;
  const by = positions[b + 1] - py;
  const bz = positions[b + 2] - pz;
  const cx = positions[c] - px;
  const cy = positions[c + 1] - py;
  const cz = positions[c + 2] - pz;
  const inner = radius * radius * (1 - 16 * unit) - underflow;
  if (ax * ax + ay * ay + az * az < inner || bx * bx + by * by + bz * bz < inner || cx * cx + cy * cy + cz * cz < inner) {
    return sphereTouches;
  }
  const code = closestPointTriangle(px, py, pz, positions, a, b, c, scratch);
  const qx = scratch[0];
  const qy = scratch[1];
  const qz = scratch[2];
  const M = Math.max(
    Math.max(Math.abs(ax), Math.abs(ay), Math.abs(az)),
    Math.max(Math.abs(bx), Math.abs(by), Math.abs(bz)),
    Math.max(Math.abs(cx), Math.abs(cy), Math.abs(cz)),
  );
  const distanceSq = qx * qx + qy * qy + qz * qz;
  // An offset along the normal is accurate to 1e-12 only; others are weighted means of corners, wrong by a few roundings.
  const error = code === faceCode && scratch[3] === 1 ? 3e-12 * M : 32 * unit * M;
  if (distanceSq < radius * radius - (2 * error + 16 * unit * radius) * radius - underflow) return sphereTouches;
  const support = Math.min(qx * ax + qy * ay + qz * az, qx * bx + qy * by + qz * bz, qx * cx + qy * cy + qz * cz);
  const q = Math.max(Math.abs(qx), Math.abs(qy), Math.abs(qz));
  const min = support - 32 * unit * q * M - underflow;
  // After an underflow of the square its root is meaningless.
  const isFar = distanceSq > underflow && min > radius * Math.sqrt(distanceSq) * (1 + 16 * unit);
  return isFar ? sphereMisses : sphereUnsure;
}

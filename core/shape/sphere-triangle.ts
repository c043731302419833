import { closestPointTriangle } from './closest-point-triangle.ts';
import { boundDistance, maxNumber, minNumber } from './point-triangle-bounds.ts';

/** Results of `sphereTriangle`. */
export const sphereMisses = 0;
export const sphereTouches = 1;
/** Rounding could change the result: use `closestPointTriangleExact`. */
export const sphereUnsure = 2;

const unit = 2 ** -53;
const underflow = 1e-290;

/**
 * Tests a closed ball against the closed triangle of the vertices at `a`, `b`, `c` (offsets into `positions`): returns misses, touches
 * or unsure. `scratch` has 6 numbers.
 *
 * `boundDistance` bounds the distance from both sides, so the result is unsure only if the sphere is tangent within a few roundings of the
 * farthest corner. A corner inside the ball decides at once, which saves most of the work for large spheres. Hot: bench `sphere`.
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
  boundDistance(scratch, positions, a, b, c, px, py, pz, code);
  if (scratch[maxNumber] < radius) return sphereTouches;
  return scratch[minNumber] > radius ? sphereMisses : sphereUnsure;
}

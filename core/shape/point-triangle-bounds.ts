import { faceCode } from './triangle-feature.ts';

const unit = 2 ** -53;
/** Squares below it have lost digits. Its root is below `minLength`. */
const minSquare = 1e-290;
const minLength = 1e-144;

/** Numbers of (6) that hold the bounds; the four before are the output of `closestPointTriangle`. */
export const minNumber = 4;
export const maxNumber = 5;

/**
 * Bounds the distance of a point p to the triangle at offsets a, b, c of `positions`, after `closestPointTriangle` has written to `closest` (6).
 *
 * The f64 closest point q (relative to p) bounds the distance from both sides. It is a point of the
 * triangle, so |q| is an upper bound. The whole triangle lies beyond the plane at min(q·v)/|q|, v its corners, which is a lower
 * bound. Needles and triangles without area need no special case. Hot: bench `closest`.
 */
export function boundDistance(
  closest: Float64Array,
  positions: Float64Array,
  a: number,
  b: number,
  c: number,
  px: number,
  py: number,
  pz: number,
  code: number,
): void {
  const qx = closest[0];
  const qy = closest[1];
  const qz = closest[2];
  const distanceSq = qx * qx + qy * qy + qz * qz;
  const distance = Math.sqrt(distanceSq);
  const isCertain = closest[3] === 1;
  const ax = positions[a] - px;
  const ay = positions[a + 1] - py;
  const az = positions[a + 2] - pz;
  const bx = positions[b] - px;
  const by = positions[b + 1] - py;
  const bz = positions[b + 2] - pz;
  const cx = positions[c] - px;
  const cy = positions[c + 1] - py;
  const cz = positions[c + 2] - pz;
  const M = Math.max(
    Math.max(Math.abs(ax), Math.abs(ay), Math.abs(az)),
    Math.max(Math.abs(bx), Math.abs(by), Math.abs(bz)),
    Math.max(Math.abs(cx), Math.abs(cy), Math.abs(cz)),
  );
  const support = Math.min(qx * ax + qy * ay + qz * az, qx * bx + qy * by + qz * bz, qx * cx + qy * cy + qz * cz);
  const q = Math.max(Math.abs(qx), Math.abs(qy), Math.abs(qz));
  const bound = ((support - 32 * unit * q * M) / distance) * (1 - 16 * unit);
  // Squares that underflow or overflow give no bound.
  closest[minNumber] = distanceSq > minSquare && bound > 0 && bound < Infinity ? bound : 0;
  // An offset along the normal is accurate to 1e-12 only; others are weighted means of corners, wrong by a few roundings.
  const error = code === faceCode && isCertain ? 3e-12 * M : 32 * unit * M;
  closest[maxNumber] = (distance + error + minLength) * (1 + 16 * unit);
}

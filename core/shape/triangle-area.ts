import { hypot } from '../math/hypot.ts';
import { orient2dSign, relativeBound, underflow } from '../math/orientation.ts';

/**
 * Whether the corners of a finite triangle (9) lie exactly on one line or point: whether its projections along all three axes have
 * no area. Hot: bench `health`.
 */
export function hasNoArea(t: Float64Array): boolean {
  const ux = t[3] - t[0];
  const uy = t[4] - t[1];
  const uz = t[5] - t[2];
  const vx = t[6] - t[0];
  const vy = t[7] - t[1];
  const vz = t[8] - t[2];
  const a = uy * vz;
  const b = uz * vy;
  if (Math.abs(a - b) > (Math.abs(a) + Math.abs(b)) * relativeBound + underflow) return false;
  const c = uz * vx;
  const d = ux * vz;
  if (Math.abs(c - d) > (Math.abs(c) + Math.abs(d)) * relativeBound + underflow) return false;
  const e = ux * vy;
  const f = uy * vx;
  if (Math.abs(e - f) > (Math.abs(e) + Math.abs(f)) * relativeBound + underflow) return false;
  return isShadowFlat(t, 0, 1) && isShadowFlat(t, 1, 2) && isShadowFlat(t, 2, 0);
}

function isShadowFlat(t: Float64Array, x: number, y: number): boolean {
  return orient2dSign(t[x], t[y], t[3 + x], t[3 + y], t[6 + x], t[6 + y]) === 0;
}

/** Returns the area of a triangle (9), f64. The relative error grows for thin needles. */
export function triangleArea(t: Float64Array): number {
  const ux = t[3] - t[0];
  const uy = t[4] - t[1];
  const uz = t[5] - t[2];
  const vx = t[6] - t[0];
  const vy = t[7] - t[1];
  const vz = t[8] - t[2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const sizeSq = x * x + y * y + z * z;
  // Smaller squares lose digits, larger ones may overflow.
  return sizeSq > 1e-290 && sizeSq < 1e300 ? Math.sqrt(sizeSq) / 2 : hypot(x, y, z) / 2;
}

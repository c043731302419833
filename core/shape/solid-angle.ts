import { orient3dSign } from '../math/orientation.ts';

/**
 * A sum of the solid angles of triangles seen from one point (4 numbers). The argument of the complex number in the first two is half of the
 * sum, up to whole turns, which are the third. The last is the error bound of the sum in units of 4π. Multiplying complex numbers adds their
 * arguments, so a sum needs one arc tangent.
 */
export type SolidAngleSum = Float64Array;

export function createSolidAngleSum(): SolidAngleSum {
  return clearSolidAngles(new Float64Array(4));
}

export function clearSolidAngles(sum: SolidAngleSum): SolidAngleSum {
  sum[0] = 1;
  sum[1] = sum[2] = sum[3] = 0;
  return sum;
}

/** Returns the sum in units of 4π: the winding number of the triangles about the point. */
export function solidAngleTurns(sum: SolidAngleSum): number {
  return sum[2] + Math.atan2(sum[1], sum[0]) / (2 * Math.PI);
}

/** Rounding error of numerator and denominator, each divided by the product of the three lengths. */
const rounding = 2 ** -47;

/**
 * Adds the solid angle of the triangle at offsets a, b, c of `positions`, seen from a point that is not on the triangle. It is positive
 * where the point is behind the triangle. `scale` is a power of two that keeps products in range; the point is scaled already.
 *
 * Close to the plane the exact side decides: across the triangle the angle jumps by 4π. Source: Van Oosterom & Strackee, "The Solid Angle
 * of a Plane Triangle" (1983), with error bounds added. Hot.
 */
export function addSolidAngle(
  sum: SolidAngleSum,
  positions: Float64Array,
  a: number,
  b: number,
  c: number,
  px: number,
  py: number,
  pz: number,
  scale: number,
  isFlipped: boolean,
): void {
  const ax = positions[a] * scale - px;
  const ay = positions[a + 1] * scale - py;
  const az = positions[a + 2] * scale - pz;
  const bx = positions[b] * scale - px;
  const by = positions[b + 1] * scale - py;
  const bz = positions[b + 2] * scale - pz;
  const cx = positions[c] * scale - px;
  const cy = positions[c + 1] * scale - py;
  const cz = positions[c + 2] * scale - pz;
  const la = Math.sqrt(ax * ax + ay * ay + az * az);
  const lb = Math.sqrt(bx * bx + by * by + bz * bz);
  const lc = Math.sqrt(cx * cx + cy * cy + cz * cz);
  const inverse = 1 / (la * lb * lc);
  let sine = (ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)) * inverse;
  let cosine = 1 + ((ax * bx + ay * by + az * bz) * lc + (bx * cx + by * cy + bz * cz) * la + (cx * ax + cy * ay + cz * az) * lb) * inverse;
  if (cosine < rounding && Math.abs(sine) < rounding) {
    const side = -sideOf(positions, a, b, c, px, py, pz, scale);
    // A point in the plane, off the triangle, sees nothing of it.
    if (side === 0) cosine = Math.abs(cosine);
    sine = side * Math.max(Math.abs(sine), rounding / 64);
  }
  const size = Math.sqrt(sine * sine + cosine * cosine);
  // Also where a product of lengths has vanished or is infinite.
  if (!(size > 4 * rounding)) {
    sum[3] += 1;
    if (!(size > 0)) return;
  } else sum[3] += rounding / size;
  multiply(sum, cosine, isFlipped ? -sine : sine, size);
}

function multiply(sum: SolidAngleSum, cosine: number, sine: number, size: number): void {
  const re = sum[0];
  const im = sum[1];
  const nextRe = (re * cosine - im * sine) / size;
  // Adding 0 makes -0 a 0, whose angle is π.
  const nextIm = (re * sine + im * cosine) / size + 0;
  // Both angles on one side of the real axis, and their sum on the other: it has passed π.
  if (im >= 0 && sine >= 0 && nextIm < 0) sum[2]++;
  else if (im < 0 && sine < 0 && nextIm >= 0) sum[2]--;
  sum[0] = nextRe;
  sum[1] = nextIm;
}

/** Returns 1 in front of the triangle, -1 behind it, 0 in its plane; exact. */
function sideOf(positions: Float64Array, a: number, b: number, c: number, px: number, py: number, pz: number, scale: number): number {
  return orient3dSign(
    positions[a] * scale,
    positions[a + 1] * scale,
    positions[a + 2] * scale,
    positions[b] * scale,
    positions[b + 1] * scale,
    positions[b + 2] * scale,
    positions[c] * scale,
    positions[c + 1] * scale,
    positions[c + 2] * scale,
    px,
    py,
    pz,
  );
}

import { orient2d, orient3d } from 'robust-predicates';
import { bigCross, bigDot, bigMinus, bigPoint, type BigVec3 } from './big-vec3.ts';
import { scaledIntegers } from './exact.ts';
import { orient2dByRows, orient3dByRows } from './orientation-by-rows.ts';

/**
 * Exact signs of determinants for every finite input. An error bound decides nearly always. Otherwise adaptive expansions decide
 * (Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates", 1997). Where those could overflow or
 * underflow, another error bound decides, for numbers of very different sizes, or else big integers. Hot.
 */

/** Twice the rounding error of a determinant, as a part of the sum of its absolute products. */
export const relativeBound = 2 ** -49;
/** More than underflow can lose, per unit of the factor it is multiplied by. */
export const underflow = 1e-300;
/** The same for the sizes of products, before they are multiplied by `relativeBound`. */
export const productUnderflow = underflow / relativeBound;
/** Expansions of degree three are exact if all coordinates are 0 or have an absolute value in this range. */
const minSafe = 2 ** -300;
const greatestSafe = 2 ** 300;

/** Returns 1 if a, b, c are counter-clockwise, -1 if clockwise, 0 if on one line. */
export function orient2dSign(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  const left = (bx - ax) * (cy - ay);
  const right = (by - ay) * (cx - ax);
  const bound = (Math.abs(left) + Math.abs(right)) * relativeBound + underflow;
  // False for the NaN of an overflow too.
  if (left - right > bound) return 1;
  if (right - left > bound) return -1;
  if (isSafe(ax) && isSafe(ay) && isSafe(bx) && isSafe(by) && isSafe(cx) && isSafe(cy)) {
    // The library's y axis points down.
    return -Math.sign(orient2d(ax, ay, bx, by, cx, cy)) + 0;
  }
  const coordinates = [ax, ay, bx, by, cx, cy];
  return orient2dByRows(coordinates) ?? bigOrient2d(coordinates);
}

/** Returns the sign of det(b − a, c − a, d − a): 1 if a, b, c are counter-clockwise seen from d. */
export function orient3dSign(
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  cx: number,
  cy: number,
  cz: number,
  dx: number,
  dy: number,
  dz: number,
): number {
  const ux = bx - ax;
  const uy = by - ay;
  const uz = bz - az;
  const vx = cx - ax;
  const vy = cy - ay;
  const vz = cz - az;
  const wx = dx - ax;
  const wy = dy - ay;
  const wz = dz - az;
  const vywz = vy * wz;
  const vzwy = vz * wy;
  const vzwx = vz * wx;
  const vxwz = vx * wz;
  const vxwy = vx * wy;
  const vywx = vy * wx;
  const determinant = ux * (vywz - vzwy) + uy * (vzwx - vxwz) + uz * (vxwy - vywx);
  const sizeX = Math.abs(ux);
  const sizeY = Math.abs(uy);
  const sizeZ = Math.abs(uz);
  const bound =
    (sizeX * (Math.abs(vywz) + Math.abs(vzwy)) + sizeY * (Math.abs(vzwx) + Math.abs(vxwz)) + sizeZ * (Math.abs(vxwy) + Math.abs(vywx))) *
      relativeBound +
    (sizeX + sizeY + sizeZ + 1) * underflow;
  if (determinant > bound) return 1;
  if (determinant < -bound) return -1;
  return exactOrient3d(ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz);
}

/** Returns `orient3dSign` without the first bound, for callers with their own bound. */
export function exactOrient3d(
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  cx: number,
  cy: number,
  cz: number,
  dx: number,
  dy: number,
  dz: number,
): number {
  // Four points in a plane perpendicular to an axis: common on floors, walls and roofs.
  if ((ax === bx && ax === cx && ax === dx) || (ay === by && ay === cy && ay === dy) || (az === bz && az === cz && az === dz)) return 0;
  const isInRange =
    isSafe(ax) &&
    isSafe(ay) &&
    isSafe(az) &&
    isSafe(bx) &&
    isSafe(by) &&
    isSafe(bz) &&
    isSafe(cx) &&
    isSafe(cy) &&
    isSafe(cz) &&
    isSafe(dx) &&
    isSafe(dy) &&
    isSafe(dz);
  if (isInRange) return -Math.sign(orient3d(ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz)) + 0;
  const coordinates = [ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz];
  return orient3dByRows(coordinates) ?? bigOrient3d(coordinates);
}

/** Whether some numbers are outside the range of the expansions: a sign of them can take a hundred times as long. */
export function hasExtremes(coordinates: Float64Array): boolean {
  for (let i = 0; i < coordinates.length; i++) if (!isSafe(coordinates[i])) return true;
  return false;
}

function isSafe(value: number): boolean {
  const size = Math.abs(value);
  return size === 0 || (size >= minSafe && size <= greatestSafe);
}

function bigOrient2d(coordinates: readonly number[]): number {
  const [ax, ay, bx, by, cx, cy] = scaledIntegers(coordinates).integers as Six;
  return signOf((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
}

function bigOrient3d(coordinates: readonly number[]): number {
  const { integers } = scaledIntegers(coordinates);
  const a = bigPoint(integers, 0);
  const [u, v, w] = [3, 6, 9].map((at) => bigMinus(bigPoint(integers, at), a)) as [BigVec3, BigVec3, BigVec3];
  return signOf(bigDot(u, bigCross(v, w)));
}

function signOf(value: bigint): number {
  return value > 0n ? 1 : value < 0n ? -1 : 0;
}

type Six = readonly [...BigVec3, ...BigVec3];

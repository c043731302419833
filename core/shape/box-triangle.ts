import type { BoxSetup } from './box-solid.ts';

/** Results of `boxTriangle`. */
export const boxMisses = 0;
export const boxTouches = 1;
/** Rounding could change the result: use `boxTriangleExact`. */
export const boxUnsure = 2;

const unit = 2 ** -53;
const underflow = 1e-290;
/** Error bound of a projection: more than its roundings and those of the box setup. */
const roundings = 64 * unit;

/**
 * Tests a closed box against the closed triangle of the vertices at `a`, `b`, `c` (offsets into `positions`), in plain f64: returns
 * misses, touches or unsure. `scratch` has 18 numbers.
 *
 * Source: the 13 axes of Akenine-Möller ("Fast 3D triangle-box overlap testing", 2001), for any box, each with an error bound. An axis
 * that separates beyond its bound proves a miss. A corner inside beyond its bound proves an overlap, and so do all axes together. Hot.
 */
export function boxTriangle(box: BoxSetup, positions: Float64Array, a: number, b: number, c: number, scratch: Float64Array): number {
  const { center, halfEdges, normals, isAligned } = box;
  // Corners from the centre, then the edges.
  let size = box.size;
  for (let k = 0; k < 3; k++) {
    scratch[k] = positions[a + k] - center[k];
    scratch[k + 3] = positions[b + k] - center[k];
    scratch[k + 6] = positions[c + k] - center[k];
    scratch[k + 9] = positions[b + k] - positions[a + k];
    scratch[k + 12] = positions[c + k] - positions[b + k];
    scratch[k + 15] = positions[a + k] - positions[c + k];
    size = Math.max(size, Math.abs(scratch[k]), Math.abs(scratch[k + 3]), Math.abs(scratch[k + 6]));
  }
  // If squares overflow, nothing is sure.
  if (!(size < 1e75)) return boxUnsure;
  let isSure = box.isSolid;
  for (let i = 0; i < 9; i += 3) {
    const result = along(box, scratch, normals[i], normals[i + 1], normals[i + 2], size, box.reach * box.reach);
    if (result === boxMisses) return boxMisses;
    if (result === boxUnsure) isSure = false;
  }
  if (isSure && (isInside(box, scratch, 0, size) || isInside(box, scratch, 3, size) || isInside(box, scratch, 6, size))) return boxTouches;
  const ux = scratch[9];
  const uy = scratch[10];
  const uz = scratch[11];
  const vx = scratch[12];
  const vy = scratch[13];
  const vz = scratch[14];
  const ofNormal = along(box, scratch, uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx, size, 4 * size * size);
  if (ofNormal === boxMisses) return boxMisses;
  if (ofNormal === boxUnsure) isSure = false;
  for (let i = 0; i < 9; i += 3) {
    const ex = halfEdges[i];
    const ey = halfEdges[i + 1];
    const ez = halfEdges[i + 2];
    for (let j = 9; j < 18; j += 3) {
      const x = ey * scratch[j + 2] - ez * scratch[j + 1];
      const y = ez * scratch[j] - ex * scratch[j + 2];
      const z = ex * scratch[j + 1] - ey * scratch[j];
      // An edge along an axis of the box gives no axis; for aligned boxes this is known exactly.
      if (isAligned && x === 0 && y === 0 && z === 0) continue;
      const result = along(box, scratch, x, y, z, size, 2 * box.reach * size);
      if (result === boxMisses) return boxMisses;
      if (result === boxUnsure) isSure = false;
    }
  }
  return isSure ? boxTouches : boxUnsure;
}

/** Tests one axis: misses, touches or unsure. `scale` bounds the products that the axis is computed from. Hot. */
function along(
  { halfEdges: e, reach }: BoxSetup,
  corners: Float64Array,
  x: number,
  y: number,
  z: number,
  size: number,
  scale: number,
): number {
  const p = x * corners[0] + y * corners[1] + z * corners[2];
  const q = x * corners[3] + y * corners[4] + z * corners[5];
  const r = x * corners[6] + y * corners[7] + z * corners[8];
  const half =
    Math.abs(x * e[0] + y * e[1] + z * e[2]) + Math.abs(x * e[3] + y * e[4] + z * e[5]) + Math.abs(x * e[6] + y * e[7] + z * e[8]);
  const error = 3 * roundings * scale * (size + 3 * reach) + underflow;
  const min = Math.min(p, q, r);
  const max = Math.max(p, q, r);
  if (min > half + error || max < -half - error) return boxMisses;
  return min < half - error && max > error - half ? boxTouches : boxUnsure;
}

/** Whether a corner certainly lies between all three pairs of sides. Hot. */
function isInside({ halfEdges: e, normals: n, reach }: BoxSetup, corners: Float64Array, at: number, size: number): boolean {
  for (let i = 0; i < 9; i += 3) {
    const value = n[i] * corners[at] + n[i + 1] * corners[at + 1] + n[i + 2] * corners[at + 2];
    const half = Math.abs(n[i] * e[i] + n[i + 1] * e[i + 1] + n[i + 2] * e[i + 2]);
    if (!(Math.abs(value) < half - 3 * roundings * reach * reach * (size + 3 * reach) - underflow)) return false;
  }
  return true;
}

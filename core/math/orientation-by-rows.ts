/**
 * Signs of determinants of numbers of very different sizes, such as 1e-200 next to 1e300, where they are clear. The products of such numbers
 * overflow or underflow. But a determinant keeps its sign when a row is divided by its largest element. It also keeps it when the origin moves
 * to the point nearest to zero, which loses the fewest digits. Big integers, which decide the rest, take a hundred times as long.
 */

/** Rounding error of a determinant of such rows, relative to the sum of its absolute products: 11 roundings of 2⁻⁵³ each. */
const relativeBound = 2 ** -49;
/** More than underflow can lose where no element is above 1. */
const underflow = 1e-300;

/** Returns the sign of det(b − a, c − a); `null` if it is not clear. @param points (6) a, b and c */
export function orient2dByRows(points: readonly number[]): number | null {
  const rows = rowsOf(points, 2);
  if (rows === null) return null;
  const [ux, uy, vx, vy] = rows.values;
  const left = ux * vy;
  const right = uy * vx;
  return clearSign(left - right, Math.abs(left) + Math.abs(right), rows.sign);
}

/** Returns the sign of det(b − a, c − a, d − a); `null` if it is not clear. @param points (12) a, b, c and d */
export function orient3dByRows(points: readonly number[]): number | null {
  const rows = rowsOf(points, 3);
  if (rows === null) return null;
  const [ux, uy, uz, vx, vy, vz, wx, wy, wz] = rows.values;
  const vywz = vy * wz;
  const vzwy = vz * wy;
  const vzwx = vz * wx;
  const vxwz = vx * wz;
  const vxwy = vx * wy;
  const vywx = vy * wx;
  const determinant = ux * (vywz - vzwy) + uy * (vzwx - vxwz) + uz * (vxwy - vywx);
  const size =
    Math.abs(ux) * (Math.abs(vywz) + Math.abs(vzwy)) +
    Math.abs(uy) * (Math.abs(vzwx) + Math.abs(vxwz)) +
    Math.abs(uz) * (Math.abs(vxwy) + Math.abs(vywx));
  return clearSign(determinant, size, rows.sign);
}

function clearSign(determinant: number, size: number, sign: number): number | null {
  const bound = size * relativeBound + 4 * underflow;
  return determinant > bound ? sign : determinant < -bound ? -sign : null;
}

/** Returns the other points relative to the one nearest to zero, each divided by its largest element; `null` if one is at it or too far from it. */
function rowsOf(points: readonly number[], dimension: number): { readonly values: readonly number[]; readonly sign: number } | null {
  let origin = 0;
  let smallest = Infinity;
  for (let at = 0; at < points.length; at += dimension) {
    let size = 0;
    for (let k = at; k < at + dimension; k++) size = Math.max(size, Math.abs(points[k]));
    if (size < smallest) {
      smallest = size;
      origin = at;
    }
  }
  const values: number[] = [];
  for (let at = dimension; at < points.length; at += dimension) {
    // The origin and the first point change places.
    const from = at === origin ? 0 : at;
    let size = 0;
    for (let k = 0; k < dimension; k++) size = Math.max(size, Math.abs(points[from + k] - points[origin + k]));
    if (!(size > 0 && size < Infinity)) return null;
    for (let k = 0; k < dimension; k++) values.push((points[from + k] - points[origin + k]) / size);
  }
  return { values, sign: origin === 0 ? 1 : -1 };
}

import type { Vec3 } from '../../math/vec3.ts';

/** Square of the sine of an angle below which two planes count as parallel. */
const parallelSq = 1e-20;

/**
 * Returns the point nearest to a target on the plane of the newest half-space, in the common part of the others; `null` if that plane has no such
 * point. It is the nearest point in all of them if the nearest one without the newest half-space is outside that: they are convex. Source: Seidel, "Small-dimensional linear programming and convex hulls made easy" (1991).
 * @param planes (4·count) unit normal and offset: normal · x ≥ offset. @param tolerance by which a point may be outside. Hot.
 */
export function nearestOnNewest(planes: Float64Array, count: number, target: Vec3, tolerance: number): Vec3 | null {
  const last = 4 * (count - 1);
  const [nx, ny, nz] = [planes[last], planes[last + 1], planes[last + 2]];
  const foot = onPlane(planes, last, target, nx, ny, nz);
  let best: Vec3 | null = null;
  let bestSq = Infinity;
  let isInside = true;
  for (let at = 0; at < last; at += 4) {
    if (!(heightOver(planes, at, foot) < -tolerance)) continue;
    // The nearest point is on the plane of one of those that the foot is outside of.
    isInside = false;
    const along = planes[at] * nx + planes[at + 1] * ny + planes[at + 2] * nz;
    const [mx, my, mz] = [planes[at] - along * nx, planes[at + 1] - along * ny, planes[at + 2] - along * nz];
    const sizeSq = mx * mx + my * my + mz * mz;
    if (sizeSq < parallelSq) return null;
    const point = onLine(planes, last, at, foot, [mx, my, mz], sizeSq, tolerance);
    if (point === null) continue;
    const square = (point[0] - target[0]) ** 2 + (point[1] - target[1]) ** 2 + (point[2] - target[2]) ** 2;
    if (square < bestSq) [best, bestSq] = [point, square];
  }
  return isInside ? foot : best;
}

/** Returns the height of a point over a plane. */
function heightOver(planes: Float64Array, at: number, [x, y, z]: Vec3): number {
  return planes[at] * x + planes[at + 1] * y + planes[at + 2] * z - planes[at + 3];
}

/** Moves a point onto a plane along a direction whose product with the normal is 1; twice, which removes the rounding of the first time. */
function onPlane(planes: Float64Array, at: number, [x, y, z]: Vec3, dx: number, dy: number, dz: number): Vec3 {
  const first = heightOver(planes, at, [x, y, z]);
  const moved: Vec3 = [x - first * dx, y - first * dy, z - first * dz];
  const second = heightOver(planes, at, moved);
  return [moved[0] - second * dx, moved[1] - second * dy, moved[2] - second * dz];
}

/** Returns the point on the line of two planes, within all half-spaces, that is nearest to a foot on the first plane; `null` if none is within. */
function onLine(
  planes: Float64Array,
  last: number,
  other: number,
  foot: Vec3,
  [mx, my, mz]: Vec3,
  sizeSq: number,
  tolerance: number,
): Vec3 | null {
  const [x, y, z] = onPlane(planes, other, foot, mx / sizeSq, my / sizeSq, mz / sizeSq);
  const size = Math.sqrt(sizeSq);
  const [nx, ny, nz] = [planes[last], planes[last + 1], planes[last + 2]];
  const [ux, uy, uz] = [(ny * mz - nz * my) / size, (nz * mx - nx * mz) / size, (nx * my - ny * mx) / size];
  let [low, high] = [-Infinity, Infinity];
  for (let at = 0; at < last; at += 4) {
    if (at === other) continue;
    const slope = planes[at] * ux + planes[at + 1] * uy + planes[at + 2] * uz;
    const height = planes[at] * x + planes[at + 1] * y + planes[at + 2] * z - planes[at + 3];
    if (Math.abs(slope) < 1e-12) {
      if (height < -tolerance) return null;
    } else if (slope > 0) low = Math.max(low, -height / slope);
    else high = Math.min(high, -height / slope);
  }
  if (low > high + tolerance) return null;
  const along = Math.min(high, Math.max(low, 0));
  return [x + along * ux, y + along * uy, z + along * uz];
}

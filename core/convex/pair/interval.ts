/** An interval of heights along an axis. */
export type Interval = readonly [min: number, max: number];

/** Returns the interval of points (3·N) along a direction. */
export function intervalAlong(points: Float64Array, x: number, y: number, z: number): Interval {
  let min = Infinity;
  let max = -Infinity;
  for (let at = 0; at < points.length; at += 3) {
    const height = points[at] * x + points[at + 1] * y + points[at + 2] * z;
    if (height < min) min = height;
    if (height > max) max = height;
  }
  return [min, max];
}

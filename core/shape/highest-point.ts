/** Returns the index of the point (3·N) that is farthest along a direction; of several the first. Hot. */
export function highestPoint(points: Float64Array, x: number, y: number, z: number): number {
  let best = -Infinity;
  let index = 0;
  for (let at = 0; at < points.length; at += 3) {
    const height = points[at] * x + points[at + 1] * y + points[at + 2] * z;
    if (height > best) {
      best = height;
      index = at / 3;
    }
  }
  return index;
}

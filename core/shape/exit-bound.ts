/** Axes shorter than this part of the product of the two lengths are left out: their direction is rounding. */
const minSine = 1e-6;
const relativeSlack = 2 ** -40;

/**
 * Returns a number that is at least the length of `shortestExit`, close to it mostly; `Infinity` without a usable axis. Plain f64. Hot: every
 * step of a push-out calls it for each triangle.
 * @param center of a box; the corners of the triangle (9) are in the same space.
 * @param halfEdges (9) of the box; zeros make it flat or a segment.
 * @param normals (9) of its faces; zeros where it has none.
 */
export function exitBound(center: ArrayLike<number>, halfEdges: Float64Array, normals: Float64Array, corners: Float64Array): number {
  const t = new Float64Array(9);
  let size = 0;
  for (let i = 0; i < 9; i++) {
    t[i] = corners[i] - center[i % 3]!;
    size = Math.max(size, Math.abs(t[i]), Math.abs(halfEdges[i]));
  }
  let best = Infinity;
  const tryAxis = (x: number, y: number, z: number, product: number): void => {
    const length = Math.hypot(x, y, z);
    if (!(length > minSine * product)) return;
    let reach = 0;
    for (let i = 0; i < 9; i += 3) reach += Math.abs(x * halfEdges[i] + y * halfEdges[i + 1] + z * halfEdges[i + 2]);
    const a = x * t[0] + y * t[1] + z * t[2];
    const b = x * t[3] + y * t[4] + z * t[5];
    const c = x * t[6] + y * t[7] + z * t[8];
    best = Math.min(best, (reach + Math.min(Math.max(a, b, c), -Math.min(a, b, c))) / length);
  };
  for (let i = 0; i < 9; i += 3) tryAxis(normals[i], normals[i + 1], normals[i + 2], 0);
  for (let i = 0; i < 9; i += 3) {
    const j = (i + 3) % 9;
    const x = t[j] - t[i];
    const y = t[j + 1] - t[i + 1];
    const z = t[j + 2] - t[i + 2];
    const length = Math.hypot(x, y, z);
    for (let k = 0; k < 9; k += 3) {
      const [u, v, w] = [halfEdges[k], halfEdges[k + 1], halfEdges[k + 2]];
      tryAxis(y * w - z * v, z * u - x * w, x * v - y * u, length * Math.hypot(u, v, w));
    }
    if (i > 0) continue;
    const [u, v, w] = [t[6] - t[0], t[7] - t[1], t[8] - t[2]];
    tryAxis(y * w - z * v, z * u - x * w, x * v - y * u, length * Math.hypot(u, v, w));
  }
  return best + relativeSlack * size;
}

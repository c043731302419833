import { measuresByte } from '../../layouts/study';
import { indices, positions } from '../mesh';
import { figures, flats, heights, longestEdges, plain, sorted, states, triangles } from './tables';

/**
 * Writes the longest edge and the height of every triangle as `core/shape/triangle-form.ts` does, NaN for triangles without area. Stores as measures
 * the min and max longest edge, the min height, and the min ratio of height to edge; infinite where no triangle has area.
 */
export function measureForms(): void {
  let minEdge = f64.POSITIVE_INFINITY, maxEdge = f64.NEGATIVE_INFINITY, minHeight = f64.POSITIVE_INFINITY, minPart = f64.POSITIVE_INFINITY;
  for (let t: usize = 0; t < <usize>triangles; t++) {
    let longest = NaN, height = NaN;
    if (load<u8>(states + t) == plain && load<u8>(flats + t) == 0) {
      const at = indices + 12 * t;
      const p = positions + 24 * <usize>load<u32>(at), q = positions + 24 * <usize>load<u32>(at, 4), r = positions + 24 * <usize>load<u32>(at, 8);
      const px = load<f64>(p), py = load<f64>(p, 8), pz = load<f64>(p, 16);
      const qx = load<f64>(q), qy = load<f64>(q, 8), qz = load<f64>(q, 16);
      const rx = load<f64>(r), ry = load<f64>(r, 8), rz = load<f64>(r, 16);
      const ux = qx - px, uy = qy - py, uz = qz - pz, vx = rx - qx, vy = ry - qy, vz = rz - qz, wx = px - rx, wy = py - ry, wz = pz - rz;
      const scale = max(max(max(abs(ux), abs(uy)), max(abs(uz), abs(vx))), max(abs(vy), abs(vz)));
      const ax = ux / scale, ay = uy / scale, az = uz / scale, bx = vx / scale, by = vy / scale, bz = vz / scale, cx = wx / scale, cy = wy / scale, cz = wz / scale;
      const a = ax * ax + ay * ay + az * az, b = bx * bx + by * by + bz * bz, c = cx * cx + cy * cy + cz * cz;
      const nx = ay * bz - az * by, ny = az * bx - ax * bz, nz = ax * by - ay * bx;
      const part = Math.sqrt(nx * nx + ny * ny + nz * nz), edge = Math.sqrt(max(max(a, b), c));
      longest = edge * scale;
      height = (part / edge) * scale;
      minEdge = min(minEdge, longest);
      maxEdge = max(maxEdge, longest);
      minHeight = min(minHeight, height);
      minPart = min(minPart, height / longest);
    }
    store<f64>(longestEdges + 8 * t, longest);
    store<f64>(heights + 8 * t, height);
  }
  const to = figures + measuresByte;
  store<f64>(to, minEdge);
  store<f64>(to, maxEdge, 8);
  store<f64>(to, minHeight, 16);
  store<f64>(to, minPart, 24);
}

/** Returns, after `measureForms`, the median of the longest edges as `core/math/nth-smallest.ts` does; 0 without any, NaN where it takes too many steps. */
export function middleEdge(): f64 {
  let count: i32 = 0;
  for (let t: usize = 0; t < <usize>triangles; t++) {
    const edge = load<f64>(longestEdges + 8 * t);
    store<f64>(sorted + 8 * <usize>count, edge);
    if (edge == edge) count++;
  }
  if (count == 0) return 0;
  const n = count >> 1;
  let low: i32 = 0, high: i32 = count - 1;
  for (let steps = 0; low < high; steps++) {
    if (steps > 64) return NaN;
    const first = edgeAt(low), middle = edgeAt((low + high) >> 1), last = edgeAt(high);
    const pivot = max(min(first, middle), min(max(first, middle), last));
    let i = low, j = high;
    while (i <= j) {
      while (edgeAt(i) < pivot) i++;
      while (edgeAt(j) > pivot) j--;
      if (i > j) break;
      const moved = edgeAt(i);
      store<f64>(sorted + 8 * <usize>i, edgeAt(j));
      store<f64>(sorted + 8 * <usize>j, moved);
      i++;
      j--;
    }
    if (n <= j) high = j;
    else if (n >= i) low = i;
    else break;
  }
  return edgeAt(n);
}

// @ts-ignore: decorator
@inline
function edgeAt(i: i32): f64 {
  return load<f64>(sorted + 8 * <usize>i);
}

import { measuresByte } from '../../layouts/study';
import { indices, vertexAt } from '../mesh';
import { figures, flats, heights, longestEdges, plain, sorted, states, triangles } from './tables';

/**
 * Writes the longest edge and the height of every triangle as `core/shape/triangle-form.ts` does, NaN for triangles without area. Stores as measures
 * the min and max longest edge, the min height, and the min ratio of height to edge; infinite where no triangle has area. Two triangles at a time.
 */
export function measureForms(): void {
  const emptyMin = f64x2.splat(f64.POSITIVE_INFINITY), emptyMax = f64x2.splat(f64.NEGATIVE_INFINITY), unknown = f64x2.splat(NaN);
  let minEdge = emptyMin, maxEdge = emptyMax, minHeight = emptyMin, minPart = emptyMin;
  for (let t: u32 = 0; t < triangles; t += 2) {
    const next = min(t + 1, triangles - 1);
    const at = indices + 12 * <usize>t, to = indices + 12 * <usize>next;
    const p = vertexAt(at), q = vertexAt(at + 4), r = vertexAt(at + 8), p2 = vertexAt(to), q2 = vertexAt(to + 4), r2 = vertexAt(to + 8);
    const px = both(p, p2), py = both(p + 8, p2 + 8), pz = both(p + 16, p2 + 16);
    const qx = both(q, q2), qy = both(q + 8, q2 + 8), qz = both(q + 16, q2 + 16);
    const rx = both(r, r2), ry = both(r + 8, r2 + 8), rz = both(r + 16, r2 + 16);
    const ux = f64x2.sub(qx, px), uy = f64x2.sub(qy, py), uz = f64x2.sub(qz, pz);
    const vx = f64x2.sub(rx, qx), vy = f64x2.sub(ry, qy), vz = f64x2.sub(rz, qz);
    const wx = f64x2.sub(px, rx), wy = f64x2.sub(py, ry), wz = f64x2.sub(pz, rz);
    const scale = f64x2.pmax(f64x2.pmax(largest(ux, uy), largest(uz, vx)), largest(vy, vz));
    const ax = f64x2.div(ux, scale), ay = f64x2.div(uy, scale), az = f64x2.div(uz, scale);
    const bx = f64x2.div(vx, scale), by = f64x2.div(vy, scale), bz = f64x2.div(vz, scale);
    const cx = f64x2.div(wx, scale), cy = f64x2.div(wy, scale), cz = f64x2.div(wz, scale);
    const nx = f64x2.sub(f64x2.mul(ay, bz), f64x2.mul(az, by));
    const ny = f64x2.sub(f64x2.mul(az, bx), f64x2.mul(ax, bz));
    const nz = f64x2.sub(f64x2.mul(ax, by), f64x2.mul(ay, bx));
    const edge = f64x2.sqrt(f64x2.max(f64x2.max(sizeSq(ax, ay, az), sizeSq(bx, by, bz)), sizeSq(cx, cy, cz)));
    const longest = f64x2.mul(edge, scale), height = f64x2.mul(f64x2.div(f64x2.sqrt(sizeSq(nx, ny, nz)), edge), scale);
    const known = i64x2.replace_lane(i64x2.splat(hasArea(t)), 1, next > t ? hasArea(next) : 0);
    minEdge = f64x2.min(minEdge, v128.bitselect(longest, emptyMin, known));
    maxEdge = f64x2.max(maxEdge, v128.bitselect(longest, emptyMax, known));
    minHeight = f64x2.min(minHeight, v128.bitselect(height, emptyMin, known));
    minPart = f64x2.min(minPart, v128.bitselect(f64x2.div(height, longest), emptyMin, known));
    // The tables have room for one more triangle.
    v128.store(longestEdges + 8 * <usize>t, v128.bitselect(longest, unknown, known));
    v128.store(heights + 8 * <usize>t, v128.bitselect(height, unknown, known));
  }
  const to = figures + measuresByte;
  store<f64>(to, min(f64x2.extract_lane(minEdge, 0), f64x2.extract_lane(minEdge, 1)));
  store<f64>(to, max(f64x2.extract_lane(maxEdge, 0), f64x2.extract_lane(maxEdge, 1)), 8);
  store<f64>(to, min(f64x2.extract_lane(minHeight, 0), f64x2.extract_lane(minHeight, 1)), 16);
  store<f64>(to, min(f64x2.extract_lane(minPart, 0), f64x2.extract_lane(minPart, 1)), 24);
}

/** Returns all bits for a plain triangle with area, else 0. */
// @ts-ignore: decorator
@inline
function hasArea(t: u32): i64 {
  return (load<u8>(states + <usize>t) ^ plain) | load<u8>(flats + <usize>t) ? 0 : -1;
}

/** Returns two f64 at two addresses. */
// @ts-ignore: decorator
@inline
function both(a: usize, b: usize): v128 {
  return v128.load64_lane(b, v128.load64_zero(a), 1);
}

/** Returns the larger absolute numbers, none of which is NaN. */
// @ts-ignore: decorator
@inline
function largest(a: v128, b: v128): v128 {
  return f64x2.pmax(f64x2.abs(a), f64x2.abs(b));
}

// @ts-ignore: decorator
@inline
function sizeSq(x: v128, y: v128, z: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(x, x), f64x2.mul(y, y)), f64x2.mul(z, z));
}

/** Bits of the number of a range of edges, and the max number of edges that are searched without ranges. */
const rangeBits: u64 = 11;
const fewEdges: i32 = 1 << 13;

/**
 * Returns, after `measureForms`, the median of the longest edges as `core/math/nth-smallest.ts` does. 0 without any, NaN where it takes too many
 * steps.
 */
export function middleEdge(): f64 {
  let count: i32 = 0;
  // The numbers are not negative, so that their bits ascend with them.
  let lowest: u64 = u64.MAX_VALUE, highest: u64 = 0;
  const end = longestEdges + 8 * <usize>triangles;
  for (let at = longestEdges; at < end; at += 8) {
    const edge = load<f64>(at);
    if (edge != edge) continue;
    const bits = reinterpret<u64>(edge);
    lowest = min(lowest, bits);
    highest = max(highest, bits);
    count++;
  }
  if (count == 0) return 0;
  let before: i32 = 0;
  const n = count >> 1;
  if (count > fewEdges) {
    const used = 64 - clz(highest - lowest), shift = used > rangeBits ? used - rangeBits : 0;
    memory.fill(sorted, 0, 4 << <usize>rangeBits);
    for (let at = longestEdges; at < end; at += 8) {
      const edge = load<f64>(at);
      if (edge != edge) continue;
      const slot = sorted + 4 * <usize>((reinterpret<u64>(edge) - lowest) >> shift);
      store<i32>(slot, load<i32>(slot) + 1);
    }
    let range: u64 = 0;
    for (; before + load<i32>(sorted + 4 * <usize>range) <= n; range++) before += load<i32>(sorted + 4 * <usize>range);
    // Of the edges, those of the range that has the median are sought.
    highest = min(highest, lowest + ((range + 1) << shift) - 1);
    lowest += range << shift;
  }
  count = 0;
  for (let at = longestEdges; at < end; at += 8) {
    const edge = load<f64>(at);
    store<f64>(sorted + 8 * <usize>count, edge);
    if (edge == edge && reinterpret<u64>(edge) >= lowest && reinterpret<u64>(edge) <= highest) count++;
  }
  return nthEdge(n - before, count);
}

/** Returns the nth smallest of the sought edges; NaN where it takes too many steps. */
function nthEdge(n: i32, count: i32): f64 {
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

import type { HalfSpaces } from './half-spaces.ts';

/** Results of `halfSpacesTriangle`. */
export const spacesMiss = 0;
export const spacesTouch = 1;
/** Rounding could change the result: use `halfSpacesTriangleExact`. */
export const spacesUnsure = 2;

const relativeError = 2 ** -49;
const underflow = 1e-290;
/** With more doubtful half-spaces, the pairs of them are not tested. */
const maxPaired = 12;

/**
 * Tests the set of points in all half-spaces against the closed triangle of the vertices at `a`, `b`, `c` (offsets into `positions`).
 * Plain f64 with error bounds: the result is misses, touches or unsure.
 *
 * A half-space, or a weighted mean of two, that all corners are surely beyond proves a miss. A corner that is surely in all of them proves
 * an overlap, and so does the middle of the triangle clipped by them. Hot: bench `frustum`.
 */
export function halfSpacesTriangle(spaces: HalfSpaces, positions: Float64Array, a: number, b: number, c: number): number {
  const { rounded, heights, bounds, doubtful } = spaces;
  let doubts = 0;
  let isIn0 = true;
  let isIn1 = true;
  let isIn2 = true;
  for (let at = 0; at < rounded.length; at += 4) {
    const h = 3 * doubts;
    write(spaces, h, at, positions[a], positions[a + 1], positions[a + 2]);
    write(spaces, h + 1, at, positions[b], positions[b + 1], positions[b + 2]);
    write(spaces, h + 2, at, positions[c], positions[c + 1], positions[c + 2]);
    if (heights[h] < -bounds[h] && heights[h + 1] < -bounds[h + 1] && heights[h + 2] < -bounds[h + 2]) return spacesMiss;
    const in0 = heights[h] > bounds[h];
    const in1 = heights[h + 1] > bounds[h + 1];
    const in2 = heights[h + 2] > bounds[h + 2];
    isIn0 &&= in0;
    isIn1 &&= in1;
    isIn2 &&= in2;
    // Half-spaces that all of the triangle is in play no part.
    if (!(in0 && in1 && in2)) doubtful[doubts++] = at;
  }
  if (isIn0 || isIn1 || isIn2) return spacesTouch;
  if (isMiddleIn(spaces, doubts)) return spacesTouch;
  return doubts <= maxPaired && isBeyondPair(spaces, doubts) ? spacesMiss : spacesUnsure;
}

/** Writes the height of a point over the half-space at `at`, and a bound on its error. After an overflow nothing is sure. */
function write({ rounded, heights, bounds }: HalfSpaces, h: number, at: number, x: number, y: number, z: number): void {
  const u = rounded[at] * x;
  const v = rounded[at + 1] * y;
  const w = rounded[at + 2] * z;
  const o = rounded[at + 3];
  heights[h] = u + v + w + o;
  bounds[h] = relativeError * (Math.abs(u) + Math.abs(v) + Math.abs(w) + Math.abs(o)) + underflow;
}

/** Whether the mean of the corners of the clipped triangle is surely in all doubtful half-spaces. Works in the weights of the corners. */
function isMiddleIn({ heights, bounds, polygon, other }: HalfSpaces, doubts: number): boolean {
  let from = polygon;
  let to = other;
  from.fill(0, 0, 9);
  from[0] = from[4] = from[8] = 1;
  let corners = 3;
  for (let i = 0; i < doubts; i++) {
    corners = clip(heights, 3 * i, from, corners, to);
    if (corners === 0) return false;
    const done = from;
    from = to;
    to = done;
  }
  let u = 0;
  let v = 0;
  let w = 0;
  for (let at = 0; at < 3 * corners; at += 3) {
    const sum = from[at] + from[at + 1] + from[at + 2];
    u += from[at] / sum;
    v += from[at + 1] / sum;
    w += from[at + 2] / sum;
  }
  for (let h = 0; h < 3 * doubts; h += 3) {
    const least = u * (heights[h] - 2 * bounds[h]) + v * (heights[h + 1] - 2 * bounds[h + 1]) + w * (heights[h + 2] - 2 * bounds[h + 2]);
    if (!(least > 0)) return false;
  }
  return true;
}

/** Writes what of a polygon has no negative height to `to`; returns its number of corners. */
function clip(heights: Float64Array, h: number, from: Float64Array, corners: number, to: Float64Array): number {
  let written = 0;
  for (let i = 0; i < corners; i++) {
    const at = 3 * i;
    const next = i + 1 === corners ? 0 : at + 3;
    const p = from[at] * heights[h] + from[at + 1] * heights[h + 1] + from[at + 2] * heights[h + 2];
    const q = from[next] * heights[h] + from[next + 1] * heights[h + 1] + from[next + 2] * heights[h + 2];
    if (written + 6 > to.length) return 0;
    if (p >= 0) for (let k = 0; k < 3; k++) to[written++] = from[at + k];
    if ((p < 0 && q > 0) || (p > 0 && q < 0)) {
      const t = p / (p - q);
      for (let k = 0; k < 3; k++) to[written++] = Math.max(0, from[at + k] + t * (from[next + k] - from[at + k]));
    }
  }
  return written / 3;
}

/** Whether a weighted mean of two doubtful half-spaces has all corners surely beyond it. */
function isBeyondPair({ heights, bounds }: HalfSpaces, doubts: number): boolean {
  for (let i = 0; i < 3 * doubts; i += 3) {
    for (let j = 0; j < i; j += 3) {
      // The weights s of the first for which s·p + (1 − s)·q < 0.
      let low = 0;
      let high = 1;
      for (let k = 0; k < 3; k++) {
        const p = heights[i + k] + 2 * bounds[i + k];
        const q = heights[j + k] + 2 * bounds[j + k];
        if (p >= 0 && q >= 0) high = -1;
        else if (p > q && q < 0) high = Math.min(high, q / (q - p));
        else if (p < q && p < 0) low = Math.max(low, q / (q - p));
      }
      const s = (low + high) / 2;
      if (!(low < high)) continue;
      let isBeyond = true;
      for (let k = 0; k < 3; k++) {
        isBeyond &&= s * (heights[i + k] + 2 * bounds[i + k]) + (1 - s) * (heights[j + k] + 2 * bounds[j + k]) < 0;
      }
      if (isBeyond) return true;
    }
  }
  return false;
}

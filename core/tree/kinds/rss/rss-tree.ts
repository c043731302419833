import { roundUpF32 } from '../../../math/round-f32.ts';
import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import type { Progress } from '../../../progress.ts';
import { createTreeOfKind } from '../../builders/tree-writer.ts';
import type { Tree } from '../../layout.ts';
import { localCorners } from '../local-corners.ts';
import { fitByHulls } from '../obb/fit-by-hulls.ts';
import { rssAxesWord, rssHalfWord, rssRadiusWord, rssFormat, rssWords } from './node-rss.ts';

/** Max numbers of a node that is also fitted along the coordinate axes. Larger ones gain little. */
const smallNode = 9 * 64;
/** Upper bound on the relative rounding error of a distance from the rectangle. */
const relativeSlack = 2 ** -48;
/** With larger coordinates f32 could overflow. */
const maxReach = 1e37;

/**
 * Returns the bytes of a tree of rectangles swept by a sphere, with the division of `boxes`, a tree of kind `aabb`. Source: Larsen, Gottschalk, Lin
 * & Manocha, "Fast proximity queries with swept sphere volumes" (1999). The normal of the rectangle is the axis along which the hull is thinnest,
 * and half that thickness is the radius. The rectangle is as small as the points allow: one at a side is reached by the sphere.
 * @throws whatever `progress` throws.
 */
export function rssTree(boxes: Tree, mesh: TriangleMesh, progress: Progress): ArrayBuffer {
  const { bytes, tree } = createTreeOfKind(boxes, rssFormat);
  const corners = localCorners(boxes, mesh);
  progress(0);
  const best = new Float32Array(rssWords - 2);
  const other = new Float32Array(rssWords - 2);
  const fit = (node: number, from: number, to: number, axes: Float64Array): void => {
    fitAlong(corners, from, to, axes, best);
    if (to - from <= smallNode) {
      fitAlong(corners, from, to, coordinateAxes, other);
      if (areaOf(other) < areaOf(best)) best.set(other);
    }
    tree.nodesF32.set(best, node * rssWords);
  };
  fitByHulls(tree, corners, fit, progress);
  return bytes;
}

const coordinateAxes: ArrayLike<number> = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Returns the surface area of a rectangle with sides a and b that is swept by a sphere. */
export function rssArea(a: number, b: number, radius: number): number {
  return 4 * Math.PI * radius * radius + 2 * Math.PI * radius * (a + b) + 2 * a * b;
}

function areaOf(words: Float32Array): number {
  return rssArea(2 * words[rssHalfWord], 2 * words[rssHalfWord + 1], words[rssRadiusWord]);
}

/** Writes the words of a volume around corners [from, to) whose rectangle is along two of three axes (9). */
function fitAlong(corners: Float64Array, from: number, to: number, axes: ArrayLike<number>, out: Float32Array): void {
  const frame = sortedFrame(corners, from, to, axes);
  if (frame === null) {
    out.set([0, 0, 0, Infinity, 0, 0, 1, 0, 0, 0, 1, 0]);
    return;
  }
  const { u, v, w, low, high } = frame;
  const middle = low * 0.5 + high * 0.5;
  const radiusSq = (high * 0.5 - low * 0.5) ** 2;
  // The sphere over the rectangle reaches this much farther than the rectangle, at the height of a corner.
  const reachAt = (i: number, outside: number): number => {
    const height = along(corners, i, w) - middle;
    return Math.sqrt(Math.max(0, radiusSq - height * height - outside * outside));
  };
  const [v0, v1] = sideOf(corners, from, to, v, (i) => reachAt(i, 0));
  const [u0, u1] = sideOf(corners, from, to, u, (i) => {
    const at = along(corners, i, v);
    return reachAt(i, Math.max(0, at - v1, v0 - at));
  });
  const [p, q] = [u0 * 0.5 + u1 * 0.5, v0 * 0.5 + v1 * 0.5];
  for (let k = 0; k < 3; k++) {
    out[k] = u[k]! * p + v[k]! * q + w[k]! * middle;
    out[rssAxesWord + k] = u[k]!;
    out[rssAxesWord + 3 + k] = v[k]!;
  }
  out[rssHalfWord] = u1 * 0.5 - u0 * 0.5;
  out[rssHalfWord + 1] = v1 * 0.5 - v0 * 0.5;
  out[rssRadiusWord] = radiusAround(corners, from, to, out);
}

interface Frame {
  readonly u: ArrayLike<number>;
  readonly v: ArrayLike<number>;
  readonly w: ArrayLike<number>;
  /** Ends of the corners along w. */
  readonly low: number;
  readonly high: number;
}

/** Returns the axes by extent, longest first: two in f32, the third perpendicular to them. `null` for coordinates that are too large. */
function sortedFrame(corners: Float64Array, from: number, to: number, axes: ArrayLike<number>): Frame | null {
  const rounded = [0, 3, 6].map((at) => [0, 1, 2].map((k) => Math.fround(axes[at + k]!)));
  const extents = rounded.map((axis) => {
    const [low, high] = endsAlong(corners, from, to, axis);
    return high - low;
  });
  const [longest, middle] = [0, 1, 2].sort((i, j) => extents[j]! - extents[i]! || i - j) as [number, number, number];
  const [u, v] = [rounded[longest]!, rounded[middle]!] as [number[], number[]];
  const w = [u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!];
  const [low, high] = endsAlong(corners, from, to, w);
  let reach = 0;
  for (let i = from; i < to; i++) reach = Math.max(reach, Math.abs(corners[i]));
  return reach < maxReach ? { u, v, w, low, high } : null;
}

function endsAlong(corners: Float64Array, from: number, to: number, axis: ArrayLike<number>): readonly [low: number, high: number] {
  let low = Infinity;
  let high = -Infinity;
  for (let i = from; i < to; i += 3) {
    const value = along(corners, i, axis);
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

function along(corners: Float64Array, i: number, axis: ArrayLike<number>): number {
  return axis[0]! * corners[i] + axis[1]! * corners[i + 1] + axis[2]! * corners[i + 2];
}

/** Returns the shortest side along an axis from which each corner is within its reach. */
function sideOf(
  corners: Float64Array,
  from: number,
  to: number,
  axis: ArrayLike<number>,
  reachOf: (i: number) => number,
): readonly [low: number, high: number] {
  let low = Infinity;
  let high = -Infinity;
  for (let i = from; i < to; i += 3) {
    const value = along(corners, i, axis);
    const reach = reachOf(i);
    if (value + reach < low) low = value + reach;
    if (value - reach > high) high = value - reach;
  }
  // Where one point is within reach of all, any point between them is.
  if (low <= high) return [low, high];
  const middle = low * 0.5 + high * 0.5;
  return [middle, middle];
}

/** Returns the f32 radius that contains all corners in exact arithmetic, from the points of the rectangle that are nearest to them in f64. */
function radiusAround(corners: Float64Array, from: number, to: number, words: Float32Array): number {
  const [x, y, z] = [words[0], words[1], words[2]];
  const u = words.subarray(rssAxesWord, rssAxesWord + 3);
  const v = words.subarray(rssAxesWord + 3, rssAxesWord + 6);
  const [a, b] = [words[rssHalfWord], words[rssHalfWord + 1]];
  const offset = new Float64Array(3);
  let largest = 0;
  let reach = Math.abs(x) + Math.abs(y) + Math.abs(z) + a + b;
  for (let i = from; i < to; i += 3) {
    offset[0] = corners[i] - x;
    offset[1] = corners[i + 1] - y;
    offset[2] = corners[i + 2] - z;
    const s = Math.max(-a, Math.min(a, along(offset, 0, u)));
    const t = Math.max(-b, Math.min(b, along(offset, 0, v)));
    let square = 0;
    for (let k = 0; k < 3; k++) square += (offset[k] - s * u[k] - t * v[k]) ** 2;
    if (square > largest) largest = square;
    reach = Math.max(reach, Math.abs(corners[i]) + Math.abs(corners[i + 1]) + Math.abs(corners[i + 2]));
  }
  // Squares can underflow, and so can the slack: any radius above 0 is then rounded up to the smallest f32.
  const underflow = reach > 0 ? 1e-160 : 0;
  return roundUpF32(Math.sqrt(largest) * (1 + relativeSlack) + 4 * reach * relativeSlack + underflow);
}

import type { ConvexPart } from './convex-bodies.ts';

/** What separating axes find of two surfaces. */
export const convexVerdict = { unclear: 0, apart: 1, overlap: 2 } as const;

export type ConvexVerdict = (typeof convexVerdict)[keyof typeof convexVerdict];

/** Memory of a test, which grows. */
export interface ConvexScratch {
  /** Corners of the second body in the space of the first. */
  corners: Float64Array;
  /** The pair in the space of the first body, and what is found of it. */
  readonly axes: AxisSearch;
}

/** The test of one pair of bodies. */
interface AxisSearch {
  /** Lengths within it are unclear. */
  slack: number;
  /** Whether some axis has no clear overlap. */
  isUnclear: boolean;
  /** Whether each body has a corner that is clearly outside the other. */
  sticksOutA: boolean;
  sticksOutB: boolean;
}

/** Gaps and overlaps within this part of the size of both bodies are unclear. It is far above the rounding of the test itself. */
const tolerance = 1e-8;
/**
 * The exact test places a vertex p at m·p + t, rounded as `transformPoints` does: at most √3·2⁻⁵¹ of |m|·|p| + |t| from its true place. It is
 * large for meshes far from their own origin. This is eight times as much.
 */
const placingError = 2 ** -47;
/** Deviations of parts from convex ones count as much more: at a sharp edge, surface and hull are farther apart. */
const deviationFactor = 8;
/** Squares and products below it may have lost bits to underflow. */
const smallest = 1e-280;
/** Edges with a smaller sine between them are parallel. */
const parallelSine = 1e-10;

export function createConvexScratch(): ConvexScratch {
  return { corners: new Float64Array(0), axes: { slack: 0, isUnclear: false, sticksOutA: false, sticksOutB: false } };
}

/**
 * Tests whether the surfaces of two meshes of convex parts share a point, by separating axes (Gottschalk, Lin & Manocha 1996): normals of
 * faces and products of edges. `unclear` near contact, and for a part inside another one: an exact test must decide. Hot.
 * @param m (16) places B in the space of A
 */
export function testConvexBodies(
  a: readonly ConvexPart[],
  b: readonly ConvexPart[],
  m: ArrayLike<number>,
  scratch: ConvexScratch,
): ConvexVerdict {
  let all: ConvexVerdict = convexVerdict.apart;
  for (let j = 0; j < b.length; j++) {
    placeCorners(b[j].corners, m, scratch);
    for (let i = 0; i < a.length; i++) {
      const verdict = testBodies(a[i], b[j], m, scratch);
      if (verdict === convexVerdict.overlap) return verdict;
      if (verdict === convexVerdict.unclear) all = verdict;
    }
  }
  return all;
}

function placeCorners(points: Float64Array, m: ArrayLike<number>, scratch: ConvexScratch): void {
  if (scratch.corners.length !== points.length) scratch.corners = new Float64Array(points.length);
  for (let at = 0; at < points.length; at += 3) {
    for (let row = 0; row < 3; row++)
      scratch.corners[at + row] = m[row] * points[at] + m[4 + row] * points[at + 1] + m[8 + row] * points[at + 2] + m[12 + row];
  }
}

function testBodies(a: ConvexPart, b: ConvexPart, m: ArrayLike<number>, { corners, axes }: ConvexScratch): ConvexVerdict {
  const stretch = largestStretch(m);
  axes.slack =
    tolerance * (a.reach + largest(corners)) +
    placingError * (stretch * b.reach + Math.max(Math.abs(m[12]), Math.abs(m[13]), Math.abs(m[14]))) +
    deviationFactor * (a.deviation + stretch * b.deviation);
  axes.isUnclear = false;
  axes.sticksOutA = false;
  axes.sticksOutB = false;
  for (let f = 0; f < a.normals.length; f += 3)
    if (separates(axes, a.corners, corners, a.normals[f], a.normals[f + 1], a.normals[f + 2])) return convexVerdict.apart;
  for (let f = 0; f < b.normals.length; f += 3) {
    const x = b.normals[f];
    const y = b.normals[f + 1];
    const z = b.normals[f + 2];
    // Normals are placed by the cofactors of the linear part.
    const nx = (m[5] * m[10] - m[9] * m[6]) * x + (m[9] * m[2] - m[1] * m[10]) * y + (m[1] * m[6] - m[5] * m[2]) * z;
    const ny = (m[8] * m[6] - m[4] * m[10]) * x + (m[0] * m[10] - m[8] * m[2]) * y + (m[4] * m[2] - m[0] * m[6]) * z;
    const nz = (m[4] * m[9] - m[8] * m[5]) * x + (m[8] * m[1] - m[0] * m[9]) * y + (m[0] * m[5] - m[4] * m[1]) * z;
    if (separates(axes, a.corners, corners, nx, ny, nz)) return convexVerdict.apart;
  }
  for (let e = 0; e < b.edges.length; e += 3) {
    let vx = m[0] * b.edges[e] + m[4] * b.edges[e + 1] + m[8] * b.edges[e + 2];
    let vy = m[1] * b.edges[e] + m[5] * b.edges[e + 1] + m[9] * b.edges[e + 2];
    let vz = m[2] * b.edges[e] + m[6] * b.edges[e + 1] + m[10] * b.edges[e + 2];
    const size = Math.sqrt(vx * vx + vy * vy + vz * vz);
    [vx, vy, vz] = [vx / size, vy / size, vz / size];
    for (let d = 0; d < a.edges.length; d += 3) {
      const x = a.edges[d + 1] * vz - a.edges[d + 2] * vy;
      const y = a.edges[d + 2] * vx - a.edges[d] * vz;
      const z = a.edges[d] * vy - a.edges[d + 1] * vx;
      if (x * x + y * y + z * z < parallelSine * parallelSine) continue;
      if (separates(axes, a.corners, corners, x, y, z)) return convexVerdict.apart;
    }
  }
  return !axes.isUnclear && axes.sticksOutA && axes.sticksOutB ? convexVerdict.overlap : convexVerdict.unclear;
}

/** Returns a bound of the length that the linear part gives a unit vector: three times its largest entry. */
function largestStretch(m: ArrayLike<number>): number {
  let entry = 0;
  for (let k = 0; k < 11; k++) if (k % 4 !== 3) entry = Math.max(entry, Math.abs(m[k]));
  return 3 * entry;
}

/** Whether an axis of any length has a clear gap. Writes what else it shows. Overflow, NaN and underflow are unclear. */
function separates(axes: AxisSearch, a: Float64Array, b: Float64Array, x: number, y: number, z: number): boolean {
  let minA = Infinity;
  let maxA = -Infinity;
  for (let at = 0; at < a.length; at += 3) {
    const height = x * a[at] + y * a[at + 1] + z * a[at + 2];
    if (height < minA) minA = height;
    if (height > maxA) maxA = height;
  }
  let minB = Infinity;
  let maxB = -Infinity;
  for (let at = 0; at < b.length; at += 3) {
    const height = x * b[at] + y * b[at + 1] + z * b[at + 2];
    if (height < minB) minB = height;
    if (height > maxB) maxB = height;
  }
  const square = x * x + y * y + z * z;
  const slack = axes.slack * Math.sqrt(square);
  if (!(slack < Infinity && slack > smallest && square > smallest)) {
    axes.isUnclear = true;
    return false;
  }
  if (minB - maxA > slack || minA - maxB > slack) return true;
  if (!(maxA - minB > slack && maxB - minA > slack)) axes.isUnclear = true;
  if (minA - minB < -slack || maxA - maxB > slack) axes.sticksOutA = true;
  if (minB - minA < -slack || maxB - maxA > slack) axes.sticksOutB = true;
  return false;
}

function largest(points: Float64Array): number {
  let size = 0;
  for (let at = 0; at < points.length; at++) {
    const value = points[at] < 0 ? -points[at] : points[at];
    // Written so that NaN is kept.
    if (!(value <= size)) size = value;
  }
  return size;
}

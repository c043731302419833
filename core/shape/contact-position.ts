import { bigCross, bigDot, bigMinus, bigPoint, type BigVec3 } from '../math/big-vec3.ts';
import { roundedRatio, scaledIntegers } from '../math/exact.ts';
import { relativeBound, underflow } from '../math/orientation.ts';
import { cornerOf, edgeEnd, edgeStart, isCorner, isEdge } from './feature-code.ts';

/**
 * Writes the point that a feature of `p` (9) and a feature of `q` (9) share to `out[at..at+2]`. The features are a corner and any feature,
 * or an edge and a face or another edge.
 *
 * A corner is copied. The error of any other coordinate is at most 2⁻⁴⁰ of the edge's length plus one unit in the last place. If f64 cannot
 * guarantee that, and for two edges, it is the f64 nearest to the true value. The result does not depend on the order of an edge's ends, so
 * that both triangles of an edge get the same bits.
 */
export function contactPosition(p: Float64Array, q: Float64Array, pFeature: number, qFeature: number, out: Float64Array, at: number): void {
  if (isCorner(pFeature)) copyCorner(p, cornerOf(pFeature), out, at);
  else if (isCorner(qFeature)) copyCorner(q, cornerOf(qFeature), out, at);
  else if (isEdge(pFeature) && isEdge(qFeature)) crossEdges(p, pFeature, q, qFeature, out, at);
  else if (isEdge(pFeature)) pierce(p, pFeature, q, out, at);
  else pierce(q, qFeature, p, out, at);
}

function copyCorner(t: Float64Array, corner: number, out: Float64Array, at: number): void {
  for (let k = 0; k < 3; k++) out[at + k] = t[3 * corner + k];
}

/** Largest allowed relative error of a position along an edge in f64. */
const tolerance = 2 ** -42;

/** Writes the point where an edge of `s` crosses the plane of `t`. Its ends lie strictly on both sides. The bound is that of `sidesOfPlane`. */
function pierce(s: Float64Array, edge: number, t: Float64Array, out: Float64Array, at: number): void {
  const from = 3 * firstCorner(s, edge);
  const to = 3 * lastCorner(s, edge);
  const ax = t[0];
  const ay = t[1];
  const az = t[2];
  const ux = t[3] - ax;
  const uy = t[4] - ay;
  const uz = t[5] - az;
  const vx = t[6] - ax;
  const vy = t[7] - ay;
  const vz = t[8] - az;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const sizeX = Math.abs(uy * vz) + Math.abs(uz * vy);
  const sizeY = Math.abs(uz * vx) + Math.abs(ux * vz);
  const sizeZ = Math.abs(ux * vy) + Math.abs(uy * vx);
  const heightOf = (i: number): number => nx * (s[i] - ax) + ny * (s[i + 1] - ay) + nz * (s[i + 2] - az);
  const errorOf = (i: number): number =>
    (sizeX * Math.abs(s[i] - ax) + sizeY * Math.abs(s[i + 1] - ay) + sizeZ * Math.abs(s[i + 2] - az)) * relativeBound +
    (Math.abs(s[i] - ax) + Math.abs(s[i + 1] - ay) + Math.abs(s[i + 2] - az) + 1) * underflow;
  const fromHeight = heightOf(from);
  const toHeight = heightOf(to);
  const range = fromHeight - toHeight;
  // Not `<=`: where products overflow, both sides are infinite.
  if (errorOf(from) + errorOf(to) < tolerance * Math.abs(range)) {
    // From the nearer end, where the rounding error is smallest.
    const [start, end, part] = Math.abs(fromHeight) <= Math.abs(toHeight) ? [from, to, fromHeight / range] : [to, from, -toHeight / range];
    for (let k = 0; k < 3; k++) out[at + k] = s[start + k] + part * (s[end + k] - s[start + k]);
    // The length of an edge may overflow.
    if (Number.isFinite(out[at] + out[at + 1] + out[at + 2])) return;
  }
  pierceExactly(s, from, to, t, out, at);
}

function pierceExactly(s: Float64Array, from: number, to: number, t: Float64Array, out: Float64Array, at: number): void {
  const { integers, exponent } = scaledIntegers([...t, ...s.subarray(from, from + 3), ...s.subarray(to, to + 3)]);
  const a = bigPoint(integers, 0);
  const start = bigPoint(integers, 9);
  const end = bigPoint(integers, 12);
  const normal = bigCross(bigMinus(bigPoint(integers, 3), a), bigMinus(bigPoint(integers, 6), a));
  const height = bigDot(normal, bigMinus(start, a));
  const range = height - bigDot(normal, bigMinus(end, a));
  writeAlong(start, end, height, range, exponent, out, at);
}

/** Writes the point where the interiors of two edges on different lines intersect. */
function crossEdges(p: Float64Array, pEdge: number, q: Float64Array, qEdge: number, out: Float64Array, at: number): void {
  const ends = [
    [p, firstCorner(p, pEdge)],
    [p, lastCorner(p, pEdge)],
    [q, firstCorner(q, qEdge)],
    [q, lastCorner(q, qEdge)],
  ] as const;
  const { integers, exponent } = scaledIntegers(ends.flatMap(([t, corner]) => [...t.subarray(3 * corner, 3 * corner + 3)]));
  const start = bigPoint(integers, 0);
  const end = bigPoint(integers, 3);
  const otherStart = bigPoint(integers, 6);
  const u = bigMinus(end, start);
  const v = bigMinus(bigPoint(integers, 9), otherStart);
  const offset = bigMinus(otherStart, start);
  // start + t·u is on the other line if t·(u × v) = offset × v: three consistent equations, one of them not 0 = 0.
  const left = bigCross(u, v);
  const right = bigCross(offset, v);
  const axis = left[0] !== 0n ? 0 : left[1] !== 0n ? 1 : 2;
  writeAlong(start, end, right[axis], left[axis], exponent, out, at);
}

/** Writes start + (numerator / denominator)·(end − start), rounded once. */
function writeAlong(
  start: BigVec3,
  end: BigVec3,
  numerator: bigint,
  denominator: bigint,
  exponent: number,
  out: Float64Array,
  at: number,
): void {
  for (let k = 0; k < 3; k++) {
    out[at + k] = roundedRatio(start[k] * denominator + numerator * (end[k] - start[k]), denominator, exponent);
  }
}

/** Returns the end of an edge that is first by (x, y, z). */
function firstCorner(t: Float64Array, edge: number): number {
  return isBefore(t, edgeStart(edge), edgeEnd(edge)) ? edgeStart(edge) : edgeEnd(edge);
}

function lastCorner(t: Float64Array, edge: number): number {
  return isBefore(t, edgeStart(edge), edgeEnd(edge)) ? edgeEnd(edge) : edgeStart(edge);
}

function isBefore(t: Float64Array, i: number, j: number): boolean {
  for (let k = 0; k < 3; k++) if (t[3 * i + k] !== t[3 * j + k]) return t[3 * i + k] < t[3 * j + k];
  return false;
}

import { contactPosition } from './contact-position.ts';
import { cornerCode, edgeCode } from './feature-code.ts';
import { faceCode } from './triangle-feature.ts';
import { allAbove, allBelow, allOn, loneCorner, secondCorner, sideOf, sidesOfPlane, type Sides } from './triangle-sides.ts';
import { cutOrder } from './triangle-triangle.ts';
import { flatTriangleContact, type FeaturePair } from './triangle-triangle-flat-contact.ts';

/**
 * Kinds of contact of two triangles:
 * - `crossing`: each passes through the other's plane, in a segment;
 * - `touch-segment`: in a segment that is an edge, or part of one, of either;
 * - `touch-point`: in one point;
 * - `coplanar`: in a polygon of their common plane.
 */
export const contactKinds = ['crossing', 'touch-segment', 'touch-point', 'coplanar'] as const;
export type ContactKind = (typeof contactKinds)[number];

/** Contact of two triangles. One record is reused for all pairs. */
export interface TriangleContact {
  kind: ContactKind;
  /** 1 for a point, 2 for the ends of a segment, 3 to 6 for the corners of a polygon, in order around it. */
  pointCount: number;
  /** (6) the lowest-dimensional feature of each triangle on which a point lies, see `triangle-feature.ts`; exact. */
  readonly pFeatures: Uint8Array;
  readonly qFeatures: Uint8Array;
  /** (18) x y z of the points; see `contactPosition` for the bound. The same features give the same bits. */
  readonly positions: Float64Array;
}

/** The intersection of two triangles has at most six corners. */
const maxPoints = 6;

export function createTriangleContact(): TriangleContact {
  return {
    kind: 'touch-point',
    pointCount: 0,
    pFeatures: new Uint8Array(maxPoints),
    qFeatures: new Uint8Array(maxPoints),
    positions: new Float64Array(3 * maxPoints),
  };
}

/**
 * Writes the contact of two closed triangles; returns false, with `out` unchanged, exactly if `trianglesIntersect` is false. `p` (9)
 * and `q` (9) are their corners, finite. Kind and features are exact: they come from signs only, never from positions.
 *
 * The intersection of each triangle with the other's plane is an interval of one line. The signs with which Guigue & Devillers (2003)
 * compare the intervals also determine the ends of the common part, and the edge or corner on which each end lies.
 */
export function triangleContact(p: Float64Array, q: Float64Array, out: TriangleContact): boolean {
  const qSides = sidesOfPlane(p, q);
  if (qSides === allAbove || qSides === allBelow) return false;
  const pSides = sidesOfPlane(q, p);
  if (pSides === allAbove || pSides === allBelow) return false;
  if (qSides === allOn || pSides === allOn) return writeFlat(p, q, flatTriangleContact(p, q), out);

  const p1 = loneCorner(pSides);
  const q1 = loneCorner(qSides);
  const p2 = secondCorner(p1, qSides, q1);
  const p3 = 3 - p1 - p2;
  const q2 = secondCorner(q1, pSides, p1);
  const q3 = 3 - q1 - q2;
  const pEndToQStart = cutOrder(p, p1, p2, q, q1, q2);
  const pStartToQEnd = cutOrder(p, p1, p3, q, q1, q3);
  if (pEndToQStart > 0 || pStartToQEnd < 0) return false;

  const pStart = cutFeature(pSides, p1, p3);
  const pEnd = cutFeature(pSides, p1, p2);
  const qStart = cutFeature(qSides, q1, q2);
  const qEnd = cutFeature(qSides, q1, q3);
  if (pEndToQStart === 0) return writePoint(p, q, pEnd, qStart, out);
  if (pStartToQEnd === 0) return writePoint(p, q, pStart, qEnd, out);
  const pInside = insideFeature(pSides, p2, p3);
  const qInside = insideFeature(qSides, q2, q3);
  // A corner that only touches the plane is an interval of one point, here strictly within the other's.
  if (pStart === pEnd) return writePoint(p, q, pStart, qInside, out);
  if (qStart === qEnd) return writePoint(p, q, pInside, qStart, out);

  const starts = cutOrder(p, p1, p3, q, q1, q2);
  const ends = cutOrder(p, p1, p2, q, q1, q3);
  out.kind = isThrough(pSides) && isThrough(qSides) ? 'crossing' : 'touch-segment';
  out.pointCount = 2;
  writeFeatures(p, q, starts <= 0 ? pStart : pInside, starts >= 0 ? qStart : qInside, out, 0);
  writeFeatures(p, q, ends >= 0 ? pEnd : pInside, ends <= 0 ? qEnd : qInside, out, 1);
  return true;
}

/** Returns the feature of the triangle where the edge between these two corners intersects the plane. */
function cutFeature(sides: Sides, lone: number, other: number): number {
  if (sideOf(sides, lone) === 0) return cornerCode(lone);
  return sideOf(sides, other) === 0 ? cornerCode(other) : edgeCode(lone, other);
}

/** Returns the feature between the ends of the interval: the edge of two corners in the plane, else the face. */
function insideFeature(sides: Sides, i: number, j: number): number {
  return sideOf(sides, i) === 0 && sideOf(sides, j) === 0 ? edgeCode(i, j) : faceCode;
}

/** Whether a triangle has corners strictly on both sides. */
function isThrough(sides: Sides): boolean {
  const s0 = sideOf(sides, 0);
  const s1 = sideOf(sides, 1);
  const s2 = sideOf(sides, 2);
  return Math.min(s0, s1, s2) < 0 && Math.max(s0, s1, s2) > 0;
}

function writePoint(p: Float64Array, q: Float64Array, pFeature: number, qFeature: number, out: TriangleContact): true {
  out.kind = 'touch-point';
  out.pointCount = 1;
  writeFeatures(p, q, pFeature, qFeature, out, 0);
  return true;
}

function writeFlat(p: Float64Array, q: Float64Array, points: readonly FeaturePair[], out: TriangleContact): boolean {
  if (points.length === 0) return false;
  out.kind = points.length === 1 ? 'touch-point' : points.length === 2 ? 'touch-segment' : 'coplanar';
  out.pointCount = points.length;
  points.forEach((point, i) => writeFeatures(p, q, point.p, point.q, out, i));
  return true;
}

function writeFeatures(p: Float64Array, q: Float64Array, pFeature: number, qFeature: number, out: TriangleContact, at: number): void {
  out.pFeatures[at] = pFeature;
  out.qFeatures[at] = qFeature;
  contactPosition(p, q, pFeature, qFeature, out.positions, 3 * at);
}

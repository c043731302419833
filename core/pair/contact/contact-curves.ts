import type { Transform } from '../../math/transform.ts';
import { none } from '../../mesh/topology.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { contactKinds } from '../../shape/triangle-triangle-contact.ts';
import type { Contacts } from './contacts.ts';
import type { ContactKeys } from './contact-keys.ts';
import { curveEndKinds, findCurveEnds, type CurveEndKind } from './curve-ends.ts';
import { segmentGraph, type SegmentGraph } from './segment-graph.ts';
import { curveKinds } from './segment-kinds.ts';

/**
 * The curves along which two surfaces touch or intersect. They are polylines of contact segments and of sides of common areas, in
 * flat arrays: ten thousand short curves are then few objects. A closed curve is a closed loop.
 */
export interface ContactCurves {
  /** (C) 1 for a closed loop. */
  readonly closed: Uint8Array;
  /** (C) index into `curveKinds`. Outlines are closed loops. */
  readonly kinds: Uint8Array;
  /** (2·C) why a curve ends at its first and at its last point: an index into `curveEndKinds`; `noCurveEnd` for a closed loop. */
  readonly ends: Uint8Array;
  /** (C) in units of A; for a closed loop including the segment back to the start. */
  readonly lengths: Float64Array;
  /** (C + 1) curve i has the segments firstSegment[i] to firstSegment[i + 1] − 1, in order along it. */
  readonly firstSegment: Uint32Array;
  /** (S) contact of each segment: of equal segments the first, else a polygon that has it as a side. */
  readonly segments: Uint32Array;
  /** (C + 1) curve i has the points firstPoint[i] to firstPoint[i + 1] − 1: as many as segments when closed, else one more. */
  readonly firstPoint: Uint32Array;
  /** (3·P) x y z in the space of A. */
  readonly positions: Float64Array;
  /** Contacts that are polygons; ascending. */
  readonly coplanar: Uint32Array;
  /** Contacts that are single points, on no curve and in no common area; ascending. */
  readonly points: Uint32Array;
}

/** Segments between two calls of `progress`. */
const reportStep = 1 << 12;
/** Progress at which joining the segments begins, and at which classifying the ends begins. */
const joinFrom = 0.8;
const endsFrom = 0.9;
/** In place of the kind of an end: the curve is closed. */
export const noCurveEnd = 0xff;

/**
 * Returns the contact curves of two meshes: the segments of all contacts, joined by the keys of their ends (catalogue P2). `a`, `b`
 * and `aFromB` are those of the contacts.
 *
 * Where several segments share a point they are joined in pairs, so a curve continues through a point where an edge crosses an
 * edge. A point with an odd number of segments ends one curve. Two closed meshes that only cross have an even number at every
 * point, so all their curves are closed loops. Pairs are chosen by the triangles of A first, then by those of B. With A and B
 * swapped, lengths by kind and ends are the same, but the number of closed loops may differ.
 *
 * The outline of an area that both surfaces have in common is traced too. It is a sum of polygons, so it consists of closed loops
 * for any mesh, and it is joined separately. Of coincident triangles (same three corners) one counts. If a face exists twice with
 * different diagonals, the area is traced twice and the sides that both have cancel.
 *
 * Other curves need not close. A crossing curve may run into a common area and leave it elsewhere, and an edge that only touches
 * begins and ends. `ends` gives the reason. Triangles without area have no sides, and their edges lie on one another: where they
 * close a slit, curves along it touch, and curves across it end.
 * @throws whatever `progress` throws.
 */
export function contactCurves(
  all: Contacts,
  a: TriangleMesh,
  b: TriangleMesh,
  aFromB: Transform,
  progress: Progress = noProgress,
): ContactCurves {
  const graph = segmentGraph(all, a, b, aFromB, (fraction) => progress(joinFrom * fraction));
  const { endPoints, ...curves } = joinAll(all, graph, (fraction) => progress(joinFrom + (endsFrom - joinFrom) * fraction));
  const endKinds = findCurveEnds(all, graph.keys, endPoints, a, b, aFromB, (fraction) => progress(endsFrom + (1 - endsFrom) * fraction));
  progress(1);
  const ends = new Uint8Array(2 * curves.closed.length).fill(noCurveEnd);
  // Open curves come first.
  ends.set(endKinds);
  const numbers = Uint32Array.from(all.kinds.keys());
  return {
    ...curves,
    ends,
    coplanar: numbers.filter((contact) => contactKinds[all.kinds[contact]] === 'coplanar'),
    points: lonePoints(all, graph.keys),
  };
}

/** Returns the single points at which no segment ends and no polygon has a corner. */
function lonePoints({ kinds, firstPoint }: Contacts, { count, keys }: ContactKeys): Uint32Array {
  const isJoint = new Uint8Array(count);
  const isPoint = (contact: number): boolean => firstPoint[contact + 1] - firstPoint[contact] === 1;
  for (let i = 0; i < kinds.length; i++)
    if (!isPoint(i)) for (let point = firstPoint[i]; point < firstPoint[i + 1]; point++) isJoint[keys[point]] = 1;
  return Uint32Array.from(kinds.keys()).filter((contact) => isPoint(contact) && isJoint[keys[firstPoint[contact]]] === 0);
}

type JoinedCurves = Omit<ContactCurves, 'coplanar' | 'points' | 'ends'> & {
  /** (2·open curves) points of the contacts where they begin and end. */
  readonly endPoints: Uint32Array;
};

/** Follows open curves from their ends first; the remaining segments form closed loops. */
function joinAll(all: Contacts, graph: SegmentGraph, progress: Progress): JoinedCurves {
  const { contacts, mates } = graph;
  const endPoints: number[] = [];
  const kinds: number[] = [];
  const count = contacts.length;
  const isUsed = new Uint8Array(count);
  const segments = new Uint32Array(count);
  const points = new Uint32Array(2 * count);
  const closed: number[] = [];
  const firstSegment = [0];
  const firstPoint = [0];
  let used = 0;
  let pointCount = 0;
  const follow = (start: number): void => {
    let end = start;
    for (;;) {
      if (used % reportStep === 0) progress(used / count);
      isUsed[end >> 1] = 1;
      segments[used++] = contacts[end >> 1];
      points[pointCount++] = graph.points[end];
      const far = end ^ 1;
      end = mates[far];
      if (end !== none && end !== start) continue;
      if (end === none) {
        points[pointCount++] = graph.points[far];
        endPoints.push(graph.points[start], graph.points[far]);
      }
      closed.push(Number(end === start));
      kinds.push(graph.kinds[start >> 1]);
      firstSegment.push(used);
      firstPoint.push(pointCount);
      return;
    }
  };
  for (let end = 0; end < mates.length; end++) if (mates[end] === none && isUsed[end >> 1] === 0) follow(end);
  for (let segment = 0; segment < count; segment++) if (isUsed[segment] === 0) follow(2 * segment);

  const positions = new Float64Array(3 * pointCount);
  for (let i = 0; i < pointCount; i++) for (let k = 0; k < 3; k++) positions[3 * i + k] = all.positions[3 * points[i] + k];
  const lengths = Float64Array.from(closed, (isClosed, i) => lengthOf(positions, firstPoint[i]!, firstPoint[i + 1]!, isClosed === 1));
  return {
    closed: Uint8Array.from(closed),
    kinds: Uint8Array.from(kinds),
    endPoints: Uint32Array.from(endPoints),
    lengths,
    firstSegment: Uint32Array.from(firstSegment),
    segments,
    firstPoint: Uint32Array.from(firstPoint),
    positions,
  };
}

function lengthOf(positions: Float64Array, first: number, end: number, isClosed: boolean): number {
  let length = 0;
  for (let i = isClosed ? first : first + 1; i < end; i++) {
    const at = 3 * i;
    const before = i === first ? 3 * (end - 1) : at - 3;
    length += Math.hypot(
      positions[at] - positions[before],
      positions[at + 1] - positions[before + 1],
      positions[at + 2] - positions[before + 2],
    );
  }
  return length;
}

/** Returns the number of curves. */
export function curveCount({ closed }: ContactCurves): number {
  return closed.length;
}

/** Returns the number of closed loops. */
export function closedLoopCount({ closed }: ContactCurves): number {
  return closed.reduce((sum, isClosed) => sum + isClosed, 0);
}

/** Returns the number of closed loops that are the outline of a common area. */
export function outlineLoopCount({ kinds }: ContactCurves): number {
  return kinds.reduce((sum, kind) => sum + Number(curveKinds[kind] === 'outline'), 0);
}

/** Returns why a curve ends at its first and at its last point; `null` for a closed loop. */
export function endsOfCurve({ closed, ends }: ContactCurves, curve: number): readonly [CurveEndKind, CurveEndKind] | null {
  return closed[curve] === 1 ? null : [curveEndKinds[ends[2 * curve]]!, curveEndKinds[ends[2 * curve + 1]]!];
}

/** Returns the number of ends of open curves, by kind. */
export function curveEndCounts({ ends }: ContactCurves): Readonly<Record<CurveEndKind, number>> {
  const counts = { border: 0, 'common-area': 0, 'flat-triangle': 0, touch: 0 };
  for (const end of ends) if (end !== noCurveEnd) counts[curveEndKinds[end]!]++;
  return counts;
}

/** In place of the index of a curve: none. */
export const noCurve = 0xffff_ffff;

/**
 * Returns (n) the curve of each of `contacts` contacts; for a polygon the first curve that has one of its sides. `noCurve` for points,
 * for segments that another contact represents or that lie in a common area, and for polygons inside a common area.
 */
export function curveOfEachContact(curves: ContactCurves, contacts: number): Uint32Array {
  const { firstSegment, segments } = curves;
  const found = new Uint32Array(contacts).fill(noCurve);
  for (let curve = 0; curve < curveCount(curves); curve++) {
    for (let i = firstSegment[curve]; i < firstSegment[curve + 1]; i++) if (found[segments[i]] === noCurve) found[segments[i]] = curve;
  }
  return found;
}

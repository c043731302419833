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
 * The lines along which two surfaces meet: polylines of contact segments and of sides of the areas that they have in common,
 * in flat arrays, since ten thousand short ones are few objects then. A closed line is a loop.
 */
export interface ContactCurves {
  /** (L) 1 for a loop, which ends where it began. */
  readonly closed: Uint8Array;
  /** (L) index into `curveKinds`. Outlines are loops. */
  readonly kinds: Uint8Array;
  /** (2·L) why a line ends at its first and at its last point: an index into `curveEndKinds`; `noCurveEnd` for a loop. */
  readonly ends: Uint8Array;
  /** (L) in units of A; of a loop the segment back to the start included. */
  readonly lengths: Float64Array;
  /** (L + 1) line i has the segments firstSegment[i] to firstSegment[i + 1] − 1, in order along it. */
  readonly firstSegment: Uint32Array;
  /** (S) contact of each segment: of those that are the same segment the first, else a polygon that has it as a side. */
  readonly segments: Uint32Array;
  /** (L + 1) line i has the points firstPoint[i] to firstPoint[i + 1] − 1: as many as segments when closed, else one more. */
  readonly firstPoint: Uint32Array;
  /** (3·P) x y z in the space of A. */
  readonly positions: Float64Array;
  /** Contacts that are polygons; ascending. */
  readonly coplanar: Uint32Array;
  /** Contacts that are single points and lie on no line and in no common area; ascending. */
  readonly points: Uint32Array;
}

/** Segments between two calls of `progress`. */
const reportStep = 1 << 12;
/** Where the walk along the segments, and the look at its ends, begin as parts of the whole. */
const walkFrom = 0.8;
const endsFrom = 0.9;
/** In place of the kind of a line's end where it has none. */
export const noCurveEnd = 0xff;

/**
 * P2: joins the segments of contacts into lines, by the keys of their ends. `a`, `b` and `aFromB` are those of the contacts.
 *
 * Segments are joined in twos wherever some come together, so that a line goes on through a point where an edge crosses
 * an edge, and each point where an odd number meets ends one line. Two closed meshes that only cross meet an even number
 * of times at every point, hence in loops alone. Which of more than two segments go on as one line is asked of A's triangles
 * before B's: with A and B swapped, lengths by kind and ends are the same, but there may be more loops or fewer.
 *
 * Where surfaces lie on each other, the outline of their common area is traced too. It is a sum of polygons, each of which
 * goes round, so it consists of loops whatever the meshes are, and it is joined by itself. Of coincident triangles, which have
 * the same three corners, it takes one; where a face is there twice but divided by other diagonals, the area is traced twice
 * and the sides that both have cancel.
 *
 * What the surfaces have in common beside areas need not go round: a line along which they cross may run into an area and come
 * out elsewhere, and an edge that only touches begins and ends. Such lines stay open, and `ends` says why. Triangles without
 * area have no sides, and their edges lie on one another: where they close a slit, lines along it touch, and those across it end.
 * @throws whatever `progress` throws.
 */
export function contactCurves(
  all: Contacts,
  a: TriangleMesh,
  b: TriangleMesh,
  aFromB: Transform,
  progress: Progress = noProgress,
): ContactCurves {
  const graph = segmentGraph(all, a, b, aFromB, (fraction) => progress(walkFrom * fraction));
  const { endPoints, ...lines } = walkAll(all, graph, (fraction) => progress(walkFrom + (endsFrom - walkFrom) * fraction));
  const endKinds = findCurveEnds(all, graph.keys, endPoints, a, b, aFromB, (fraction) => progress(endsFrom + (1 - endsFrom) * fraction));
  progress(1);
  const ends = new Uint8Array(2 * lines.closed.length).fill(noCurveEnd);
  // Open lines come first.
  ends.set(endKinds);
  const numbers = Uint32Array.from(all.kinds.keys());
  return {
    ...lines,
    ends,
    coplanar: numbers.filter((contact) => contactKinds[all.kinds[contact]] === 'coplanar'),
    points: lonePoints(all, graph.keys),
  };
}

/** Single points where no segment and no polygon has a corner. */
function lonePoints({ kinds, firstPoint }: Contacts, { count, keys }: ContactKeys): Uint32Array {
  const isJoint = new Uint8Array(count);
  const isPoint = (contact: number): boolean => firstPoint[contact + 1] - firstPoint[contact] === 1;
  for (let i = 0; i < kinds.length; i++)
    if (!isPoint(i)) for (let point = firstPoint[i]; point < firstPoint[i + 1]; point++) isJoint[keys[point]] = 1;
  return Uint32Array.from(kinds.keys()).filter((contact) => isPoint(contact) && isJoint[keys[firstPoint[contact]]] === 0);
}

type Walked = Omit<ContactCurves, 'coplanar' | 'points' | 'ends'> & {
  /** (2·open lines) points of the contacts where they begin and end. */
  readonly endPoints: Uint32Array;
};

/** Open lines from their ends first; what is left then are loops. */
function walkAll(all: Contacts, graph: SegmentGraph, progress: Progress): Walked {
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
  const walkFromEnd = (start: number): void => {
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
  for (let end = 0; end < mates.length; end++) if (mates[end] === none && isUsed[end >> 1] === 0) walkFromEnd(end);
  for (let segment = 0; segment < count; segment++) if (isUsed[segment] === 0) walkFromEnd(2 * segment);

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

export function curveCount({ closed }: ContactCurves): number {
  return closed.length;
}

/** Lines that are closed. */
export function closedLoopCount({ closed }: ContactCurves): number {
  return closed.reduce((sum, isClosed) => sum + isClosed, 0);
}

/** Loops that are the outline of a common area. */
export function outlineLoopCount({ kinds }: ContactCurves): number {
  return kinds.reduce((sum, kind) => sum + Number(curveKinds[kind] === 'outline'), 0);
}

/** Why a line ends where it begins and where it stops; `null` for a loop. */
export function endsOfCurve({ closed, ends }: ContactCurves, line: number): readonly [CurveEndKind, CurveEndKind] | null {
  return closed[line] === 1 ? null : [curveEndKinds[ends[2 * line]]!, curveEndKinds[ends[2 * line + 1]]!];
}

/** How many ends of open lines are of each of `curveEndKinds`. */
export function curveEndCounts({ ends }: ContactCurves): Readonly<Record<CurveEndKind, number>> {
  const counts = { border: 0, 'common-area': 0, 'flat-triangle': 0, touch: 0 };
  for (const end of ends) if (end !== noCurveEnd) counts[curveEndKinds[end]!]++;
  return counts;
}

/** In place of a line's number where there is none. */
export const noCurve = 0xffff_ffff;

/**
 * (n) the line of each of `contacts` contacts, of a polygon the first whose sides are on one; `noCurve` for points, segments
 * that another contact stands for or that lie in a common area, and polygons inside one.
 */
export function curveOfEachContact(lines: ContactCurves, contacts: number): Uint32Array {
  const { firstSegment, segments } = lines;
  const found = new Uint32Array(contacts).fill(noCurve);
  for (let line = 0; line < curveCount(lines); line++) {
    for (let i = firstSegment[line]; i < firstSegment[line + 1]; i++) if (found[segments[i]] === noCurve) found[segments[i]] = line;
  }
  return found;
}

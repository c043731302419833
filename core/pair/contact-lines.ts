import type { Transform } from '../math/transform.ts';
import { none } from '../mesh/topology.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { noProgress, type Progress } from '../progress.ts';
import { contactKinds } from '../shape/triangle-triangle-contact.ts';
import type { Contacts } from './contacts.ts';
import { segmentGraph, type SegmentGraph } from './segment-graph.ts';

/**
 * The lines along which two surfaces meet: polylines of contact segments, in flat arrays, since ten thousand short ones
 * are few objects then. A closed line is a loop.
 */
export interface ContactLines {
  /** (L) 1 for a loop, which ends where it began. */
  readonly closed: Uint8Array;
  /** (L) in units of A; of a loop the segment back to the start included. */
  readonly lengths: Float64Array;
  /** (L + 1) line i has the segments firstSegment[i] to firstSegment[i + 1] − 1, in order along it. */
  readonly firstSegment: Uint32Array;
  /** (S) contact of each segment. Of contacts in the same segment the first. */
  readonly segments: Uint32Array;
  /** (L + 1) line i has the points firstPoint[i] to firstPoint[i + 1] − 1: as many as segments when closed, else one more. */
  readonly firstPoint: Uint32Array;
  /** (3·P) x y z in the space of A. */
  readonly positions: Float64Array;
  /** Contacts that are polygons; ascending. */
  readonly coplanar: Uint32Array;
  /** Contacts that are single points and lie on no line; ascending. */
  readonly points: Uint32Array;
}

/** Segments between two calls of `progress`. */
const reportStep = 1 << 12;
/** Where the walk along the segments begins, as a part of the whole. */
const walkFrom = 0.8;

/**
 * P2: joins the segments of contacts into lines, by the keys of their ends. `a`, `b` and `aFromB` are those of the contacts.
 *
 * Segments are joined in twos wherever some come together, so that a line goes on through a point where an edge crosses
 * an edge, and each point where an odd number meets ends one line. Two closed meshes that only cross meet an even number
 * of times at every point, hence in loops alone. In special position a segment that lies in an edge belongs to both
 * triangles of that edge and is taken once; polygons are not traced.
 * @throws whatever `progress` throws.
 */
export function contactLines(all: Contacts, a: TriangleMesh, b: TriangleMesh, aFromB: Transform, progress: Progress = noProgress): ContactLines {
  const graph = segmentGraph(all, a, b, aFromB, (fraction) => progress(walkFrom * fraction));
  const lines = walkAll(all, graph, (fraction) => progress(walkFrom + (1 - walkFrom) * fraction));
  progress(1);
  const isKind = (contact: number, kind: (typeof contactKinds)[number]): boolean => contactKinds[all.kinds[contact]] === kind;
  const numbers = Uint32Array.from(all.kinds.keys());
  return {
    ...lines,
    coplanar: numbers.filter((contact) => isKind(contact, 'coplanar')),
    points: numbers.filter((contact) => isKind(contact, 'touch-point') && !graph.isJoint(all.firstPoint[contact])),
  };
}

type Walked = Omit<ContactLines, 'coplanar' | 'points'>;

/** Open lines from their ends first; what is left then are loops. */
function walkAll(all: Contacts, graph: SegmentGraph, progress: Progress): Walked {
  const { contacts, mates } = graph;
  const count = contacts.length;
  const isUsed = new Uint8Array(count);
  const segments = new Uint32Array(count);
  const points = new Uint32Array(2 * count);
  const closed: number[] = [];
  const firstSegment = [0], firstPoint = [0];
  let used = 0, pointCount = 0;
  const walkFromEnd = (start: number): void => {
    let end = start;
    for (;;) {
      if (used % reportStep === 0) progress(used / count);
      isUsed[end >> 1] = 1;
      segments[used++] = contacts[end >> 1];
      points[pointCount++] = graph.pointOf(end);
      const far = end ^ 1;
      end = mates[far];
      if (end === none) points[pointCount++] = graph.pointOf(far);
      if (end !== none && end !== start) continue;
      closed.push(Number(end === start));
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
    const at = 3 * i, before = i === first ? 3 * (end - 1) : at - 3;
    length += Math.hypot(positions[at] - positions[before], positions[at + 1] - positions[before + 1], positions[at + 2] - positions[before + 2]);
  }
  return length;
}

export function lineCount({ closed }: ContactLines): number {
  return closed.length;
}

/** Lines that are closed. */
export function loopCount({ closed }: ContactLines): number {
  return closed.reduce((sum, isClosed) => sum + isClosed, 0);
}

/** In place of a line's number where there is none. */
export const noLine = 0xffff_ffff;

/** (n) the line of each of `contacts` contacts; `noLine` for polygons, points, and segments that another contact stands for. */
export function lineOfEachContact(lines: ContactLines, contacts: number): Uint32Array {
  const { firstSegment, segments } = lines;
  const found = new Uint32Array(contacts).fill(noLine);
  for (let line = 0; line < lineCount(lines); line++) {
    for (let i = firstSegment[line]; i < firstSegment[line + 1]; i++) found[segments[i]] = line;
  }
  return found;
}

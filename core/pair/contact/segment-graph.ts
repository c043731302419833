import type { Transform } from '../../math/transform.ts';
import { none } from '../../mesh/topology.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Progress } from '../../progress.ts';
import { contactKeys, type ContactKeys } from './contact-keys.ts';
import type { Contacts } from './contacts.ts';
import { differentSegments, type Segments } from './different-segments.ts';
import { curveKinds, segmentKinds } from './segment-kinds.ts';

/** The segments of contacts and how they are connected. Segment i has the ends 2·i and 2·i + 1. */
export interface SegmentGraph extends Segments {
  readonly keys: ContactKeys;
  /** (S) index into `curveKinds`. */
  readonly kinds: Uint8Array;
  /** (2·S) the end that each end is joined to, of the same kind; `none` for the one left over at a point with an odd number. */
  readonly mates: Uint32Array;
}

/** Contacts or keys between two calls of `progress`. */
const reportStep = 1 << 12;
/** Progress at which finding, classifying and joining the segments begin. */
const segmentsFrom = 0.5;
const kindsFrom = 0.7;
const joinFrom = 0.8;

/** Returns the segments of all contacts with their connections. @throws whatever `progress` throws. */
export function segmentGraph(all: Contacts, a: TriangleMesh, b: TriangleMesh, aFromB: Transform, progress: Progress): SegmentGraph {
  const keys = contactKeys(all, a, b, aFromB, (fraction) => progress(segmentsFrom * fraction));
  const segments = differentSegments(all, keys, a, b, aFromB, (fraction) => progress(segmentsFrom + (kindsFrom - segmentsFrom) * fraction));
  const kinds = segmentKinds(all, segments, a, b, aFromB, (fraction) => progress(kindsFrom + (joinFrom - kindsFrom) * fraction));
  const { contacts, points } = segments;

  const firstEnd = new Uint32Array(keys.count + 1);
  for (let end = 0; end < points.length; end++) firstEnd[keys.keys[points[end]] + 1]++;
  for (let key = 0; key < keys.count; key++) firstEnd[key + 1] += firstEnd[key];
  const next = firstEnd.slice();
  const ends = new Uint32Array(points.length);
  for (let end = 0; end < ends.length; end++) ends[next[keys.keys[points[end]]]++] = end;

  const mates = new Uint32Array(ends.length).fill(none);
  const triangleOf = (end: number, side: 0 | 1): number => all.pairs[2 * contacts[end >> 1] + side];
  for (let key = 0; key < keys.count; key++) {
    if (key % reportStep === 0) progress(joinFrom + (1 - joinFrom) * (key / keys.count));
    const here = ends.subarray(firstEnd[key], firstEnd[key + 1]);
    if (here.length === 2 && kinds[here[0] >> 1] === kinds[here[1] >> 1]) joinTwo(here[0], here[1], mates);
    else if (here.length > 1)
      for (let kind = 0; kind < curveKinds.length; kind++) join([...here.filter((end) => kinds[end >> 1] === kind)], triangleOf, mates);
  }
  return { ...segments, keys, kinds, mates };
}

/**
 * Joins the ends at one point in pairs. If there are more than two, ends in one triangle of A are joined first, then ends in one
 * triangle of B. A curve then continues within that triangle, so curves touch rather than cross.
 */
function join(ends: readonly number[], triangleOf: (end: number, side: 0 | 1) => number, mates: Uint32Array): void {
  let left = [...ends];
  for (const side of [0, 1] as const) {
    left.sort((s, t) => triangleOf(s, side) - triangleOf(t, side));
    left = joinNeighbours(left, (s, t) => triangleOf(s, side) === triangleOf(t, side), mates);
  }
  joinNeighbours(left, () => true, mates);
}

/** Joins consecutive ends that belong together; returns the others. */
function joinNeighbours(ends: readonly number[], belong: (s: number, t: number) => boolean, mates: Uint32Array): number[] {
  const left: number[] = [];
  for (const end of ends) {
    const before = left.at(-1);
    if (before !== undefined && belong(before, end)) joinTwo(left.pop()!, end, mates);
    else left.push(end);
  }
  return left;
}

function joinTwo(s: number, t: number, mates: Uint32Array): void {
  mates[s] = t;
  mates[t] = s;
}

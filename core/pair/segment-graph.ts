import { createNumbering, numberOfKey } from '../math/numbering.ts';
import type { Transform } from '../math/transform.ts';
import { none } from '../mesh/topology.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { Progress } from '../progress.ts';
import { contactKeys, type ContactKeys } from './contact-keys.ts';
import type { Contacts } from './contacts.ts';

/** The segments of contacts as they hang together. Each has two ends: segment i the ends 2·i and 2·i + 1. */
export interface SegmentGraph {
  /** (S) contact of each different segment. */
  readonly contacts: Uint32Array;
  /** (2·S) the end that each end is joined to; `none` for the odd one left where an odd number comes together. */
  readonly mates: Uint32Array;
  /** Point of the contacts at an end. */
  readonly pointOf: (end: number) => number;
  /** Whether some segment ends where a point of the contacts lies. */
  readonly isJoint: (point: number) => boolean;
}

/** Contacts or keys between two calls of `progress`. */
const reportStep = 1 << 12;
/** Where the segments, and the joining of their ends, begin as parts of the whole. */
const segmentsFrom = 0.6, joinFrom = 0.8;

/** @throws whatever `progress` throws. */
export function segmentGraph(all: Contacts, a: TriangleMesh, b: TriangleMesh, aFromB: Transform, progress: Progress): SegmentGraph {
  const keys = contactKeys(all, a, b, aFromB, (fraction) => progress(segmentsFrom * fraction));
  const contacts = differentSegments(all, keys, (fraction) => progress(segmentsFrom + (joinFrom - segmentsFrom) * fraction));
  const pointOf = (end: number): number => all.firstPoint[contacts[end >> 1]] + (end & 1);

  const firstEnd = new Uint32Array(keys.count + 1);
  for (let end = 0; end < 2 * contacts.length; end++) firstEnd[keys.keys[pointOf(end)] + 1]++;
  for (let key = 0; key < keys.count; key++) firstEnd[key + 1] += firstEnd[key];
  const next = firstEnd.slice();
  const ends = new Uint32Array(2 * contacts.length);
  for (let end = 0; end < ends.length; end++) ends[next[keys.keys[pointOf(end)]]++] = end;

  const mates = new Uint32Array(ends.length).fill(none);
  const triangleOf = (end: number, side: 0 | 1): number => all.pairs[2 * contacts[end >> 1] + side];
  for (let key = 0; key < keys.count; key++) {
    if (key % reportStep === 0) progress(joinFrom + (1 - joinFrom) * (key / keys.count));
    join(ends.subarray(firstEnd[key], firstEnd[key + 1]), triangleOf, mates);
  }
  return { contacts, mates, pointOf, isJoint: (point) => firstEnd[keys.keys[point]] < firstEnd[keys.keys[point] + 1] };
}

/** The first contact of each different segment: one that lies in an edge is found with both triangles of that edge. */
function differentSegments(all: Contacts, { keys }: ContactKeys, progress: Progress): Uint32Array {
  const segments = createNumbering(2);
  const contacts = new Uint32Array(all.kinds.length);
  for (let i = 0; i < all.kinds.length; i++) {
    if (i % reportStep === 0) progress(i / all.kinds.length);
    const from = all.firstPoint[i];
    if (all.firstPoint[i + 1] - from !== 2) continue;
    segments.key[0] = Math.min(keys[from], keys[from + 1]);
    segments.key[1] = Math.max(keys[from], keys[from + 1]);
    const known = segments.count;
    if (numberOfKey(segments) === known) contacts[known] = i;
  }
  return contacts.slice(0, segments.count);
}

/**
 * Joins the ends that come together in twos. Where there are more than two, those in one triangle of A are joined first,
 * then those in one of B: there a line goes on without leaving that triangle, so lines rather touch than cross.
 */
function join(ends: Uint32Array, triangleOf: (end: number, side: 0 | 1) => number, mates: Uint32Array): void {
  if (ends.length === 2) return joinTwo(ends[0], ends[1], mates);
  let left = [...ends];
  for (const side of [0, 1] as const) {
    left.sort((s, t) => triangleOf(s, side) - triangleOf(t, side));
    left = joinNeighbours(left, (s, t) => triangleOf(s, side) === triangleOf(t, side), mates);
  }
  joinNeighbours(left, () => true, mates);
}

/** Joins each with the one after it where they belong together; the others. */
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

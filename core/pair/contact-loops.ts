import type { Transform } from '../math/transform.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { noProgress, type Progress } from '../progress.ts';
import { contactKinds } from '../shape/triangle-triangle-contact.ts';
import { contactKeys } from './contact-keys.ts';
import type { Contacts } from './contacts.ts';

/** A chain of segments, each beginning where the one before ends. */
export interface ContactLoop {
  /** Whether it ends where it began; then that point is listed once. */
  readonly closed: boolean;
  /** (3·n) x y z in the space of A. */
  readonly positions: Float64Array;
  /** Contact of each segment: n of them when closed, else n − 1. Of contacts in the same segment the first. */
  readonly segments: Uint32Array;
}

export interface ContactLoops {
  readonly loops: readonly ContactLoop[];
  /** Contacts that are polygons; ascending. */
  readonly coplanar: Uint32Array;
  /** Contacts that are single points and lie on no loop; ascending. */
  readonly points: Uint32Array;
}

/** Contacts between two calls of `progress`. */
const reportStep = 1 << 12;
/** Where the second and third step begin, as parts of the whole: keys, then the graph, then the walk along it. */
const graphFrom = 0.5, walkFrom = 0.8;

/**
 * P2: joins the segments of contacts into polylines, by the keys of their ends. `a`, `b` and `aFromB` are those of the
 * contacts. Where more or fewer than two segments come together, polylines end.
 *
 * Two closed meshes in general position meet in closed loops only. In special position a segment that lies in an edge
 * belongs to both triangles of that edge and is taken once; polygons are not traced.
 * @throws whatever `progress` throws.
 */
export function contactLoops(all: Contacts, a: TriangleMesh, b: TriangleMesh, aFromB: Transform, progress: Progress = noProgress): ContactLoops {
  const keys = contactKeys(all, a, b, aFromB, (fraction) => progress(graphFrom * fraction));
  const graph = segmentGraph(all, keys, (fraction) => progress(graphFrom + (walkFrom - graphFrom) * fraction));
  const isUsed = new Uint8Array(graph.contacts.length);
  const loops: ContactLoop[] = [];
  let used = 0;
  const use = (segment: number): void => {
    if (used % reportStep === 0) progress(walkFrom + (1 - walkFrom) * (used / isUsed.length));
    isUsed[segment] = 1;
    used++;
  };
  const walkAllFrom = (point: number): void => {
    for (const segment of graph.segmentsAt.get(keys[point]) ?? []) {
      if (isUsed[segment] === 0) loops.push(loopOf(all, walk(graph, keys, segment, point, isUsed, use)));
    }
  };
  // Polylines from their ends first; what is left then are closed ones.
  for (const isEnd of [true, false]) {
    for (const contact of graph.contacts) {
      for (const point of [all.firstPoint[contact], all.firstPoint[contact] + 1]) {
        if (!isEnd || graph.segmentsAt.get(keys[point])?.length !== 2) walkAllFrom(point);
      }
    }
  }
  const isKind = (contact: number, kind: (typeof contactKinds)[number]): boolean => contactKinds[all.kinds[contact]] === kind;
  const numbers = Uint32Array.from(all.kinds.keys());
  progress(1);
  return {
    loops,
    coplanar: numbers.filter((contact) => isKind(contact, 'coplanar')),
    points: numbers.filter((contact) => isKind(contact, 'touch-point') && !graph.segmentsAt.has(keys[all.firstPoint[contact]])),
  };
}

interface SegmentGraph {
  /** Contact of each different segment; its points are the contact's first and second. */
  readonly contacts: readonly number[];
  /** (2·n) points at the ends of each. */
  readonly ends: readonly number[];
  /** Segments at each key. */
  readonly segmentsAt: ReadonlyMap<number, readonly number[]>;
}

function segmentGraph(all: Contacts, keys: Uint32Array, progress: Progress): SegmentGraph {
  const contacts: number[] = [];
  const ends: number[] = [];
  const segmentsAt = new Map<number, number[]>();
  const known = new Set<number>();
  for (let i = 0; i < all.kinds.length; i++) {
    if (i % reportStep === 0) progress(i / all.kinds.length);
    const from = all.firstPoint[i];
    if (all.firstPoint[i + 1] - from !== 2) continue;
    const segment = Math.min(keys[from], keys[from + 1]) * keys.length + Math.max(keys[from], keys[from + 1]);
    if (known.has(segment)) continue;
    known.add(segment);
    for (const point of [from, from + 1]) {
      const there = segmentsAt.get(keys[point]);
      if (there === undefined) segmentsAt.set(keys[point], [contacts.length]);
      else there.push(contacts.length);
      ends.push(point);
    }
    contacts.push(i);
  }
  return { contacts, ends, segmentsAt };
}

interface Walk {
  readonly points: readonly number[];
  readonly contacts: readonly number[];
  readonly closed: boolean;
}

/** Follows segments from `start`, the end of the first, up to a key where not exactly two meet, or round to the start; `use` notes each. */
function walk(graph: SegmentGraph, keys: Uint32Array, first: number, start: number, isUsed: Uint8Array, use: (segment: number) => void): Walk {
  const points = [start];
  const contacts: number[] = [];
  let segment: number | undefined = first;
  let key = keys[start];
  while (segment !== undefined) {
    use(segment);
    contacts.push(graph.contacts[segment]!);
    const [from, to] = [graph.ends[2 * segment]!, graph.ends[2 * segment + 1]!];
    const next = keys[from] === key ? to : from;
    key = keys[next];
    if (key === keys[start]) return { points, contacts, closed: true };
    points.push(next);
    const there: readonly number[] = graph.segmentsAt.get(key) ?? [];
    segment = there.length === 2 ? there.find((other) => isUsed[other] === 0) : undefined;
  }
  return { points, contacts, closed: false };
}

function loopOf(all: Contacts, { points, contacts, closed }: Walk): ContactLoop {
  const positions = Float64Array.from(points.flatMap((point) => [...all.positions.subarray(3 * point, 3 * point + 3)]));
  return { closed, positions, segments: Uint32Array.from(contacts) };
}

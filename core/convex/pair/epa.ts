import { hypot } from '../../math/hypot.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { highestPoint } from '../../shape/highest-point.ts';
import { addPoint, type Facet, firstFacets, type HullPoints, isOutside } from '../hull/quickhull.ts';
import { spanningPoints } from '../hull/spanning-points.ts';
import type { PointsPair } from './convex-body.ts';

/** What EPA finds of two hulls that overlap. */
export interface EpaResult {
  /** Distance by which B moves along `direction` to separate the hulls: an upper bound of the depth. */
  readonly depth: number;
  /** No translation of B that is shorter separates the hulls, up to rounding. */
  readonly lower: number;
  readonly direction: Vec3;
  readonly steps: number;
}

const maxSteps = 512;

interface Search extends HullPoints {
  readonly pair: PointsPair;
  /** (3·n) differences of a point of A and a point of B. */
  points: Float64Array;
  count: number;
}

/**
 * Finds the minimum translation of two hulls that overlap, by the expanding polytope (catalogue P7). It grows the hull of some differences of A
 * and B until the facet nearest to the origin is one of the hull of all. For flat differences the depth is 0.
 *
 * Source: van den Bergen, "Proximity Queries and Penetration Depth Computation on 3D Game Objects" (2001). Changed: the polytope grows by
 * quickhull with exact signs, so it stays convex. It also accepts an origin outside: then `depth` is negative, and a gap.
 */
export function epa(pair: PointsPair): EpaResult {
  // Differences of two coordinates of points, and so their extent.
  const largest = 4 * pair.size;
  const search: Search = { pair, points: new Float64Array(96), extent: [largest, largest, largest], next: new Int32Array(0), count: 0 };
  for (const sign of [1, -1]) {
    for (let axis = 0; axis < 3; axis++) support(search, axis === 0 ? sign : 0, axis === 1 ? sign : 0, axis === 2 ? sign : 0);
  }
  const span = spanningOf(search);
  if (span === null) return flatResult(search);
  const queue = firstFacets(search, span).map((facet) => measured(search, facet));
  let best: EpaResult | null = null;
  for (let steps = 0; steps < maxSteps; steps++) {
    const nearest = takeNearest(queue);
    if (nearest === null) break;
    const { x, y, z, offset, facet } = nearest;
    const height = support(search, x, y, z);
    const added = search.count - 1;
    if (best === null || height < best.depth) best = { depth: height, lower: offset, direction: [x, y, z], steps };
    // The nearest facet bounds the depth from below, the best direction from above.
    if (!(height - offset > 1e-13 * pair.size) || best.depth <= offset) return { ...best, lower: Math.min(offset, best.depth), steps };
    const grown = grow(search, facet, added);
    if (grown.length === 0) return { ...best, lower: Math.min(offset, best.depth), steps };
    for (const other of grown) queue.push(measured(search, other));
  }
  return best!;
}

/** Adds the highest difference along a direction, and returns its height. */
function support(search: Search, x: number, y: number, z: number): number {
  const { a, b } = search.pair;
  const i = highestPoint(a.points, x, y, z);
  const j = highestPoint(b.points, -x, -y, -z);
  if (3 * search.count === search.points.length) {
    const larger = new Float64Array(2 * search.points.length);
    larger.set(search.points);
    search.points = larger;
  }
  const at = 3 * search.count++;
  for (let k = 0; k < 3; k++) search.points[at + k] = a.points[3 * i + k] - b.points[3 * j + k];
  return search.points[at] * x + search.points[at + 1] * y + search.points[at + 2] * z;
}

/** Returns four differences that are not in a plane, adding those along the normals of flat ones; `null` if all are in a plane. */
function spanningOf(search: Search): readonly [number, number, number, number] | null {
  for (;;) {
    const span = spanningPoints(search.points.subarray(0, 3 * search.count));
    if (span.length === 4) return span as readonly [number, number, number, number];
    const known = search.count;
    for (const [x, y, z] of directionsAcross(search, span)) {
      const before = search.count;
      support(search, x, y, z);
      support(search, -x, -y, -z);
      if (spanningPoints(search.points.subarray(0, 3 * search.count)).length > span.length) break;
      search.count = before;
    }
    if (search.count === known) return null;
  }
}

/** Returns directions across the hull of some differences: any for a point, two across a line, the normal of a plane. */
function directionsAcross({ points }: Search, span: readonly number[]): readonly Vec3[] {
  const axes: readonly Vec3[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const from = (i: number): Vec3 => [0, 1, 2].map((k) => points[3 * span[i]! + k] - points[3 * span[0]! + k]) as unknown as Vec3;
  if (span.length === 1) return axes;
  const normals = span.length === 2 ? axes.map((axis) => crossOf(from(1), axis)) : [crossOf(from(1), from(2))];
  return normals.flatMap(([x, y, z]): readonly Vec3[] => {
    const size = hypot(x, y, z);
    return size > 0 ? [[x / size, y / size, z / size]] : [];
  });
}

function crossOf(p: Vec3, q: Vec3): Vec3 {
  return [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
}

interface MeasuredFacet {
  readonly facet: Facet;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly offset: number;
}

function measured({ points: p }: Search, facet: Facet): MeasuredFacet {
  const [a, b, c] = [3 * facet.a, 3 * facet.b, 3 * facet.c];
  const normal = crossOf([p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]], [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]]);
  const size = hypot(...normal);
  const [x, y, z] = size > 0 ? normal.map((value) => value / size) : [0, 0, 1];
  const offset = size > 0 ? x! * p[a] + y! * p[a + 1] + z! * p[a + 2] : Infinity;
  return { facet, x: x!, y: y!, z: z!, offset };
}

/** Removes the facet nearest to the origin from the queue, and those that no longer exist. */
function takeNearest(queue: MeasuredFacet[]): MeasuredFacet | null {
  let kept = 0;
  let best = -1;
  for (const item of queue) {
    if (!item.facet.isAlive) continue;
    queue[kept] = item;
    if (best < 0 || item.offset < queue[best]!.offset) best = kept;
    kept++;
  }
  queue.length = kept;
  if (best < 0) return null;
  const nearest = queue[best]!;
  queue[best] = queue[kept - 1]!;
  queue.length = kept - 1;
  return nearest;
}

/** Adds a difference to the polytope; returns the new facets, none if it is not outside. */
function grow(search: Search, facet: Facet, added: number): readonly Facet[] {
  return isOutside(search.points, facet, added) ? addPoint(search, facet, added) : [];
}

/** All differences are in a plane: B leaves it at once. */
function flatResult(search: Search): EpaResult {
  const { points, count } = search;
  const span = spanningPoints(points.subarray(0, 3 * count));
  const [direction = [1, 0, 0] as const] = directionsAcross(search, span);
  return { depth: 0, lower: 0, direction, steps: 0 };
}

import type { Transform } from '../../math/transform.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { createTriangleContact, triangleContact } from '../../shape/triangle-triangle-contact.ts';
import {
  cornersDistanceSq,
  distanceWords,
  extentOf,
  gapAlong,
  gapError,
  minDistance,
  triangleDistanceSq,
} from '../../shape/triangle-triangle-distance.ts';
import { triangleDistanceExact } from '../../shape/triangle-triangle-distance-exact.ts';
import { stackLength } from '../../tree/check-tree-fits.ts';
import { createBoxDistance, type BoxDistance } from '../volume/box-distance.ts';
import { createBoxSeparation } from '../volume/box-separation.ts';
import { createRssDistance, type RssDistance } from '../volume/rss-distance.ts';
import type { TreedMesh } from '../treed-mesh.ts';

/** As a part of the extent of two triangles: a distance with a larger error is computed in exact arithmetic. */
const tolerance = 2e-11;
/** Squares of triangles with a larger extent may overflow: these are scaled by `shrunk` first. */
const maxExtent = 2 ** 500;
const shrunk = 2 ** -600;
/** Products of triangles with a smaller extent underflow: these are scaled by `grown`, and measured in exact arithmetic. */
const minExtent = 2 ** -400;
const grown = 2 ** 850;

/** Pairs of nodes and triangles between two calls of `progress`. */
export const reportStep = 1 << 14;

/** The nearest triangles so far, and scratch memory to measure others. */
export interface Nearest {
  /** (9) the current triangles. */
  readonly p: Float64Array;
  readonly q: Float64Array;
  /** (9) the same triangles, scaled by `shrunk` or `grown`. */
  readonly scaledP: Float64Array;
  readonly scaledQ: Float64Array;
  readonly found: Float64Array;
  readonly scratch: Float64Array;
  /** (3) from the nearest point of A so far to that of B, of length 1; 0 where that is very near or far. */
  readonly direction: Float64Array;
  /** The smallest distance so far, the squared distance beyond which pairs are culled, and the nearest triangles. */
  best: number;
  limitSq: number;
  triangleA: number;
  triangleB: number;
  pointA: Vec3;
  pointB: Vec3;
}

/** State of a search through two trees: its memory, the nearest triangles so far, and counts. */
export interface Work extends Nearest {
  readonly a: TreedMesh;
  readonly b: TreedMesh;
  readonly aFromB: Transform;
  readonly boxes: BoxDistance;
  /** For trees of swept spheres: bounds on the distances of the spheres themselves. */
  readonly rss: RssDistance | null;
  /** Stack of pairs of nodes, and squared distances of their boxes. */
  readonly nodes: Uint32Array;
  readonly entries: Float64Array;
  /** The box (6) of the current triangle of B: min, max. */
  readonly boxQ: Float64Array;
  nodePairs: number;
  trianglePairs: number;
  /** Number of tested pairs at which `progress` is called next. */
  nextReport: number;
}

export function createNearest(): Nearest {
  return {
    p: new Float64Array(9),
    q: new Float64Array(9),
    scaledP: new Float64Array(9),
    scaledQ: new Float64Array(9),
    found: new Float64Array(distanceWords),
    scratch: new Float64Array(4),
    direction: new Float64Array(3),
    best: Infinity,
    limitSq: Infinity,
    triangleA: -1,
    triangleB: -1,
    pointA: [0, 0, 0],
    pointB: [0, 0, 0],
  };
}

export function createWork(a: TreedMesh, b: TreedMesh, aFromB: Transform): Work {
  const boxes = createBoxSeparation(a.tree, b.tree, aFromB);
  // A pair is replaced by as many pairs as its larger node has children.
  const length = stackLength(a.tree) + stackLength(b.tree) + 8;
  return {
    ...createNearest(),
    a,
    b,
    aFromB,
    boxes: createBoxDistance(boxes),
    rss: createRssDistance(a.tree, b.tree, boxes),
    nodes: new Uint32Array(2 * length),
    entries: new Float64Array(length),
    boxQ: new Float64Array(6),
    nodePairs: 0,
    trianglePairs: 0,
    nextReport: reportStep,
  };
}

/** Returns the squared distance of a triangle's box and another box; 0 if they overlap, or after an underflow. Hot. */
export function boxesApartSq(p: Float64Array, boxQ: Float64Array): number {
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const gap = Math.max(Math.min(p[k], p[k + 3], p[k + 6]) - boxQ[k + 3], boxQ[k] - Math.max(p[k], p[k + 3], p[k + 6]), 0);
    square += gap * gap;
  }
  return square;
}

/** Measures two triangles that do not intersect. Hot. */
export function consider(nearest: Nearest, triangleA: number, triangleB: number): void {
  const extent = extentOf(nearest.p, nearest.q);
  if (extent < minExtent) return considerTiny(nearest, triangleA, triangleB);
  if (extent < maxExtent) return considerIn(nearest, nearest.p, nearest.q, extent, 1, triangleA, triangleB);
  const { scaledP: smallP, scaledQ: smallQ } = nearest;
  // Powers of two: only numbers that are negligible compared with the extent are rounded.
  for (let k = 0; k < 9; k++) {
    smallP[k] = nearest.p[k] * shrunk;
    smallQ[k] = nearest.q[k] * shrunk;
  }
  considerIn(nearest, smallP, smallQ, extentOf(smallP, smallQ), 1 / shrunk, triangleA, triangleB);
}

/** Measures two triangles whose products underflow, unless they are certainly too far. */
function considerTiny(nearest: Nearest, triangleA: number, triangleB: number): void {
  const { p, q, scaledP, scaledQ, found, scratch } = nearest;
  for (let k = 0; k < 9; k++) {
    // From a corner, so that triangles far from the origin do not overflow.
    scaledP[k] = (p[k] - p[k % 3]) * grown;
    scaledQ[k] = (q[k] - p[k % 3]) * grown;
  }
  triangleDistanceSq(scaledP, scaledQ, found, scratch);
  // Compared as grown numbers, because denormals round by a large part.
  if (minDistance(scaledP, scaledQ, found) > nearest.best * grown) return;
  const exact = triangleDistanceExact(p, q);
  if (isBetter(nearest, exact.distance, triangleA, triangleB))
    keep(nearest, exact.distance, extentOf(p, q), triangleA, triangleB, exact.pointP, exact.pointQ);
}

/** Measures p and q, scaled by 1 / `unit`; `extent` is theirs. Hot. */
function considerIn(
  nearest: Nearest,
  p: Float64Array,
  q: Float64Array,
  extent: number,
  unit: number,
  triangleA: number,
  triangleB: number,
): void {
  const { found, scratch, direction } = nearest;
  // Many pairs are farther along the direction of the nearest, which takes less time to find. The tolerance is for distances that are computed too short.
  const gap = gapAlong(p, q, direction[0], direction[1], direction[2]);
  if ((gap * (1 - 2 ** -48) - (gapError + tolerance) * extent) * unit > nearest.best) return;
  const ofCorners = cornersDistanceSq(p, q, found, extent);
  const distance = Math.sqrt(ofCorners >= 0 ? ofCorners : triangleDistanceSq(p, q, found, scratch));
  // Its error is large only if it is small compared with the triangles: this rules out pairs that are certainly too far.
  const shortest = minDistance(p, q, found, extent);
  if (distance * unit > nearest.best && shortest * unit > nearest.best) return;
  const isCertain = distance - shortest <= tolerance * extent && distance > 1e-140;
  if (isCertain) {
    if (!isBetter(nearest, distance * unit, triangleA, triangleB)) return;
    keep(
      nearest,
      distance * unit,
      extent * unit,
      triangleA,
      triangleB,
      scaled([found[0], found[1], found[2]], unit),
      scaled([found[0] + found[3], found[1] + found[4], found[2] + found[5]], unit),
    );
    return;
  }
  const exact = triangleDistanceExact(p, q);
  if (!isBetter(nearest, exact.distance * unit, triangleA, triangleB)) return;
  keep(nearest, exact.distance * unit, extent * unit, triangleA, triangleB, scaled(exact.pointP, unit), scaled(exact.pointQ, unit));
}

function scaled([x, y, z]: Vec3, factor: number): Vec3 {
  return [x * factor, y * factor, z * factor];
}

function isBetter({ best, triangleA, triangleB }: Nearest, distance: number, a: number, b: number): boolean {
  return distance < best || triangleA < 0 || (distance === best && (a < triangleA || (a === triangleA && b < triangleB)));
}

function keep(nearest: Nearest, distance: number, extent: number, triangleA: number, triangleB: number, pointA: Vec3, pointB: Vec3): void {
  nearest.best = distance;
  nearest.triangleA = triangleA;
  nearest.triangleB = triangleB;
  nearest.pointA = pointA;
  nearest.pointB = pointB;
  const [x, y, z] = [pointB[0] - pointA[0], pointB[1] - pointA[1], pointB[2] - pointA[2]];
  const length = Math.hypot(x, y, z);
  // Beyond these lengths its error is unknown.
  if (length > 1e-140 && length < 1e140) nearest.direction.set([x / length, y / length, z / length]);
  else nearest.direction.fill(0);
  // Equally near pairs are measured too, so that the lowest is found in any order. 2⁻⁴⁰ covers the squared distances of boxes. The
  // error of a distance is a part of the extent, which matters where the extent is thousands of times the distance.
  const limit = distance + 2 * tolerance * extent;
  nearest.limitSq = limit * limit * (1 + 2 ** -40) + 1e-280;
}

/** Records two intersecting triangles with a point that they share. */
export function settle(nearest: Nearest, triangleA: number, triangleB: number): void {
  const contact = createTriangleContact();
  triangleContact(nearest.p, nearest.q, contact);
  const [x, y, z] = contact.positions;
  const point: Vec3 = [x!, y!, z!];
  keep(nearest, 0, extentOf(nearest.p, nearest.q), triangleA, triangleB, point, point);
}

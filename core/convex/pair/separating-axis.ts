import { hypot } from '../../math/hypot.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { ConvexBody, ConvexPair } from './convex-body.ts';
import { intervalAlong, type Interval } from './interval.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { edgeDirections } from './hull-features.ts';
import { isAmong, parallelClasses } from './parallel-classes.ts';

/** The features whose directions give an axis: a face of A or B, an edge of each, or the bounding spheres. */
export type AxisFeature =
  | { readonly kind: 'faceA' | 'faceB'; readonly index: number }
  | { readonly kind: 'edges'; readonly a: number; readonly b: number }
  | { readonly kind: 'spheres' | 'nearest' };

/** The axis of the largest gap between two hulls, or of their smallest overlap. */
export interface SeparatingAxis {
  /** Unit vector, to which B is moved to separate the hulls. */
  readonly axis: Vec3;
  /** Gap between the intervals on the axis; negative for an overlap. It is rounded. */
  readonly gap: number;
  readonly feature: AxisFeature;
  /** Intervals of A and B on the axis, from the common origin. */
  readonly intervalA: Interval;
  readonly intervalB: Interval;
  /** Axes on which both hulls, or both edges, were projected; n and −n are one axis. */
  readonly axesTested: number;
}

/** An axis with both intervals. */
export type ListedAxis = Omit<SeparatingAxis, 'axesTested'>;

interface Search {
  readonly pair: ConvexPair;
  best: ListedAxis | null;
  axesTested: number;
  /** Every axis that was tested, if all are wanted. */
  readonly listed: AxisList | null;
  readonly progress: Progress;
}

/** The largest gaps so far. */
interface AxisList {
  axes: ListedAxis[];
  readonly limit: number;
}

/**
 * Returns the axis of the largest gap, or of the smallest overlap, of two hulls (catalogue P6). Axes are the normals of faces and the products of
 * edges. Of the products, only those are tested whose edges form a face of the Minkowski difference. Their arcs on the Gauss map cross.
 * Source: Gregorius, "The Separating Axis Test between Convex Polyhedra" (GDC 2013).
 *
 * The overlap along an axis is the distance by which B must move, so a hull inside the other has a push-out too. An overlap of the result is the
 * minimum translation.
 * @param nearest for flat hulls: a further axis, from A to B; their faces and edges do not give all axes.
 */
export function separatingAxis(pair: ConvexPair, nearest: Vec3 | null = null): SeparatingAxis {
  const search: Search = { pair, best: null, axesTested: 0, listed: null, progress: noProgress };
  testAxes(search, nearest);
  return { ...search.best!, axesTested: search.axesTested };
}

/**
 * Returns the axes of `separatingAxis` with their intervals, the largest gap or the smallest overlap first. If the hulls overlap, the first one is its
 * result. Otherwise its gap may be larger: here both sides of each product of edges are tested.
 * @param limit the length of the list, at most; the others overlap more.
 * @throws whatever `progress` throws.
 */
export function listAxes(pair: ConvexPair, nearest: Vec3 | null, limit: number, progress: Progress = noProgress): readonly ListedAxis[] {
  const listed: AxisList = { axes: [], limit };
  testAxes({ pair, best: null, axesTested: 0, listed, progress }, nearest);
  return largestGaps(listed);
}

/** Returns the axes of the largest gaps, of equal gaps the one that was tested first. */
function largestGaps({ axes, limit }: AxisList): ListedAxis[] {
  return axes.sort((p, q) => q.gap - p.gap).slice(0, limit);
}

function testAxes(search: Search, nearest: Vec3 | null): void {
  const { a, b } = search.pair;
  addFaceAxes(search);
  addSideAxes(search, a, 'faceA');
  addSideAxes(search, b, 'faceB');
  addEdgeAxes(search);
  addAcrossSegments(search);
  const isFlat = a.hull.dimension < 3 || b.hull.dimension < 3;
  const axis = nearest ?? ([1, 0, 0] as const);
  if (isFlat || search.best === null) addAxis(search, axis[0], axis[1], axis[2], { kind: 'nearest' });
}

/** Products of numbers of faces up to which the normals of both hulls are compared one by one. */
const maxCompared = 10_000;

/** Tests the normals of the faces of both hulls, parallel ones once. */
function addFaceAxes(search: Search): void {
  const { a, b } = search.pair;
  for (let face = 0; face < a.faceClasses.length; face++) if (a.faceClasses[face] === face) addFaceAxis(search, a, b, face, 'faceA');
  const facesOfA = a.faceClasses.length;
  const compares = facesOfA * b.faceClasses.length <= maxCompared;
  const classes = compares ? null : parallelClasses(Float64Array.of(...a.normals, ...b.normals));
  for (let face = 0; face < b.faceClasses.length; face++) {
    if (b.faceClasses[face] !== face) continue;
    const isKnown = classes === null ? isAmong(a.normals, b.normals, 3 * face) : classes[facesOfA + face] < facesOfA;
    if (!isKnown) addFaceAxis(search, b, a, face, 'faceB');
  }
}

/**
 * Tests the normal of a face. The height of the face and the width of its hull are known, so only the other hull is projected; both are where the
 * axis may be the best one. Hot.
 */
function addFaceAxis(search: Search, own: ConvexBody, other: ConvexBody, face: number, kind: 'faceA' | 'faceB'): void {
  const x = own.normals[3 * face];
  const y = own.normals[3 * face + 1];
  const z = own.normals[3 * face + 2];
  // A face that rounding leaves without an area has no normal.
  if (x === 0 && y === 0 && z === 0) return;
  if (search.best !== null && search.listed === null) {
    const corner = 3 * own.hull.faceCorners[own.hull.faceFirst[face]];
    const height = own.points[corner] * x + own.points[corner + 1] * y + own.points[corner + 2] * z;
    let min = Infinity;
    let max = -Infinity;
    for (let at = 0; at < other.points.length; at += 3) {
      const of = other.points[at] * x + other.points[at + 1] * y + other.points[at + 2] * z;
      if (of < min) min = of;
      if (of > max) max = of;
    }
    const gap = Math.max(min - height, height - own.widths[face] - max);
    if (gap < search.best.gap - faceSlack * search.pair.size) {
      search.axesTested++;
      return;
    }
  }
  addAxis(search, x, y, z, { kind, index: face });
}

/** Rounding of the height of a face and of a width. */
const faceSlack = 2 ** -45;

/** Tests the normals of the sides of a flat hull, in its plane. */
function addSideAxes(search: Search, { hull, points, normals, edges, edgeFaces }: ConvexBody, kind: 'faceA' | 'faceB'): void {
  if (hull.dimension !== 2) return;
  for (let edge = 0; edge < edges.length / 2; edge++) {
    const [ex, ey, ez] = edgeOf(points, edges, edge);
    const at = 3 * edgeFaces[2 * edge];
    const [nx, ny, nz] = [normals[at], normals[at + 1], normals[at + 2]];
    addDirection(search, ny * ez - nz * ey, nz * ex - nx * ez, nx * ey - ny * ex, { kind, index: 0 });
  }
}

/** Tests an axis across a segment: of segments and points on one line none else has overlap 0. */
function addAcrossSegments(search: Search): void {
  const { a, b } = search.pair;
  if (a.hull.dimension > 1 || b.hull.dimension > 1) return;
  const segment = a.hull.dimension === 1 ? a : b;
  if (segment.hull.dimension !== 1) return;
  const [x, y, z] = edgeOf(segment.points, segment.edges, 0);
  // Across the edge and the coordinate axis of its smallest component.
  if (Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z)) addDirection(search, 0, z, -y, { kind: 'nearest' });
  else if (Math.abs(y) <= Math.abs(z)) addDirection(search, -z, 0, x, { kind: 'nearest' });
  else addDirection(search, y, -x, 0, { kind: 'nearest' });
}

function edgeOf(points: Float64Array, edges: Uint32Array, edge: number): Vec3 {
  const [p, q] = [3 * edges[2 * edge], 3 * edges[2 * edge + 1]];
  return [points[q] - points[p], points[q + 1] - points[p + 1], points[q + 2] - points[p + 2]];
}

/** Tests the products of the edges that can form a face of the Minkowski difference. */
function addEdgeAxes(search: Search): void {
  const { a, b } = search.pair;
  const solid = a.hull.dimension === 3 && b.hull.dimension === 3;
  const [edgesA, edgesB] = [edgeDirections(a.points, a.edges), edgeDirections(b.points, b.edges)];
  const [countA, countB] = [edgesA.length / 3, edgesB.length / 3];
  const arcs = solid ? arcHeights(a, edgesA, b, edgesB) : null;
  const known = new KnownAxes(countA * countB);
  for (let i = 0; i < countA; i++) {
    search.progress(i / countA);
    const ux = edgesA[3 * i];
    const uy = edgesA[3 * i + 1];
    const uz = edgesA[3 * i + 2];
    for (let j = 0; j < countB; j++) {
      if (arcs !== null && !doArcsCross(arcs, i, j)) continue;
      const x = uy * edgesB[3 * j + 2] - uz * edgesB[3 * j + 1];
      const y = uz * edgesB[3 * j] - ux * edgesB[3 * j + 2];
      const z = ux * edgesB[3 * j + 1] - uy * edgesB[3 * j];
      const size = Math.sqrt(x * x + y * y + z * z);
      // Parallel edges have no axis of their own.
      if (!(size > 1e-12)) continue;
      const isNew = known.add(a.edgeClasses[i] * countB + b.edgeClasses[j]);
      if (isNew) search.axesTested++;
      else if (!solid || search.listed !== null) continue;
      if (solid && search.listed === null) addEdgePair(search, i, j, x / size, y / size, z / size);
      else consider(search, x / size, y / size, z / size, { kind: 'edges', a: i, b: j });
    }
  }
}

/** Numbers below `count` that were added: in an array, which is fast, or in a set, which is small. */
class KnownAxes {
  readonly #marks: Uint8Array | null;
  readonly #set = new Set<number>();

  constructor(count: number) {
    this.#marks = count <= 1 << 16 ? new Uint8Array(count) : null;
  }

  /** Returns whether it is new. */
  add(axis: number): boolean {
    if (this.#marks === null) return this.#set.size < this.#set.add(axis).size;
    const isNew = this.#marks[axis] === 0;
    this.#marks[axis] = 1;
    return isNew;
  }
}

/** Rounding of the products of unit normals and unit vectors along edges. */
const arcSlack = 2e-14;

/** Returns (E·F) the height of each normal of a face over the plane across an edge, for all edges (3·E). Hot. */
function heightsOver(edges: Float64Array, { normals }: ConvexBody): Float64Array {
  const heights = new Float64Array(((edges.length / 3) * normals.length) / 3);
  for (let edge = 0, at = 0; edge < edges.length; edge += 3) {
    const x = edges[edge];
    const y = edges[edge + 1];
    const z = edges[edge + 2];
    for (let face = 0; face < normals.length; face += 3) heights[at++] = normals[face] * x + normals[face + 1] * y + normals[face + 2] * z;
  }
  return heights;
}

/** Heights of the ends of all arcs of two hulls; see `doArcsCross`. */
interface ArcHeights {
  readonly ofA: Float64Array;
  readonly ofB: Float64Array;
  readonly facesOfA: number;
  readonly facesOfB: number;
  readonly edgeFacesA: Uint32Array;
  readonly edgeFacesB: Uint32Array;
}

function arcHeights(a: ConvexBody, edgesA: Float64Array, b: ConvexBody, edgesB: Float64Array): ArcHeights {
  const [facesOfA, facesOfB] = [a.normals.length / 3, b.normals.length / 3];
  const [ofB, ofA] = [heightsOver(edgesA, b), heightsOver(edgesB, a)];
  return { ofA, ofB, facesOfA, facesOfB, edgeFacesA: a.edgeFaces, edgeFacesB: b.edgeFaces };
}

/**
 * Whether the arc between the normals of an edge of A and that between the negated normals of an edge of B cross on the unit sphere. Each arc has
 * its ends on both sides of the plane of the other one. Arcs that touch up to rounding do not cross: there the product of the edges is the normal of
 * a face. Hot.
 */
function doArcsCross({ ofA, ofB, facesOfA, facesOfB, edgeFacesA, edgeFacesB }: ArcHeights, i: number, j: number): boolean {
  const fromB = i * facesOfB;
  const p = ofB[fromB + edgeFacesB[2 * j]];
  const q = ofB[fromB + edgeFacesB[2 * j + 1]];
  if (p * q >= 0) return false;
  const fromA = j * facesOfA;
  const r = ofA[fromA + edgeFacesA[2 * i]];
  const s = ofA[fromA + edgeFacesA[2 * i + 1]];
  return r * s < 0 && Math.abs(p) > arcSlack && Math.abs(q) > arcSlack && Math.abs(r) > arcSlack && Math.abs(s) > arcSlack;
}

/**
 * Tests a product of edges on the side on which both edges are the outermost features. Only if it is better than the best axis, both hulls are
 * projected: the arcs are rounded, and could be wrong.
 */
function addEdgePair(search: Search, i: number, j: number, x: number, y: number, z: number): void {
  const { a, b } = search.pair;
  const [p, q] = [3 * a.edges[2 * i], 3 * b.edges[2 * j]];
  const outward = x * (a.points[p] - a.mean[0]) + y * (a.points[p + 1] - a.mean[1]) + z * (a.points[p + 2] - a.mean[2]);
  const sign = outward < 0 ? -1 : 1;
  const gap = sign * (x * (b.points[q] - a.points[p]) + y * (b.points[q + 1] - a.points[p + 1]) + z * (b.points[q + 2] - a.points[p + 2]));
  if (search.best !== null && gap <= search.best.gap) return;
  consider(search, sign * x, sign * y, sign * z, { kind: 'edges', a: i, b: j });
}

/** Tests an axis of any length. */
function addDirection(search: Search, x: number, y: number, z: number, feature: AxisFeature): void {
  const size = hypot(x, y, z);
  if (size > 0 && size < Infinity) addAxis(search, x / size, y / size, z / size, feature);
}

/** Tests an axis in both directions, for one projection. */
function addAxis(search: Search, x: number, y: number, z: number, feature: AxisFeature): void {
  search.axesTested++;
  consider(search, x, y, z, feature);
}

function consider(search: Search, x: number, y: number, z: number, feature: AxisFeature): void {
  const { a, b } = search.pair;
  const [minA, maxA] = intervalAlong(a.points, x, y, z);
  const [minB, maxB] = intervalAlong(b.points, x, y, z);
  const [forward, backward] = [minB - maxA, minA - maxB];
  const gap = Math.max(forward, backward);
  const isBest = search.best === null || gap > search.best.gap;
  if (!isBest && search.listed === null) return;
  const found: ListedAxis =
    forward >= backward
      ? { axis: [x, y, z], gap, feature, intervalA: [minA, maxA], intervalB: [minB, maxB] }
      : { axis: [0 - x, 0 - y, 0 - z], gap, feature, intervalA: [-maxA, -minA], intervalB: [-maxB, -minB] };
  if (search.listed !== null) listAxis(search.listed, found);
  if (isBest) search.best = found;
}

/** Adds an axis. Memory stays within twice the limit: what the list cannot show is dropped. */
function listAxis(list: AxisList, axis: ListedAxis): void {
  list.axes.push(axis);
  if (list.axes.length >= 2 * list.limit + 1024) list.axes = largestGaps(list);
}

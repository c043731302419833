import type { Vec3 } from '../../math/vec3.ts';
import type { ConvexBody, ConvexPair } from './convex-body.ts';
import { intervalAlong, type Interval } from './interval.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { parallelClasses } from './parallel-classes.ts';

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

/** Tests the normals of the faces of both hulls, parallel ones once. */
function addFaceAxes(search: Search): void {
  const { a, b } = search.pair;
  const facesOfA = a.planes.length / 4;
  const normals = new Float64Array(3 * (facesOfA + b.planes.length / 4));
  for (const [start, { planes }] of [[0, a] as const, [facesOfA, b] as const])
    for (let face = 0; face < planes.length / 4; face++) for (let k = 0; k < 3; k++) normals[3 * (start + face) + k] = planes[4 * face + k];
  parallelClasses(normals).forEach((first, face) => {
    const [x, y, z] = [normals[3 * face], normals[3 * face + 1], normals[3 * face + 2]];
    // A face that rounding leaves without an area has no normal.
    if (first !== face || (x === 0 && y === 0 && z === 0)) return;
    const feature = face < facesOfA ? ({ kind: 'faceA', index: face } as const) : ({ kind: 'faceB', index: face - facesOfA } as const);
    addAxis(search, x, y, z, feature);
  });
}

/** Tests the normals of the sides of a flat hull, in its plane. */
function addSideAxes(search: Search, { hull, points, planes, edges, edgeFaces }: ConvexBody, kind: 'faceA' | 'faceB'): void {
  if (hull.dimension !== 2) return;
  for (let edge = 0; edge < edges.length / 2; edge++) {
    const [ex, ey, ez] = edgeOf(points, edges, edge);
    const at = 4 * edgeFaces[2 * edge];
    const [nx, ny, nz] = [planes[at], planes[at + 1], planes[at + 2]];
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
  const [edgesA, edgesB] = [edgeVectors(a), edgeVectors(b)];
  const [classesA, classesB] = [edgeClasses(edgesA), edgeClasses(edgesB)];
  const doArcsCross = solid ? arcTest(a, edgesA, b, edgesB) : null;
  const known = new Set<number>();
  for (let i = 0; i < edgesA.length / 3; i++) {
    search.progress((3 * i) / edgesA.length);
    for (let j = 0; j < edgesB.length / 3; j++) {
      if (doArcsCross !== null && !doArcsCross(i, j)) continue;
      const [ux, uy, uz] = [edgesA[3 * i], edgesA[3 * i + 1], edgesA[3 * i + 2]];
      const [vx, vy, vz] = [edgesB[3 * j], edgesB[3 * j + 1], edgesB[3 * j + 2]];
      const x = uy * vz - uz * vy;
      const y = uz * vx - ux * vz;
      const z = ux * vy - uy * vx;
      const size = Math.hypot(x, y, z);
      // Parallel edges have no axis of their own.
      if (!(size > 1e-12 * Math.hypot(ux, uy, uz) * Math.hypot(vx, vy, vz))) continue;
      const axis = classesA[i] * classesB.length + classesB[j];
      const isKnown = known.has(axis);
      if (isKnown && (!solid || search.listed !== null)) continue;
      if (!isKnown) search.axesTested++;
      known.add(axis);
      if (solid && search.listed === null) addEdgePair(search, i, j, x / size, y / size, z / size);
      else consider(search, x / size, y / size, z / size, { kind: 'edges', a: i, b: j });
    }
  }
}

/** Returns (3·E) the vector along each edge. */
function edgeVectors({ points, edges }: ConvexBody): Float64Array {
  const vectors = new Float64Array((3 * edges.length) / 2);
  for (let edge = 0; edge < edges.length / 2; edge++) vectors.set(edgeOf(points, edges, edge), 3 * edge);
  return vectors;
}

/** Returns (E) a number for each edge (3·E), equal for parallel ones. */
function edgeClasses(vectors: Float64Array): Uint32Array {
  const directions = new Float64Array(vectors.length);
  for (let at = 0; at < vectors.length; at += 3) {
    const size = Math.hypot(vectors[at], vectors[at + 1], vectors[at + 2]);
    for (let k = 0; k < 3; k++) directions[at + k] = vectors[at + k] / size;
  }
  return parallelClasses(directions);
}

/** Rounding of the products of unit normals and relative edges. */
const arcSlack = 1e-14;

/** Returns (E·F) the sign of the height of each normal of a face over the plane across an edge, for all edges (3·E); 0 up to rounding. Hot. */
function arcSigns(edges: Float64Array, { planes }: ConvexBody): Int8Array {
  const faces = planes.length / 4;
  const signs = new Int8Array((edges.length / 3) * faces);
  for (let edge = 0, at = 0; edge < edges.length; edge += 3) {
    const x = edges[edge];
    const y = edges[edge + 1];
    const z = edges[edge + 2];
    const slack = arcSlack * (Math.abs(x) + Math.abs(y) + Math.abs(z));
    for (let face = 0; face < planes.length; face += 4, at++) {
      const height = planes[face] * x + planes[face + 1] * y + planes[face + 2] * z;
      signs[at] = height > slack ? 1 : height < -slack ? -1 : 0;
    }
  }
  return signs;
}

/**
 * Returns a function: whether the arc between the normals of an edge of A and that between the negated normals of an edge of B cross on the unit
 * sphere. Each arc has its ends on both sides of the plane of the other one. Arcs that touch up to rounding do not cross: there the product of the
 * edges is the normal of a face.
 */
function arcTest(a: ConvexBody, edgesA: Float64Array, b: ConvexBody, edgesB: Float64Array): (i: number, j: number) => boolean {
  const [ofB, ofA] = [arcSigns(edgesA, b), arcSigns(edgesB, a)];
  const [facesA, facesB] = [a.planes.length / 4, b.planes.length / 4];
  return (i, j) =>
    ofB[i * facesB + b.edgeFaces[2 * j]] * ofB[i * facesB + b.edgeFaces[2 * j + 1]] < 0 &&
    ofA[j * facesA + a.edgeFaces[2 * i]] * ofA[j * facesA + a.edgeFaces[2 * i + 1]] < 0;
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
  const size = Math.hypot(x, y, z);
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

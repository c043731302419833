import { fastLength, type Vec3 } from '../../math/vec3.ts';
import { isFiniteTriangle, vertexCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { closestTriangleInto } from '../../query/closest/into.ts';
import { closestOfTriangle } from '../../query/closest/record.ts';
import { createClosestWorkspace, type ClosestWorkspace } from '../../query/closest/workspace.ts';
import { noTriangleIndex } from '../../query/no-triangle.ts';
import { closestPointTriangle } from '../../shape/closest-point-triangle.ts';
import type { TreedMesh } from '../treed-mesh.ts';
import { cutByPrism } from './cut-by-prism.ts';
import { createPieceHeap, popPiece, type PieceHeap, pushPiece } from './piece-heap.ts';

/** How far the points of one surface are from another at most: the one-sided Hausdorff distance, in mesh units. */
export interface FarthestDistance {
  /** The largest distance found. No smaller than 0. */
  readonly found: number;
  /** No point is farther than this, up to rounding. Equal to `found` or little more, unless the search ended at its limit. */
  readonly atMost: number;
  /** Where it was found; `null` without triangles. */
  readonly position: Vec3 | null;
  /** Points whose distance was computed. */
  readonly samples: number;
}

export interface FarthestLimits {
  /** Max points after the first pass over all triangles. */
  readonly maxSamples: number;
  /** (V) 1 for vertices of `from` that are known to lie on the other surface. */
  readonly isOnSurface?: Uint8Array;
  /** The search ends if `atMost` exceeds `found` by less than this, in mesh units. */
  readonly tolerance: number;
  /** Points for which it is true do not count: those inside the other mesh, if that is a solid. */
  readonly isInside?: (x: number, y: number, z: number) => boolean;
  /** Another upper bound for a triangle (9), or more than a limit: 0 for one that is inside. It is only found where other bounds do not suffice. */
  readonly boundOf?: TriangleBound;
  /** Another way to divide a triangle that may be farther than any point found. */
  readonly partsOf?: TriangleParts;
}

/** Returns a distance that no point of a triangle (9) outside a solid exceeds; any number above the limit if it finds none below. */
export type TriangleBound = (triangle: readonly number[], limit: number) => number;

/** Returns the parts (9) of a triangle (9) outside a solid: none for one that is inside, `null` if it is better divided in another way. */
export type TriangleParts = (triangle: readonly number[]) => readonly (readonly number[])[] | null;

/** Relative difference of `found` and `atMost` at which the search ends. */
const relativeTolerance = 1e-3;
/** Numbers of a piece: three corners. */
const pieceWords = 9;

interface Search {
  readonly to: TreedMesh;
  readonly workspace: ClosestWorkspace;
  readonly scratch: Float64Array;
  readonly tolerance: number;
  readonly isInside: (x: number, y: number, z: number) => boolean;
  readonly boundOf: TriangleBound;
  readonly partsOf: TriangleParts;
  found: number;
  position: Vec3 | null;
  /** The largest upper bound of the pieces that were left out. */
  settled: number;
  samples: number;
  /** Triangle closest to the last point: a good start for the next one. */
  last: number;
}

/**
 * Returns the largest distance from points of some triangles to the surface of another mesh; `null` if that has no finite triangle.
 *
 * Branch and bound: distances at corners and centres are lower bounds. The distance at the centre plus the radius is an upper bound. The
 * largest distance of a corner to the triangle closest to the centre is one too, since the distance to a convex set is convex (Guthe,
 * Borodin and Klein 2005). Parts that can exceed the largest distance found are divided at the border of the prism over that triangle, or
 * in four. With the prism, surfaces in one plane are compared exactly. Deterministic.
 * With `isInside` it is the largest distance of the points outside; `found` is 0 if there is none.
 * @param triangles of `from`; those that are not finite are skipped. @throws whatever `progress` throws.
 */
export function farthestDistance(
  from: TriangleMesh,
  triangles: ArrayLike<number>,
  to: TreedMesh,
  { maxSamples, tolerance, isOnSurface, isInside = nothingInside, boundOf = noBound, partsOf = noParts }: FarthestLimits,
  progress: Progress = noProgress,
): FarthestDistance | null {
  if (to.tree.nodeCount === 0) return null;
  const search: Search = {
    to,
    workspace: createClosestWorkspace(to.tree),
    scratch: new Float64Array(4),
    tolerance,
    isInside,
    boundOf,
    partsOf,
    found: 0,
    position: null,
    settled: 0,
    samples: 0,
    last: noTriangleIndex,
  };
  const heap = createPieceHeap();
  addTriangles(search, from, triangles, isOnSurface, heap, progress);
  const start = search.samples;
  for (let piece = popPiece(heap), steps = 0; piece >= 0; piece = popPiece(heap), steps++) {
    const upper = heap.uppers[piece]!;
    // The largest bound of all that wait.
    if (search.samples - start >= maxSamples || !canExceed(search, upper)) {
      search.settled = Math.max(search.settled, upper);
      break;
    }
    if (steps % 64 === 0) progress(0.5 + Math.min(0.5, (0.5 * (search.samples - start)) / maxSamples));
    divide(search, heap.pieces.slice(pieceWords * piece, pieceWords * (piece + 1)), heap.closest[piece]!, heap);
  }
  progress(1);
  const { found, settled, position, samples } = search;
  return { found, atMost: Math.max(found, settled), position, samples };
}

function nothingInside(): boolean {
  return false;
}

function noBound(): number {
  return Infinity;
}

function noParts(): null {
  return null;
}

function canExceed({ found, tolerance }: Search, upper: number): boolean {
  return upper > found * (1 + relativeTolerance) && upper > found + tolerance;
}

/** Adds the triangles that may be farther than any point seen. Each vertex is queried once. */
function addTriangles(
  search: Search,
  from: TriangleMesh,
  triangles: ArrayLike<number>,
  isOnSurface: Uint8Array | undefined,
  heap: PieceHeap,
  progress: Progress,
): void {
  const { positions, indices } = from;
  const isDone = isOnSurface?.slice() ?? new Uint8Array(vertexCount(from));
  const piece = new Array<number>(pieceWords).fill(0);
  for (let i = 0; i < triangles.length; i++) {
    if (i % 256 === 0) progress((0.5 * i) / triangles.length);
    const triangle = triangles[i]!;
    if (!isFiniteTriangle(from, triangle)) continue;
    for (let k = 0; k < 3; k++) {
      const vertex = indices[3 * triangle + k];
      for (let axis = 0; axis < 3; axis++) piece[3 * k + axis] = positions[3 * vertex + axis];
      if (isDone[vertex] === 0) query(search, piece[3 * k]!, piece[3 * k + 1]!, piece[3 * k + 2]!);
      isDone[vertex] = 1;
      search.position ??= [piece[3 * k]!, piece[3 * k + 1]!, piece[3 * k + 2]!];
    }
    consider(search, piece, heap);
  }
}

/**
 * Queries a point, and returns its distance, or more where that makes no difference. That is so for much less than the tolerance, and where no
 * point within `reach` can exceed the largest distance found.
 */
function query(search: Search, x: number, y: number, z: number, reach = 0): number {
  const { to, workspace, scratch } = search;
  search.samples++;
  search.last = closestTriangleInto(to.tree, to.mesh, [x, y, z], Infinity, workspace, search.last);
  let { distance } = workspace;
  if (distance === Infinity) {
    distance = distanceTo(search, search.last, x, y, z);
    // Uncertain: the point of the triangle may not be the closest one. Exact arithmetic takes a thousand times as long.
    if (scratch[3] !== 1) {
      if (distance < search.tolerance / 4 || !canExceed(search, distance + reach)) return distance;
      distance = closestOfTriangle(to.mesh, search.last, [x, y, z], scratch).distance;
    }
  }
  if ((distance > search.found || search.position === null) && !search.isInside(x, y, z)) {
    search.found = distance;
    search.position = [x, y, z];
  }
  return distance;
}

/** Adds a piece if its points may be farther than any seen. */
function consider(search: Search, piece: readonly number[], heap: PieceHeap): void {
  const x = (piece[0]! + piece[3]! + piece[6]!) / 3;
  const y = (piece[1]! + piece[4]! + piece[7]!) / 3;
  const z = (piece[2]! + piece[5]! + piece[8]!) / 3;
  let radius = 0;
  for (let k = 0; k < 9; k += 3) radius = Math.max(radius, fastLength(piece[k]! - x, piece[k + 1]! - y, piece[k + 2]! - z));
  const atCentre = query(search, x, y, z, radius);
  const closest = search.last;
  let toOne = 0;
  for (let k = 0; k < 9; k += 3) toOne = Math.max(toOne, distanceTo(search, closest, piece[k]!, piece[k + 1]!, piece[k + 2]!));
  let upper = Math.min(atCentre + radius, toOne);
  // A point outside is reached from a centre inside through the surface, so it is nearer to that than to the centre.
  if (canExceed(search, upper) && search.isInside(x, y, z)) upper = Math.min(upper, Math.max(0, radius - atCentre));
  if (canExceed(search, upper)) upper = Math.min(upper, search.boundOf(piece, upper));
  if (!canExceed(search, upper)) {
    search.settled = Math.max(search.settled, upper);
    return;
  }
  pushPiece(heap, piece, upper, closest);
}

/** Returns the distance of a point from a point of the triangle, up to rounding its closest one. `scratch[3]` is 1 if that is certain. */
function distanceTo({ to: { mesh }, scratch }: Search, triangle: number, x: number, y: number, z: number): number {
  const { positions, indices } = mesh;
  const at = 3 * triangle;
  closestPointTriangle(x, y, z, positions, 3 * indices[at], 3 * indices[at + 1], 3 * indices[at + 2], scratch);
  return fastLength(scratch[0], scratch[1], scratch[2]);
}

/** A piece that is larger than the triangle by this factor covers several, so that cutting it along one of them would gain little. */
const maxCutRatio = 2;

/** Adds the parts of a piece: those of `partsOf`, those inside and outside the prism over the triangle closest to its centre, or else four. */
function divide(search: Search, piece: readonly number[], closest: number, heap: PieceHeap): void {
  const outside = search.partsOf(piece);
  if (outside !== null) {
    for (const part of outside) consider(search, part, heap);
    return;
  }
  const { mesh } = search.to;
  const isCut = longestSide(piece) <= maxCutRatio * longestSide(triangleVertices(mesh, closest).flat());
  const parts = (isCut ? cutByPrism(piece, mesh, closest) : null) ?? quarters(piece);
  for (const part of parts) consider(search, part, heap);
}

/** Returns the longest side of a triangle (9). */
function longestSide(t: readonly number[]): number {
  const side = (a: number, b: number): number => fastLength(t[a]! - t[b]!, t[a + 1]! - t[b + 1]!, t[a + 2]! - t[b + 2]!);
  return Math.max(side(0, 3), side(3, 6), side(6, 0));
}

function quarters(piece: readonly number[]): readonly (readonly number[])[] {
  const corner = (k: number): readonly number[] => piece.slice(3 * k, 3 * k + 3);
  const middle = (a: number, b: number): readonly number[] => [0, 1, 2].map((k) => (piece[3 * a + k]! + piece[3 * b + k]!) / 2);
  const [ab, bc, ca] = [middle(0, 1), middle(1, 2), middle(2, 0)];
  return [
    [...corner(0), ...ab, ...ca],
    [...ab, ...corner(1), ...bc],
    [...ca, ...bc, ...corner(2)],
    [...ab, ...bc, ...ca],
  ];
}

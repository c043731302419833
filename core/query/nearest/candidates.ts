import type { Vec3 } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { closestPointTriangle } from '../../shape/closest-point-triangle.ts';
import { closestPointTriangleExact, compareDistances, isWithin, type ExactClosestPoint } from '../../shape/closest-point-triangle-exact.ts';
import { faceCode, firstEdgeCode, firstVertexCode } from '../../shape/triangle-feature.ts';
import { boundDistance, maxNumber, minNumber } from '../../shape/point-triangle-bounds.ts';

/** A triangle whose distance lies between two bounds. */
export interface Candidate {
  readonly triangle: number;
  readonly min: number;
  readonly max: number;
  /** Ends of the edge that is certainly closest, as offsets into the positions; the same one twice for a vertex, -1 if it is unknown or the face. */
  readonly from: number;
  readonly to: number;
  /** Computed when the bounds do not decide. */
  exact: ExactClosestPoint | null;
}

/** The triangles that may be among the nearest of a point. */
export interface Candidates {
  readonly point: Vec3;
  readonly wanted: number;
  readonly maxDistance: number;
  readonly found: Candidate[];
  /** The smallest upper bounds, at most `wanted`; a heap with the largest on top. */
  readonly uppers: number[];
  /** Triangles farther away are not among the nearest. */
  limit: number;
}

export function createCandidates(point: Vec3, wanted: number, maxDistance: number): Candidates {
  return { point, wanted, maxDistance, found: [], uppers: [], limit: maxDistance };
}

/** Adds a triangle unless enough others are certainly closer. `scratch` has 6 numbers. */
export function considerNearest(candidates: Candidates, mesh: TriangleMesh, triangle: number, scratch: Float64Array): void {
  const { point, found, uppers, wanted } = candidates;
  const { positions, indices } = mesh;
  const a = 3 * indices[3 * triangle];
  const b = 3 * indices[3 * triangle + 1];
  const c = 3 * indices[3 * triangle + 2];
  const code = closestPointTriangle(point[0], point[1], point[2], positions, a, b, c, scratch);
  boundDistance(scratch, positions, a, b, c, point[0], point[1], point[2], code);
  const min = scratch[minNumber];
  // An overflow gives no upper bound.
  const max = scratch[maxNumber] >= 0 ? scratch[maxNumber] : Infinity;
  if (min > candidates.limit) return;
  const isEnded = scratch[3] === 1 && code !== faceCode;
  const first = code >= firstVertexCode ? code - firstVertexCode : code - firstEdgeCode;
  const last = code >= firstVertexCode ? first : (first + 1) % 3;
  const cornerAt = (corner: number): number => (isEnded ? (corner === 0 ? a : corner === 1 ? b : c) : -1);
  found.push({ triangle, min, max, from: cornerAt(first), to: cornerAt(last), exact: null });
  if (uppers.length < wanted) siftUp(uppers, max);
  else if (max < uppers[0]) siftDown(uppers, max);
  if (uppers.length === wanted) candidates.limit = Math.min(candidates.maxDistance, uppers[0]);
  if (found.length > 4 * wanted + 64) dropBeyond(candidates);
}

/** Returns the nearest triangles, sorted by distance in exact arithmetic, then by triangle. */
export function nearestOf(candidates: Candidates, mesh: TriangleMesh): readonly number[] {
  dropBeyond(candidates);
  const { found, point, wanted, maxDistance } = candidates;
  const exactOf = (candidate: Candidate): ExactClosestPoint =>
    (candidate.exact ??= closestPointTriangleExact(point, ...triangleVertices(mesh, candidate.triangle)));
  const compare = (p: Candidate, q: Candidate): number => {
    if (p.max < q.min) return -1;
    if (q.max < p.min) return 1;
    // Neighbours share a closest vertex or edge: exact arithmetic is not needed.
    if (isSameFeature(mesh, p, q)) return p.triangle - q.triangle;
    return compareDistances(exactOf(p), exactOf(q)) || p.triangle - q.triangle;
  };
  const isNear = (candidate: Candidate): boolean => candidate.max <= maxDistance || isWithin(exactOf(candidate), maxDistance);
  return found
    .filter((candidate) => maxDistance === Infinity || isNear(candidate))
    .sort(compare)
    .slice(0, wanted)
    .map(({ triangle }) => triangle);
}

function isSameFeature({ positions }: TriangleMesh, p: Candidate, q: Candidate): boolean {
  if (p.from < 0 || q.from < 0) return false;
  const isSame = (u: number, v: number): boolean =>
    u === v || (positions[u] === positions[v] && positions[u + 1] === positions[v + 1] && positions[u + 2] === positions[v + 2]);
  return (isSame(p.from, q.from) && isSame(p.to, q.to)) || (isSame(p.from, q.to) && isSame(p.to, q.from));
}

function dropBeyond({ found, limit }: Candidates): void {
  let kept = 0;
  for (const candidate of found) if (candidate.min <= limit) found[kept++] = candidate;
  found.length = kept;
}

/** Adds a number to a heap with the largest on top. */
function siftUp(heap: number[], value: number): void {
  let at = heap.length;
  for (; at > 0; ) {
    const parent = (at - 1) >> 1;
    if (heap[parent] >= value) break;
    heap[at] = heap[parent];
    at = parent;
  }
  heap[at] = value;
}

/** Replaces the largest number of a heap by a smaller one. */
function siftDown(heap: number[], value: number): void {
  let at = 0;
  for (let child = 1; child < heap.length; child = 2 * at + 1) {
    if (child + 1 < heap.length && heap[child + 1] > heap[child]) child++;
    if (heap[child] <= value) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = value;
}

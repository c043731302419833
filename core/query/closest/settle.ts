import type { Vec3 } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { closestPointTriangle } from '../../shape/closest-point-triangle.ts';
import { closestPointTriangleExact, compareDistances, isWithin, type ExactClosestPoint } from '../../shape/closest-point-triangle-exact.ts';
import { faceCode, firstVertexCode } from '../../shape/triangle-feature.ts';
import { unknownFeature, type ClosestWorkspace } from './workspace.ts';
import { noTriangleIndex } from '../no-triangle.ts';

/**
 * Returns the closest of the candidates in exact arithmetic, of equally close ones the lowest; `noTriangleIndex` if it is farther
 * than `maxDistance`. Mostly there is one candidate, or all share their closest vertex or edge; then nothing is computed.
 */
export function settleClosest(workspace: ClosestWorkspace, mesh: TriangleMesh, point: Vec3, maxDistance: number): number {
  const { triangles, candidates } = workspace;
  if (candidates === 0) return noTriangleIndex;
  if (candidates === 1 && workspace.upper <= maxDistance) return triangles[0];
  if (workspace.upper <= maxDistance && shareFeature(workspace, mesh)) return lowest(triangles, candidates);
  // Ascending: a later candidate must be strictly closer.
  const ascending = triangles.slice(0, candidates).sort((p, q) => p - q);
  let best = candidateOf(mesh, ascending[0]!, point, workspace.closest);
  for (let i = 1; i < candidates; i++) {
    if (ascending[i] === best.triangle) continue;
    const next = candidateOf(mesh, ascending[i]!, point, workspace.closest);
    if (isSameFeature(best, next)) continue;
    if (compareDistances(exactOf(next, point), exactOf(best, point)) < 0) best = next;
  }
  return workspace.upper <= maxDistance || isWithin(exactOf(best, point), maxDistance) ? best.triangle : noTriangleIndex;
}

/**
 * Whether all candidates have the same vertex or edge as their closest feature, as triangles around a vertex mostly have. It is the
 * fast form of `isSameFeature`. Hot: bench `closest`.
 */
function shareFeature({ triangles, features, candidates }: ClosestWorkspace, { positions, indices }: TriangleMesh): boolean {
  const code = features[0];
  if (code === unknownFeature || code === faceCode) return false;
  const isVertex = code >= firstVertexCode;
  const first = 3 * triangles[0];
  const p = 3 * indices[first + (isVertex ? code - firstVertexCode : code - 1)];
  const q = isVertex ? p : 3 * indices[first + (code % 3)];
  for (let i = 1; i < candidates; i++) {
    const other = features[i];
    if (other === unknownFeature || other === faceCode || other >= firstVertexCode !== isVertex) return false;
    const at = 3 * triangles[i];
    const r = 3 * indices[at + (isVertex ? other - firstVertexCode : other - 1)];
    const s = isVertex ? r : 3 * indices[at + (other % 3)];
    const isSame = isSameAt(positions, p, r) && isSameAt(positions, q, s);
    if (!isSame && !(isSameAt(positions, p, s) && isSameAt(positions, q, r))) return false;
  }
  return true;
}

function isSameAt(positions: Float64Array, p: number, q: number): boolean {
  return p === q || (positions[p] === positions[q] && positions[p + 1] === positions[q + 1] && positions[p + 2] === positions[q + 2]);
}

function lowest(triangles: readonly number[], count: number): number {
  let min = triangles[0];
  for (let i = 1; i < count; i++) if (triangles[i] < min) min = triangles[i];
  return min;
}

/** A candidate and its closest point. */
interface Candidate {
  readonly triangle: number;
  readonly corners: readonly [Vec3, Vec3, Vec3];
  /** Code of the closest feature; `null` where plain f64 does not decide. */
  readonly code: number | null;
  exact: ExactClosestPoint | null;
}

function candidateOf(mesh: TriangleMesh, triangle: number, [x, y, z]: Vec3, scratch: Float64Array): Candidate {
  const { positions, indices } = mesh;
  const code = closestPointTriangle(
    x,
    y,
    z,
    positions,
    3 * indices[3 * triangle],
    3 * indices[3 * triangle + 1],
    3 * indices[3 * triangle + 2],
    scratch,
  );
  return { triangle, corners: triangleVertices(mesh, triangle), code: scratch[3] === 1 ? code : null, exact: null };
}

/** Computed when first needed: exact arithmetic is a thousand times slower than plain f64. */
function exactOf(candidate: Candidate, point: Vec3): ExactClosestPoint {
  return (candidate.exact ??= closestPointTriangleExact(point, ...candidate.corners));
}

/** Whether two candidates certainly have the same closest point: on the same vertex, the same edge, or the same triangle. */
function isSameFeature(p: Candidate, q: Candidate): boolean {
  if (p.code === null || q.code === null) return false;
  const [featureP, featureQ] = [cornersOfFeature(p.corners, p.code), cornersOfFeature(q.corners, q.code)];
  return featureP.length === featureQ.length && featureP.every((corner) => featureQ.some((other) => isSamePoint(corner, other)));
}

function cornersOfFeature(corners: readonly [Vec3, Vec3, Vec3], code: number): readonly Vec3[] {
  if (code === faceCode) return corners;
  if (code >= firstVertexCode) return [corners[code - firstVertexCode]!];
  return [corners[code - 1]!, corners[code % 3]!];
}

function isSamePoint(p: Vec3, q: Vec3): boolean {
  return p[0] === q[0] && p[1] === q[1] && p[2] === q[2];
}

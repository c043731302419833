import type { Vec3 } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { closestPointTriangle } from '../../shape/closest-point-triangle.ts';
import { closestPointTriangleExact, compareDistances, isWithin, type ExactClosestPoint } from '../../shape/closest-point-triangle-exact.ts';
import { faceCode, firstVertexCode } from '../../shape/triangle-feature.ts';
import { noTriangle, unknownFeature, type ClosestWorkspace } from './workspace.ts';

/**
 * The closest of the candidates, of equally close ones the lowest, in exact arithmetic; `noTriangle` where it is farther than
 * `within`. Mostly there is one; or several share the vertex or edge that is closest, which takes no arithmetic to see.
 */
export function settleClosest(workspace: ClosestWorkspace, mesh: TriangleMesh, point: Vec3, within: number): number {
  const { triangles, candidates } = workspace;
  if (candidates === 0) return noTriangle;
  if (candidates === 1 && workspace.upper <= within) return triangles[0];
  if (workspace.upper <= within && shareFeature(workspace, mesh)) return lowest(triangles, candidates);
  // Ascending, so that what comes later has to be closer to win.
  const ascending = triangles.slice(0, candidates).sort((p, q) => p - q);
  let best = bidOf(mesh, ascending[0]!, point, workspace.closest);
  for (let i = 1; i < candidates; i++) {
    if (ascending[i] === best.triangle) continue;
    const next = bidOf(mesh, ascending[i]!, point, workspace.closest);
    if (isSameFeature(best, next)) continue;
    if (compareDistances(exactOf(next, point), exactOf(best, point)) < 0) best = next;
  }
  return workspace.upper <= within || isWithin(exactOf(best, point), within) ? best.triangle : noTriangle;
}

/**
 * Whether all candidates have the same vertex or edge as their closest feature, as mostly those around one have: nothing is to be compared then. The
 * quick way for what `isSameFeature` tells of two. Hot: bench `closest`.
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

interface Bid {
  readonly triangle: number;
  readonly corners: readonly [Vec3, Vec3, Vec3];
  /** The feature that is closest; `null` where plain f64 does not know. */
  readonly code: number | null;
  exact: ExactClosestPoint | null;
}

function bidOf(mesh: TriangleMesh, triangle: number, [x, y, z]: Vec3, scratch: Float64Array): Bid {
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

/** Found when it is first needed: it costs a thousand times what plain f64 does. */
function exactOf(bid: Bid, point: Vec3): ExactClosestPoint {
  return (bid.exact ??= closestPointTriangleExact(point, ...bid.corners));
}

/** Whether two triangles are known to have the same closest point: on the same vertex, the same edge, or as the same triangle. */
function isSameFeature(p: Bid, q: Bid): boolean {
  if (p.code === null || q.code === null) return false;
  const [ours, theirs] = [cornersOfFeature(p.corners, p.code), cornersOfFeature(q.corners, q.code)];
  return ours.length === theirs.length && ours.every((corner) => theirs.some((other) => isSamePoint(corner, other)));
}

function cornersOfFeature(corners: readonly [Vec3, Vec3, Vec3], code: number): readonly Vec3[] {
  if (code === faceCode) return corners;
  if (code >= firstVertexCode) return [corners[code - firstVertexCode]!];
  return [corners[code - 1]!, corners[code % 3]!];
}

function isSamePoint(p: Vec3, q: Vec3): boolean {
  return p[0] === q[0] && p[1] === q[1] && p[2] === q[2];
}

import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { closestPointTriangle } from '../../shape/closest-point-triangle.ts';
import { boundDistance, maxNumber, minNumber } from '../../shape/point-triangle-bounds.ts';
import { unknownFeature, type ClosestWorkspace } from './workspace.ts';

/**
 * Adds a triangle to the candidates unless another is certainly closer, or it is certainly farther than `maxDistance`. `reach` is
 * an upper bound of the distance of any vertex from p along any axis. Hot: bench `closest`.
 */
export function considerClosest(
  workspace: ClosestWorkspace,
  mesh: TriangleMesh,
  triangle: number,
  px: number,
  py: number,
  pz: number,
  reach: number,
  maxDistance: number,
): void {
  const { positions, indices } = mesh;
  const { closest } = workspace;
  const a = 3 * indices[3 * triangle];
  const b = 3 * indices[3 * triangle + 1];
  const c = 3 * indices[3 * triangle + 2];
  const code = closestPointTriangle(px, py, pz, positions, a, b, c, closest);
  const qx = closest[0];
  const qy = closest[1];
  const qz = closest[2];
  const distanceSq = qx * qx + qy * qy + qz * qz;
  const distance = Math.sqrt(distanceSq);
  const limit = Math.min(workspace.upper, maxDistance);
  const isCertain = closest[3] === 1;
  // A certain result is wrong by at most 1e-12 of the farthest vertex: this rules out nearly all triangles.
  if (isCertain && distance - 2e-12 * reach > limit) return;
  boundDistance(closest, positions, a, b, c, px, py, pz, code);
  const min = closest[minNumber];
  const max = closest[maxNumber];
  if (min > limit) return;
  if (max < workspace.upper) tighten(workspace, max);
  workspace.triangles[workspace.candidates] = triangle;
  workspace.features[workspace.candidates] = isCertain ? code : unknownFeature;
  workspace.minDistances[workspace.candidates++] = min;
}

/** Lowers the upper bound and removes the candidates beyond it. */
function tighten(workspace: ClosestWorkspace, upper: number): void {
  const { triangles, minDistances: minima, features, candidates } = workspace;
  workspace.upper = upper;
  let kept = 0;
  for (let i = 0; i < candidates; i++) {
    if (minima[i] > upper) continue;
    triangles[kept] = triangles[i];
    features[kept] = features[i];
    minima[kept++] = minima[i];
  }
  workspace.candidates = kept;
}

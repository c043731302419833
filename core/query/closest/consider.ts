import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { closestPointTriangle } from '../../shape/closest-point-triangle.ts';
import { faceCode } from '../../shape/triangle-feature.ts';
import { unknownFeature, type ClosestWorkspace } from './workspace.ts';

const unit = 2 ** -53;
/** Squares below it have lost digits. Its root is below `minLength`. */
const minSquare = 1e-290;
const minLength = 1e-144;

/**
 * Adds a triangle to the candidates unless another is certainly closer, or it is certainly farther than `maxDistance`. `reach` is
 * an upper bound of the distance of any vertex from p along any axis.
 *
 * As in `sphereTriangle`, the f64 closest point q (relative to p) bounds the distance from both sides. It is a point of the
 * triangle, so |q| is an upper bound. The whole triangle lies beyond the plane at min(q·v)/|q|, v its corners, which is a lower
 * bound. Needles and triangles without area need no special case. Hot: bench `closest`.
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
  const ax = positions[a] - px;
  const ay = positions[a + 1] - py;
  const az = positions[a + 2] - pz;
  const bx = positions[b] - px;
  const by = positions[b + 1] - py;
  const bz = positions[b + 2] - pz;
  const cx = positions[c] - px;
  const cy = positions[c + 1] - py;
  const cz = positions[c + 2] - pz;
  const M = Math.max(
    Math.max(Math.abs(ax), Math.abs(ay), Math.abs(az)),
    Math.max(Math.abs(bx), Math.abs(by), Math.abs(bz)),
    Math.max(Math.abs(cx), Math.abs(cy), Math.abs(cz)),
  );
  const support = Math.min(qx * ax + qy * ay + qz * az, qx * bx + qy * by + qz * bz, qx * cx + qy * cy + qz * cz);
  const q = Math.max(Math.abs(qx), Math.abs(qy), Math.abs(qz));
  const bound = ((support - 32 * unit * q * M) / distance) * (1 - 16 * unit);
  // Squares that underflow or overflow give no bound.
  const min = distanceSq > minSquare && bound > 0 && bound < Infinity ? bound : 0;
  if (min > limit) return;
  // An offset along the normal is accurate to 1e-12 only; others are weighted means of corners, wrong by a few roundings.
  const error = code === faceCode && isCertain ? 3e-12 * M : 32 * unit * M;
  const max = (distance + error + minLength) * (1 + 16 * unit);
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

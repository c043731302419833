import { InspectorError } from '../../error.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { Bounds } from '../../mesh/bounds.ts';
import { checkMeshSize } from '../../mesh/check-mesh-size.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { convexHull } from '../hull/convex-hull.ts';
import { enclosingBall } from './enclosing-ball.ts';
import { enclosingShape } from './enclosing-shape.ts';
import type { FittedShape, ShapeKind } from './fitted-shape.ts';
import { verifiedShape } from './verified-shape.ts';

/**
 * Returns a small shape that contains every vertex of a mesh, as `fitShapes` does with `containing`. It finds nothing else: no hull for a sphere, and no
 * distance from the surface. It is verified exactly, and enlarged by a few roundings where it must be.
 * @throws InspectorError `no-triangles`; `too-large` and `too-small` as `checkMeshSize`; `internal` if no shape is verified;
 * whatever `progress` throws. Hot: bench `fit-sphere`.
 */
export function boundingShape(mesh: TriangleMesh, shape: ShapeKind, progress: Progress = noProgress): FittedShape {
  const points = usedPoints(mesh);
  if (points.length === 0)
    throw new InspectorError({
      code: 'no-triangles',
      message: 'The mesh has no usable triangle',
      fix: 'Run boxwood inspect to see the findings of the import',
      location: {},
    });
  checkMeshSize(boundsOf(points));
  const hull = shape === 'sphere' ? null : convexHull(points);
  const corners = hull?.positions ?? points;
  const origin: Vec3 = [corners[0], corners[1], corners[2]];
  const local = new Float64Array(corners.length);
  let size = 0;
  for (let at = 0; at < corners.length; at += 3) {
    local[at] = corners[at] - origin[0];
    local[at + 1] = corners[at + 1] - origin[1];
    local[at + 2] = corners[at + 2] - origin[2];
    size = Math.max(size, Math.abs(local[at]), Math.abs(local[at + 1]), Math.abs(local[at + 2]));
  }
  const around: FittedShape =
    hull === null ? { shape: 'sphere', ...enclosingBall(local) } : enclosingShape({ ...hull, positions: local }, shape, progress);
  return verifiedShape(around, origin, corners, size, 'the mesh');
}

/** Returns the box of points (3·N). */
function boundsOf(points: Float64Array): Bounds {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < 3; k++) {
    let [low, high] = [Infinity, -Infinity];
    for (let at = k; at < points.length; at += 3) {
      if (points[at] < low) low = points[at];
      if (points[at] > high) high = points[at];
    }
    min[k] = low;
    max[k] = high;
  }
  return { min, max };
}

/** Returns (3·N) the vertices that finite triangles use, each once, ascending. */
function usedPoints({ positions, indices }: TriangleMesh): Float64Array {
  const count = positions.length / 3;
  const isFinite = new Uint8Array(count);
  for (let vertex = 0, at = 0; vertex < count; vertex++, at += 3) {
    // A finite number minus itself is 0; NaN and infinities give NaN.
    const check = positions[at] - positions[at] + (positions[at + 1] - positions[at + 1]) + (positions[at + 2] - positions[at + 2]);
    if (check === 0) isFinite[vertex] = 1;
  }
  const isUsed = new Uint8Array(count);
  for (let at = 0; at < indices.length; at += 3) {
    const a = indices[at];
    const b = indices[at + 1];
    const c = indices[at + 2];
    const all = isFinite[a] & isFinite[b] & isFinite[c];
    isUsed[a] |= all;
    isUsed[b] |= all;
    isUsed[c] |= all;
  }
  let found = 0;
  for (let vertex = 0; vertex < count; vertex++) found += isUsed[vertex];
  if (found === count) return positions;
  const points = new Float64Array(3 * found);
  for (let vertex = 0, at = 0; vertex < count; vertex++) {
    if (isUsed[vertex] === 0) continue;
    points[at++] = positions[3 * vertex];
    points[at++] = positions[3 * vertex + 1];
    points[at++] = positions[3 * vertex + 2];
  }
  return points;
}

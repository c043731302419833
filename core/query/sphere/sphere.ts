import type { Vec3 } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Tree } from '../../tree/layout.ts';
import { isInsideClosedMesh } from '../inside-closed-mesh.ts';
import { noTriangleIndex } from '../no-triangle.ts';
import type { TriangleFilter } from '../triangle-filter.ts';
import { sphereOverlapInto } from './into.ts';
import type { Sphere, SphereResult, SurfaceFacts } from './query.ts';
import { sphereTouch } from './record.ts';
import { createSphereWorkspace, type SphereWorkspace } from './workspace.ts';

export type { Sphere, SphereResult, SphereStats, SphereTouch, SurfaceFacts } from './query.ts';

/**
 * Returns all triangles whose distance from the centre is at most the radius (catalogue Q3): a tangent sphere touches. Triangles
 * and features are those of exact arithmetic on the f64 vertices, centre and radius; for the numbers see `sphereTouch`.
 * Triangles without area act as segments or points. Set `isClosed` for a closed mesh to find out whether the centre is inside.
 * Pass a workspace that was made for this tree and an `insideTest` of the mesh to save their allocation, and a filter to consider some of the
 * triangles only.
 * @throws InspectorError `invalid-argument` for a non-finite centre, a radius that is below 0 or not finite, and a tree of
 * another mesh.
 */
export function sphereOverlap(
  tree: Tree,
  mesh: TriangleMesh,
  sphere: Sphere,
  { isClosed = false }: Partial<SurfaceFacts> = {},
  workspace: SphereWorkspace = createSphereWorkspace(tree),
  accepts: TriangleFilter = null,
  isInside: (point: Vec3) => boolean | null = (point) => isInsideClosedMesh(tree, mesh, point),
): SphereResult {
  const count = sphereOverlapInto(tree, mesh, sphere, 'all', workspace, noTriangleIndex, accepts);
  const { nodesVisited, trianglesTested, closest } = workspace;
  const isCenterInside = isClosed ? isInside(sphere.center) : null;
  const triangles = Uint32Array.from(workspace.triangles.slice(0, count)).sort();
  const touches = Array.from(triangles, (triangle) => sphereTouch(mesh, triangle, sphere, isCenterInside === true, closest));
  return { touches, isCenterInside, stats: { nodesVisited, trianglesTested } };
}

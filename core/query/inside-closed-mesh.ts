import type { Vec3 } from '../math/vec3.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { Tree } from '../tree/layout.ts';
import { windingAlong } from './ray/crossings.ts';
import { createRayWorkspace, type RayWorkspace } from './ray/workspace.ts';
import type { TriangleFilter } from './triangle-filter.ts';

/** Maximum number of rays; the first one almost always succeeds. */
const attempts = 32;

/**
 * Returns whether a point lies inside a closed mesh, surface excluded: whether the winding number is not 0. So the overlap of two
 * solids is inside, a cavity is not, and a mesh with flipped winding has the same inside. Returns `null` if every ray tried ran
 * through an edge. The mesh must be closed (see `isClosed`). For many points use `insideTest`.
 */
export function isInsideClosedMesh(tree: Tree, mesh: TriangleMesh, point: Vec3): boolean | null {
  return isAround(windingByRays(tree, mesh, point));
}

/** Returns `isInsideClosedMesh` of one mesh, for many points with one workspace: to make one takes longer than most rays. */
export function insideTest(tree: Tree, mesh: TriangleMesh): (point: Vec3) => boolean | null {
  const workspace = createRayWorkspace(tree);
  return (point) => isAround(windingByRays(tree, mesh, point, null, workspace));
}

function isAround(winding: number | null): boolean | null {
  return winding === null ? null : winding !== 0;
}

/**
 * Returns the winding number of a closed mesh about a point, 0 on its surface; `null` if every ray tried ran through an edge.
 *
 * Counts the front and back faces that an exact ray hits. A ray that hits an edge or a vertex may count a crossing twice or not
 * at all, so it is replaced by a ray in another direction. So is a ray in a triangle's plane: it hits edges too. With a filter, the
 * triangles that it accepts are the mesh. @param given a workspace that was made for this tree, to save its allocation.
 */
export function windingByRays(
  tree: Tree,
  mesh: TriangleMesh,
  point: Vec3,
  accepts: TriangleFilter = null,
  given: RayWorkspace | null = null,
): number | null {
  if (!isInBounds(tree.bounds, point)) return 0;
  const workspace = given ?? createRayWorkspace(tree);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const ray = { origin: point, direction: insideRayDirection(attempt), far: Infinity };
    const winding = windingAlong(tree, mesh, ray, workspace, accepts);
    if (winding !== null) return winding;
  }
  return null;
}

function isInBounds(bounds: Float64Array, [x, y, z]: Vec3): boolean {
  return x >= bounds[0] && y >= bounds[1] && z >= bounds[2] && x <= bounds[3] && y <= bounds[4] && z <= bounds[5];
}

/** Returns the direction of an attempt: spread over the sphere by the golden angle, none along an axis or a diagonal. */
export function insideRayDirection(index: number): Vec3 {
  const z = 1 - (2 * index + 1.37) / attempts / 1.1;
  const angle = 2.399963229728653 * index + 0.7301;
  const across = Math.sqrt(1 - z * z);
  return [across * Math.cos(angle), across * Math.sin(angle), z];
}

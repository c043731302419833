import type { Vec3 } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Tree } from '../../tree/layout.ts';
import { isInsideClosedMesh } from '../inside-closed-mesh.ts';
import { sphereOverlapInto } from './into.ts';
import { sphereTouch, type SphereTouch } from './record.ts';
import { createSphereWorkspace, type SphereWorkspace } from './workspace.ts';

export type { SphereTouch } from './record.ts';

/** A closed ball in mesh units and source space. */
export interface Sphere {
  readonly center: Vec3;
  /** 0 or more; 0 is a point. */
  readonly radius: number;
}

/** What a caller knows of the mesh beside its tree; `isClosed(mesh)` finds it out, once a mesh. */
export interface SurfaceFacts {
  readonly isClosed: boolean;
}

export interface SphereStats {
  /** Boxes tested, the root's included. */
  readonly nodesVisited: number;
  readonly trianglesTested: number;
}

export interface SphereAnswer {
  /** Ascending by triangle. */
  readonly touches: readonly SphereTouch[];
  /** Whether the centre lies inside a closed mesh, and not on it; `null` where the mesh is not closed, or it is unknown. */
  readonly isCenterInside: boolean | null;
  /** Of the sphere alone; what finding `isCenterInside` cost is not counted. */
  readonly stats: SphereStats;
}

/**
 * Q3: all triangles whose distance from the centre is at most the radius: a sphere that is tangent touches. The set and
 * the features are those of exact arithmetic on the f64 vertices, centre and radius; for the numbers see `sphereTouch`.
 * Triangles without area act as segments or points. A workspace made for this tree saves allocating one.
 * @throws InspectorError `invalid-argument` for a centre that is not finite, and a radius below 0 or not finite.
 */
export function sphereOverlap(
  tree: Tree,
  mesh: TriangleMesh,
  sphere: Sphere,
  surface: SurfaceFacts,
  workspace: SphereWorkspace = createSphereWorkspace(tree),
): SphereAnswer {
  const count = sphereOverlapInto(workspace, tree, mesh, sphere, 'all');
  const { nodesVisited, trianglesTested, closest } = workspace;
  const isCenterInside = surface.isClosed ? isInsideClosedMesh(tree, mesh, sphere.center) : null;
  const triangles = Uint32Array.from(workspace.triangles.slice(0, count)).sort();
  const touches = Array.from(triangles, (triangle) => sphereTouch(mesh, triangle, sphere, isCenterInside === true, closest));
  return { touches, isCenterInside, stats: { nodesVisited, trianglesTested } };
}

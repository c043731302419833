import type { Vec3 } from '../math/vec3.ts';
import { partOfTriangle, type TriangleMesh } from '../mesh/triangle-mesh.ts';
import { triangleVertices } from '../mesh/triangle-vertices.ts';
import type { RayOptions } from '../options/ray-options.ts';
import type { ExactRayHit } from '../shape/ray-triangle-exact.ts';
import { triangleNormal } from '../shape/triangle-normal.ts';
import type { AabbTree } from '../tree/layout.ts';
import { exactHit } from './ray-leaf.ts';
import { createRayWorkspace } from './ray-workspace.ts';
import { raycastInto } from './raycast-into.ts';

/** A ray or, with a finite `far`, a segment: `origin + t·direction`, 0 ≤ t ≤ far, direction at length 1, mesh units. */
export interface Ray {
  readonly origin: Vec3;
  /** Need not have length 1: it is normalised, and `far` and distances are Euclidean. */
  readonly direction: Vec3;
  /** `Infinity` for a ray. */
  readonly far: number;
}

export interface RayHit {
  /** Import index. */
  readonly triangle: number;
  /** Euclidean, from the origin, mesh units. */
  readonly distance: number;
  readonly position: Vec3;
  /** Unit normal by the winding, never flipped towards the origin. */
  readonly normal: Vec3;
  /** Weights of the three vertices, in their order; their sum is 1. */
  readonly barycentric: Vec3;
  /** Index of the part; `null` where no part holds the triangle. */
  readonly part: number | null;
}

export interface RayStats {
  /** Boxes tested, the root's included. */
  readonly nodesVisited: number;
  readonly trianglesTested: number;
}

export interface RayAnswer {
  /** By (distance, triangle). At most one for `first` and `any`. */
  readonly hits: readonly RayHit[];
  readonly stats: RayStats;
}

/**
 * Q1: the triangles that a ray meets. Sets and numbers are those of exact arithmetic on the f64 vertices, the origin and
 * the normalised direction: distances and weights are the f64 nearest to the true ones, so any other correct method gives
 * the same answer to the last bit. Closed: edges, vertices, the origin and the far end count, so a closed mesh lets no ray
 * through. Rays in the plane of a triangle, and triangles without area, are missed.
 * @throws InspectorError `invalid-argument` for a zero or non-finite direction, origin, or a far end below 0 or NaN.
 */
export function raycast(tree: AabbTree, mesh: TriangleMesh, ray: Ray, options: RayOptions): RayAnswer {
  const workspace = createRayWorkspace(tree);
  const count = raycastInto(workspace, tree, mesh, ray, options);
  const hits: RayHit[] = [];
  for (const triangle of workspace.hitTriangles.slice(0, count)) {
    // Met already, so the exact test meets it too.
    hits.push(rayHit(mesh, triangle, exactHit(workspace, mesh, triangle, options.cull)!));
  }
  hits.sort(compareHits);
  const { nodesVisited, trianglesTested } = workspace;
  return { hits, stats: { nodesVisited, trianglesTested } };
}

/** By (distance, triangle). */
export function compareHits(p: RayHit, q: RayHit): number {
  return p.distance === q.distance ? p.triangle - q.triangle : p.distance - q.distance;
}

/** The record of a hit. The position is the weighted vertices, which stays on the triangle however far the origin is. */
function rayHit(mesh: TriangleMesh, triangle: number, hit: ExactRayHit): RayHit {
  const { distance, barycentric } = hit;
  const [a, b, c] = triangleVertices(mesh, triangle);
  const [u, v, w] = barycentric;
  const position: Vec3 = [
    u * a[0] + v * b[0] + w * c[0],
    u * a[1] + v * b[1] + w * c[1],
    u * a[2] + v * b[2] + w * c[2],
  ];
  // A triangle that was hit has an area.
  const normal = triangleNormal(a, b, c)!;
  return { triangle, distance, position, normal, barycentric, part: partOfTriangle(mesh, triangle) };
}

import type { Vec3 } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { checkValues } from '../../options/option.ts';
import { rayOptions, type RayOptions } from '../../options/ray-options.ts';
import type { Tree } from '../../tree/layout.ts';
import { compareHits, rayHit, type RayHit } from './record.ts';
import { exactHit } from './leaf.ts';
import { createRayWorkspace } from './workspace.ts';
import { raycastInto } from './into.ts';

export type { RayHit } from './record.ts';

/** A ray or, with a finite `far`, a segment: `origin + t·direction`, 0 ≤ t ≤ far, direction at length 1, mesh units. */
export interface Ray {
  readonly origin: Vec3;
  /** Need not have length 1: it is normalised, and `far` and distances are Euclidean. */
  readonly direction: Vec3;
  /** `Infinity` for a ray. */
  readonly far: number;
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
 * through. Rays in the plane of a triangle, triangles without area, and hits farther away than the largest f64 are missed.
 * @throws InspectorError `invalid-argument` for a zero or non-finite direction, origin, or a far end below 0 or NaN,
 * for a tree of another mesh, and for options that are unknown. What is not given has its default.
 */
export function raycast(tree: Tree, mesh: TriangleMesh, ray: Ray, options: Partial<RayOptions>): RayAnswer {
  const steps = raycastSteps(tree, mesh, ray, options);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Exact hits cost tens of microseconds each. */
const hitsInStep = 256;

/** `raycast` in short steps, for a caller that has to stay awake while a ray has very many hits. */
export function* raycastSteps(tree: Tree, mesh: TriangleMesh, ray: Ray, given: Partial<RayOptions>): Generator<void, RayAnswer, void> {
  const options = checkValues(rayOptions, given);
  const workspace = createRayWorkspace(tree);
  const count = raycastInto(workspace, tree, mesh, ray, options);
  const hits: RayHit[] = [];
  for (const triangle of workspace.hitTriangles.slice(0, count)) {
    // Met already, so the exact test meets it too.
    const { distance, barycentric } = exactHit(workspace, mesh, triangle, options.cull)!;
    hits.push(rayHit(mesh, triangle, distance, barycentric));
    if (hits.length % hitsInStep === 0) yield;
  }
  hits.sort(compareHits);
  const { nodesVisited, trianglesTested } = workspace;
  return { hits, stats: { nodesVisited, trianglesTested } };
}

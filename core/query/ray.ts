import { InspectorError } from '../error.ts';
import { normalized, type Vec3 } from '../math/vec3.ts';
import { partOfTriangle, type TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { RayOptions } from '../options/ray-options.ts';
import { isLeaf, leafCount, leafFirst, leftChild, rightChild, type AabbTree } from '../tree/layout.ts';
import { nodeBox } from '../tree/node-box.ts';

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
 * Q1: the triangles that a ray meets.
 * @throws InspectorError `invalid-argument` for a zero or non-finite direction, origin, or a far end below 0 or NaN.
 */
export function raycast(tree: AabbTree, mesh: TriangleMesh, ray: Ray, options: RayOptions): RayAnswer {
  const direction = normalized(ray.direction);
  if (direction === null || !ray.origin.every(Number.isFinite) || !(ray.far >= 0)) {
    throw new InspectorError({
      code: 'invalid-argument',
      message: 'A ray needs a finite origin, a direction that is not zero, and a far end of 0 or more',
      cure: 'Give three finite numbers for each',
      place: {},
    });
  }
  const hits: RayHit[] = [];
  let nodesVisited = 0, trianglesTested = 0;
  const { origin } = ray;
  const stack = tree.nodeCount === 0 ? [] : [0];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    nodesVisited++;
    const box = nodeBox(tree, node);
    let near = 0, far = ray.far;
    for (let k = 0; k < 3; k++) {
      const t0 = (box.min[k]! - origin[k]!) / direction[k]!, t1 = (box.max[k]! - origin[k]!) / direction[k]!;
      if (Math.min(t0, t1) > near) near = Math.min(t0, t1);
      if (Math.max(t0, t1) < far) far = Math.max(t0, t1);
    }
    if (near > far * (1 + 1e-12) + 1e-12) continue;
    if (!isLeaf(tree, node)) {
      stack.push(rightChild(tree, node), leftChild(tree, node));
      continue;
    }
    for (let i = 0; i < leafCount(tree, node); i++) {
      trianglesTested++;
      const hit = hitTriangle(mesh, tree.order[leafFirst(tree, node) + i], origin, direction, ray.far, options.cull);
      if (hit !== null) hits.push(hit);
    }
  }
  hits.sort((a, b) => a.distance - b.distance || a.triangle - b.triangle);
  return { hits: options.mode === 'all' ? hits : hits.slice(0, 1), stats: { nodesVisited, trianglesTested } };
}

function hitTriangle(mesh: TriangleMesh, triangle: number, o: Vec3, d: Vec3, far: number, cull: boolean): RayHit | null {
  const vertex = (corner: number): Vec3 => {
    const at = 3 * mesh.indices[3 * triangle + corner];
    return [mesh.positions[at], mesh.positions[at + 1], mesh.positions[at + 2]];
  };
  const sub = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  const cross = (a: Vec3, b: Vec3): Vec3 => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const a = vertex(0), e1 = sub(vertex(1), a), e2 = sub(vertex(2), a), s = sub(o, a);
  const p = cross(d, e2), det = dot(e1, p);
  if (det === 0 || (cull && det < 0)) return null;
  const q = cross(s, e1), u = dot(s, p) / det, v = dot(d, q) / det, t = dot(e2, q) / det;
  if (!(u >= 0 && v >= 0 && u + v <= 1 && t >= 0 && t <= far)) return null;
  return {
    triangle,
    distance: t,
    position: [o[0] + t * d[0], o[1] + t * d[1], o[2] + t * d[2]],
    normal: normalized(cross(e1, e2)) ?? [0, 0, 0],
    barycentric: [1 - u - v, u, v],
    part: partOfTriangle(mesh, triangle),
  };
}

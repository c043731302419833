import type { Vec3 } from '#core/math/vec3';
import { meshBounds } from '#core/mesh/bounds';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { triangleVertices } from '#core/mesh/triangle-vertices';
import type { Ray } from '#core/query/ray/ray';
import { seededRandom } from '../fixtures/random.ts';

/**
 * Rays from outside a mesh: `random` ones through its box, then `aimed` ones at vertices, edge middles and centroids of
 * random triangles, in turn. None for a mesh without finite triangles or without extent. Seeded.
 */
export function raysAt(mesh: TriangleMesh, random: number, aimed: number): Ray[] {
  const bounds = meshBounds(mesh);
  if (bounds === null) return [];
  const { min, max } = bounds;
  const next = seededRandom(51);
  const reach = Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  if (!(reach > 0)) return [];
  const rays: Ray[] = [];
  for (let i = 0; i < random + aimed; i++) {
    const target = i < random ? within(min, max, next) : pointOf(mesh, i % 3, next);
    // On the sphere about the box, so outside of everything; every eighth along an axis, where a mesh lies in planes.
    const way = i % 8 === 7 ? axis(Math.floor(next() * 6)) : onSphere(next);
    const origin: Vec3 = [target[0] - reach * way[0], target[1] - reach * way[1], target[2] - reach * way[2]];
    const direction: Vec3 = [target[0] - origin[0], target[1] - origin[1], target[2] - origin[2]];
    rays.push({ origin, direction, far: Infinity });
  }
  return rays;
}

function within(min: Vec3, max: Vec3, next: () => number): Vec3 {
  return [min[0] + next() * (max[0] - min[0]), min[1] + next() * (max[1] - min[1]), min[2] + next() * (max[2] - min[2])];
}

/** Kind 0: a vertex, 1: the middle of an edge, 2: the centroid of a random finite triangle. */
function pointOf(mesh: TriangleMesh, kind: number, next: () => number): Vec3 {
  const count = triangleCount(mesh);
  let triangle = Math.floor(next() * count);
  while (!isFiniteTriangle(mesh, triangle)) triangle = (triangle + 1) % count;
  const [a, b, c] = triangleVertices(mesh, triangle);
  if (kind === 0) return a;
  const middle = (k: 0 | 1 | 2): number => (kind === 1 ? (a[k] + b[k]) / 2 : (a[k] + b[k] + c[k]) / 3);
  return [middle(0), middle(1), middle(2)];
}

function onSphere(next: () => number): Vec3 {
  const z = 2 * next() - 1;
  const turn = 2 * Math.PI * next();
  const radius = Math.sqrt(1 - z * z);
  return [radius * Math.cos(turn), radius * Math.sin(turn), z];
}

function axis(which: number): Vec3 {
  const sign = which < 3 ? 1 : -1;
  return [which % 3 === 0 ? sign : 0, which % 3 === 1 ? sign : 0, which % 3 === 2 ? sign : 0];
}

import { seededRandom } from '../math/seeded-random.ts';
import type { Transform } from '../math/transform.ts';
import { matrixOfTrs } from '../math/trs.ts';
import type { Vec3 } from '../math/vec3.ts';
import { boundsCenter, meshBounds, type Bounds } from '../mesh/bounds.ts';
import { triangleCount, type TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { Ray } from '../query/ray/ray.ts';
import type { Sphere } from '../query/sphere/sphere.ts';

export interface CompareCounts {
  readonly rays: number;
  readonly spheres: number;
  /** Poses of the mesh against itself, on paths from separate to nested. */
  readonly motions: number;
  readonly seed: number;
  /** Milliseconds for one sort of queries on one tree in each round. */
  readonly turnMilliseconds: number;
}

export const defaultCounts: CompareCounts = { rays: 1000, spheres: 200, motions: 60, seed: 1, turnMilliseconds: 14 };

/** The queries that run on every kind. */
export interface CompareTasks {
  readonly rays: readonly Ray[];
  /** The same number of rays, each similar to the one before, for any hit: for the hit cache. */
  readonly sweep: readonly Ray[];
  readonly spheres: readonly Sphere[];
  readonly motions: readonly Transform[];
}

/** Returns tasks that depend on mesh and seed only. The mesh has a finite triangle. */
export function seededTasks(mesh: TriangleMesh, { rays, spheres, motions, seed }: Omit<CompareCounts, 'turnMilliseconds'>): CompareTasks {
  const bounds = meshBounds(mesh) ?? { min: [0, 0, 0], max: [0, 0, 0] };
  const random = seededRandom(seed);
  const centre = boundsCenter(bounds);
  const radius = radiusOf(bounds);
  const inside = (): Vec3 => [0, 1, 2].map((k) => bounds.min[k]! + random() * (bounds.max[k]! - bounds.min[k]!)) as unknown as Vec3; // three of three
  const vertex = (): Vec3 => {
    const at = 3 * mesh.indices[Math.floor(random() * 3 * triangleCount(mesh))];
    const point: Vec3 = [mesh.positions[at], mesh.positions[at + 1], mesh.positions[at + 2]];
    return point.every(Number.isFinite) ? point : centre;
  };
  return {
    rays: Array.from({ length: rays }, () => {
      const target = inside();
      return rayBetween(around(centre, radius, random), target);
    }),
    // Near the surface, where collisions happen.
    spheres: Array.from({ length: spheres }, () => ({ center: vertex(), radius: 0.05 * radius * random() })),
    motions: Array.from({ length: motions }, (_, i) => poseOn(i, motions, centre, radius, random)),
    sweep: Array.from({ length: Math.ceil(rays / raysOnWay) }, (_, i) =>
      sweptRays(Math.min(raysOnWay, rays - raysOnWay * i), around(centre, radius, random), inside(), inside()),
    ).flat(),
  };
}

/** Length of a sequence of similar rays, like a line of sight to a moving target. */
const raysOnWay = 250;

/** Returns rays from one point to points on the first quarter of the path to `last`. */
function sweptRays(count: number, origin: Vec3, first: Vec3, last: Vec3): readonly Ray[] {
  return Array.from({ length: count }, (_, i) => {
    const at = (k: 0 | 1 | 2): number => first[k] + (i / (4 * count)) * (last[k] - first[k]);
    return rayBetween(origin, [at(0), at(1), at(2)]);
  });
}

/** Returns half the diagonal, above 0; without `Math.hypot`, as `onUnitSphere`. */
function radiusOf({ min, max }: Bounds): number {
  const size = [0, 1, 2].map((k) => max[k]! / 2 - min[k]! / 2);
  const largest = Math.max(...size);
  const scaled = size.reduce((sum, value) => sum + (value / largest) ** 2, 0);
  return largest > 0 ? largest * Math.sqrt(scaled) : Number.MIN_VALUE;
}

/** Returns a point on the sphere around the mesh. */
function around(centre: Vec3, radius: number, random: () => number): Vec3 {
  const [x = 0, y = 0, z = 0] = onUnitSphere(3, random);
  return [centre[0] + 1.01 * radius * x, centre[1] + 1.01 * radius * y, centre[2] + 1.01 * radius * z];
}

function rayBetween(origin: Vec3, target: Vec3): Ray {
  const direction: Vec3 = [target[0] - origin[0], target[1] - origin[1], target[2] - origin[2]];
  const isRay = direction.every(Number.isFinite) && direction.some((value) => value !== 0);
  return { origin, direction: isRay ? direction : [1, 0, 0], far: Infinity };
}

/** Returns a pose rotated about the centre of the mesh, and moved by up to twice its radius. */
function poseOn(at: number, count: number, centre: Vec3, radius: number, random: () => number): Transform {
  const rotation = onUnitSphere(4, random);
  const turn = matrixOfTrs([0, 0, 0], rotation, [1, 1, 1]);
  const way = onUnitSphere(3, random);
  const distance = 2 * radius * (1 - at / Math.max(1, count));
  const translation = [0, 1, 2].map(
    (k) => centre[k]! - (turn[k]! * centre[0] + turn[k + 4]! * centre[1] + turn[k + 8]! * centre[2]) + distance * way[k]!,
  );
  return matrixOfTrs(translation, rotation, [1, 1, 1]);
}

/**
 * Returns a uniform direction in 3 or 4 dimensions: a random point of the ball, scaled to length 1. Without `Math.sin`, `Math.cos` and `Math.hypot`, whose last bit differs
 * between engines, so that Node and every browser count the same.
 */
function onUnitSphere(dimensions: 3 | 4, random: () => number): readonly number[] {
  for (;;) {
    const point = Array.from({ length: dimensions }, () => 2 * random() - 1);
    const lengthSq = point.reduce((sum, value) => sum + value * value, 0);
    if (lengthSq > 1 || lengthSq < 1e-6) continue;
    const length = Math.sqrt(lengthSq);
    return point.map((value) => value / length);
  }
}

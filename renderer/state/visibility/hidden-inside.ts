/** Finds meshes of which little is seen from outside: closed levels, and machines in a housing. */
import { dot, normalized, type Vec3 } from '#core/math';
import { type Bounds, boundsRadius, triangleCount, type TriangleMesh } from '#core/mesh';
import { createRayWorkspace, type Ray, raycast } from '#core/query';
import type { Tree } from '#core/tree';

/** Smaller meshes are read at a glance. */
const minTriangles = 200;

/** Triangles that are looked at, at equal steps. */
const samples = 40;

/** Share of hidden triangles from which on the outside shows too little: closed levels of games have 0.75 to 1. */
const minShare = 0.75;

/** Rays begin this part of the radius away, beyond a second layer in the same place. */
const minGap = 1e-6;

/** Triangle tests of all rays: some ten milliseconds. */
const maxTests = 100_000;

const steps = [-2, -1, 0, 1, 2];

/** The 98 directions to the surface of a grid of 5 x 5 x 5. Those along axes come first: most of what is seen is seen along one. */
const directions: readonly Vec3[] = steps
  .flatMap((x) => steps.flatMap((y) => steps.map((z): Vec3 => [x, y, z])))
  .filter((direction) => Math.max(...direction.map(Math.abs)) === 2)
  .sort((a, b) => lengthSq(a) - lengthSq(b))
  .map((direction) => normalized(direction)!);

function lengthSq(direction: Vec3): number {
  return dot(direction, direction);
}

/**
 * Estimates the share of the triangles that are not seen from outside along any of 98 directions, from 40 triangles. Those that are not finite do
 * not count. Each step takes some milliseconds and yields. Returns `null` where the share is less than three quarters, for small meshes, and after
 * too many triangle tests.
 */
export function* hiddenShare(mesh: TriangleMesh, bounds: Bounds, tree: Tree): Generator<void, number | null> {
  const triangles = triangleCount(mesh);
  const gap = minGap * boundsRadius(bounds);
  if (triangles < minTriangles || !Number.isFinite(gap)) return null;
  const workspace = createRayWorkspace(tree);
  let tests = 0;
  const isHidden = (triangle: number): boolean => {
    const middle = middleOf(mesh, triangle);
    return directions.every((direction) => {
      if (tests > maxTests) return false;
      const along = (axis: 0 | 1 | 2): number => middle[axis] + gap * direction[axis];
      const ray: Ray = { origin: [along(0), along(1), along(2)], direction, far: Infinity };
      const { hits, stats } = raycast(tree, mesh, ray, { mode: 'any' }, workspace, (other) => other !== triangle);
      tests += stats.trianglesTested;
      return hits.length > 0;
    });
  };
  const sampled = Array.from({ length: samples }, (_, i) => Math.floor(((i + 0.5) / samples) * triangles));
  const finite = sampled.filter((triangle) => middleOf(mesh, triangle).every(Number.isFinite));
  if (finite.length === 0) return null;
  let seen = 0;
  for (const triangle of finite) {
    seen += Number(!isHidden(triangle));
    if (seen > (1 - minShare) * finite.length || tests > maxTests) return null;
    yield;
  }
  return 1 - seen / finite.length;
}

function middleOf({ positions, indices }: TriangleMesh, triangle: number): Vec3 {
  const along = (axis: 0 | 1 | 2): number => {
    const corner = (k: number): number => positions[3 * indices[3 * triangle + k]! + axis]!;
    return (corner(0) + corner(1) + corner(2)) / 3;
  };
  return [along(0), along(1), along(2)];
}

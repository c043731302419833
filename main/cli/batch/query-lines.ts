import type { Vec3 } from '#core/math';
import type { TriangleMesh } from '#core/mesh';
import type { InsideOptions, RayOptions } from '#core/options';
import {
  closestPointMany,
  createWindingTree,
  insideMany,
  insideOfCode,
  nearestTriangles,
  overlapMany,
  raycast,
  createRayWorkspace,
  type WindingSurface,
} from '#core/query';
import type { Tree } from '#core/tree';

/** A batch of queries with the same options, as plain data. */
export type LineQuery =
  | { readonly kind: 'ray'; readonly options: RayOptions }
  | { readonly kind: 'closest'; readonly maxDistance: number; readonly count: number | null }
  | { readonly kind: 'within' }
  | { readonly kind: 'sphere' }
  | { readonly kind: 'inside'; readonly options: InsideOptions; readonly surface: WindingSurface | null };

/** Numbers of a query: origin, direction and maximum distance of a ray; a point; or a centre and a radius. */
export const numbersOfQuery = { ray: 7, closest: 3, within: 4, sphere: 4, inside: 3 } as const satisfies Record<LineQuery['kind'], number>;

/** Returns a function that runs queries and returns their results, one JSON line each, in order. */
export function createQueryLines(query: LineQuery, tree: Tree, mesh: TriangleMesh): (numbers: Float64Array) => string {
  switch (query.kind) {
    case 'ray':
      return rayLines(query.options, tree, mesh);
    case 'closest':
      return query.count === null ? closestLines(query.maxDistance, tree, mesh) : nearestLines(query.maxDistance, query.count, tree, mesh);
    case 'within':
    case 'sphere':
      return (numbers) => {
        const count = numbers.length / 4;
        const centers = Float64Array.from({ length: 3 * count }, (_, i) => numbers[4 * Math.floor(i / 3) + (i % 3)]!);
        const radii = Float64Array.from({ length: count }, (_, i) => numbers[4 * i + 3]!);
        const { offsets, triangles } = overlapMany(tree, mesh, { centers, radii });
        return linesOf(count, (i) => ({ triangles: [...triangles.subarray(offsets[i], offsets[i + 1])] }));
      };
    case 'inside': {
      const winding = createWindingTree(tree, mesh, query.surface ?? undefined);
      return (numbers) => {
        const { inside, windings } = insideMany(winding, { points: numbers }, query.options);
        return linesOf(inside.length, (i) => ({ inside: insideOfCode(inside[i]!), winding: windings[i]! }));
      };
    }
  }
}

function linesOf(count: number, recordOf: (i: number) => unknown): string {
  let text = '';
  // NaN becomes null.
  for (let i = 0; i < count; i++) text += `${JSON.stringify(recordOf(i))}\n`;
  return text;
}

function vectorAt(numbers: Float64Array, at: number): Vec3 {
  return [numbers[at]!, numbers[at + 1]!, numbers[at + 2]!];
}

function rayLines(options: RayOptions, tree: Tree, mesh: TriangleMesh): (numbers: Float64Array) => string {
  const workspace = createRayWorkspace(tree);
  return (numbers) =>
    linesOf(numbers.length / 7, (i) => {
      const ray = { origin: vectorAt(numbers, 7 * i), direction: vectorAt(numbers, 7 * i + 3), far: numbers[7 * i + 6]! };
      return { hits: raycast(tree, mesh, ray, options, workspace).hits };
    });
}

function closestLines(maxDistance: number, tree: Tree, mesh: TriangleMesh): (numbers: Float64Array) => string {
  return (points) => {
    const maxDistances = new Float64Array(points.length / 3).fill(maxDistance);
    const { triangles, distances, positions } = closestPointMany(tree, mesh, { points, maxDistances });
    return linesOf(triangles.length, (i) =>
      triangles[i]! < 0
        ? { triangle: null, position: null, distance: null }
        : { triangle: triangles[i], position: vectorAt(positions, 3 * i), distance: distances[i] },
    );
  };
}

function nearestLines(maxDistance: number, count: number, tree: Tree, mesh: TriangleMesh): (numbers: Float64Array) => string {
  return (points) =>
    linesOf(points.length / 3, (i) => ({
      closest: nearestTriangles(tree, mesh, vectorAt(points, 3 * i), count, { maxDistance }).closest.map(
        ({ triangle, position, distance }) => ({
          triangle,
          position,
          distance,
        }),
      ),
    }));
}

import type { Vec3 } from '#core/math';
import type { TriangleMesh } from '#core/mesh';
import type { FilterOptions, InsideOptions, RayOptions } from '#core/options';
import {
  closestPoint,
  type ClosestPoint,
  closestPointMany,
  createClosestWorkspace,
  createWindingTree,
  insideMany,
  insideOfCode,
  nearestTriangles,
  overlapMany,
  raycast,
  createRayWorkspace,
  createSphereWorkspace,
  noTriangleIndex,
  sphereOverlapInto,
  triangleFilters,
  type WindingSurface,
} from '#core/query';
import type { Tree } from '#core/tree';

/** A batch of queries with the same options, as plain data. */
export type LineQuery =
  | { readonly kind: 'ray'; readonly options: RayOptions; readonly filter: FilterOptions }
  | { readonly kind: 'closest'; readonly maxDistance: number; readonly count: number | null; readonly filter: FilterOptions }
  | { readonly kind: 'within' | 'sphere'; readonly filter: FilterOptions }
  | { readonly kind: 'inside'; readonly options: InsideOptions; readonly surface: WindingSurface | null };

/** Numbers of a query: origin, direction and maximum distance of a ray; a point; or a centre and a radius. */
export const numbersOfQuery = { ray: 7, closest: 3, within: 4, sphere: 4, inside: 3 } as const satisfies Record<LineQuery['kind'], number>;

/**
 * Returns a function that runs queries and returns their results, one JSON line each, in order. Queries with a filter run one by one, and not in
 * WebAssembly.
 * @throws InspectorError `invalid-argument` for a name that selects no part.
 */
export function createQueryLines(query: LineQuery, tree: Tree, mesh: TriangleMesh): Lines {
  switch (query.kind) {
    case 'ray':
      return rayLines(query, tree, mesh);
    case 'closest':
      return query.count === null ? closestLines(query, tree, mesh) : nearestLines(query, query.count, tree, mesh);
    case 'within':
    case 'sphere':
      return sphereLines(query.filter, tree, mesh);
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

type Lines = (numbers: Float64Array) => string;

function rayLines({ options, filter }: LineQuery & { readonly kind: 'ray' }, tree: Tree, mesh: TriangleMesh): Lines {
  const workspace = createRayWorkspace(tree);
  const filterOf = triangleFilters(mesh, filter);
  return (numbers) =>
    linesOf(numbers.length / 7, (i) => {
      const direction = vectorAt(numbers, 7 * i + 3);
      const ray = { origin: vectorAt(numbers, 7 * i), direction, far: numbers[7 * i + 6]! };
      return { hits: raycast(tree, mesh, ray, options, workspace, filterOf({ direction })).hits };
    });
}

function closestLines({ maxDistance, filter }: LineQuery & { readonly kind: 'closest' }, tree: Tree, mesh: TriangleMesh): Lines {
  const none = { triangle: null, position: null, distance: null };
  if (isFiltering(filter)) {
    const workspace = createClosestWorkspace(tree);
    const filterOf = triangleFilters(mesh, filter);
    return (points) =>
      linesOf(points.length / 3, (i) => {
        const point = vectorAt(points, 3 * i);
        const { closest } = closestPoint(tree, mesh, point, { maxDistance }, workspace, filterOf({ point }));
        return closest === null ? none : pick(closest);
      });
  }
  return (points) => {
    const maxDistances = new Float64Array(points.length / 3).fill(maxDistance);
    const { triangles, distances, positions } = closestPointMany(tree, mesh, { points, maxDistances });
    return linesOf(triangles.length, (i) =>
      triangles[i]! < 0 ? none : { triangle: triangles[i], position: vectorAt(positions, 3 * i), distance: distances[i] },
    );
  };
}

function nearestLines(
  { maxDistance, filter }: LineQuery & { readonly kind: 'closest' },
  count: number,
  tree: Tree,
  mesh: TriangleMesh,
): Lines {
  const filterOf = triangleFilters(mesh, filter);
  return (points) =>
    linesOf(points.length / 3, (i) => {
      const point = vectorAt(points, 3 * i);
      return { closest: nearestTriangles(tree, mesh, point, count, { maxDistance }, filterOf({ point })).closest.map(pick) };
    });
}

function sphereLines(filter: FilterOptions, tree: Tree, mesh: TriangleMesh): Lines {
  if (isFiltering(filter)) {
    const workspace = createSphereWorkspace(tree);
    const filterOf = triangleFilters(mesh, filter);
    return (numbers) =>
      linesOf(numbers.length / 4, (i) => {
        const center = vectorAt(numbers, 4 * i);
        const sphere = { center, radius: numbers[4 * i + 3]! };
        const count = sphereOverlapInto(tree, mesh, sphere, 'all', workspace, noTriangleIndex, filterOf({ point: center }));
        return { triangles: workspace.triangles.slice(0, count).sort((p, q) => p - q) };
      });
  }
  return (numbers) => {
    const count = numbers.length / 4;
    const centers = Float64Array.from({ length: 3 * count }, (_, i) => numbers[4 * Math.floor(i / 3) + (i % 3)]!);
    const radii = Float64Array.from({ length: count }, (_, i) => numbers[4 * i + 3]!);
    const { offsets, triangles } = overlapMany(tree, mesh, { centers, radii });
    return linesOf(count, (i) => ({ triangles: [...triangles.subarray(offsets[i], offsets[i + 1])] }));
  };
}

function isFiltering({ parts, sides }: FilterOptions): boolean {
  return parts !== '' || sides !== 'both';
}

function pick({ triangle, position, distance }: ClosestPoint) {
  return { triangle, position, distance };
}

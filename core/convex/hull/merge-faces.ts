import { createUnionFind, findRoot, unite } from '../../mesh/union-find.ts';
import type { Facet } from './quickhull.ts';
import { sideOfPlane } from './side-of-plane.ts';

/**
 * Returns the faces of a hull: facets of one plane as one polygon, counter-clockwise from outside. A point in fewer than three faces is on an
 * edge or inside a face, and is no corner. Exact.
 */
export function mergeFaces(points: Float64Array, facets: readonly Facet[]): readonly (readonly number[])[] {
  const numberOf = new Map(facets.map((facet, i) => [facet, i]));
  const sets = createUnionFind(facets.length);
  facets.forEach(({ corners: [a, b, c], across }, i) => {
    across.forEach((other) => {
      const j = numberOf.get(other)!;
      if (j > i && other.corners.every((corner) => sideOfPlane(points, a, b, c, corner) === 0)) unite(sets, i, j);
    });
  });
  /** Sides of the polygon of each face: the corner after a corner. */
  const sides = new Map<number, Map<number, number>>();
  facets.forEach(({ corners, across }, i) => {
    const face = findRoot(sets, i);
    const own = sides.get(face) ?? new Map<number, number>();
    sides.set(face, own);
    across.forEach((other, edge) => {
      if (findRoot(sets, numberOf.get(other)!) !== face) own.set(corners[edge]!, corners[(edge + 1) % 3]!);
    });
  });
  const polygons = [...sides.values()].map(polygonOf);
  const counts = new Map<number, number>();
  for (const corner of polygons.flat()) counts.set(corner, (counts.get(corner) ?? 0) + 1);
  return polygons.map((polygon) => polygon.filter((corner) => counts.get(corner)! > 2));
}

function polygonOf(sides: ReadonlyMap<number, number>): readonly number[] {
  let start = Infinity;
  for (const corner of sides.keys()) start = Math.min(start, corner);
  const polygon = [start];
  for (let corner = sides.get(start)!; corner !== start; corner = sides.get(corner)!) polygon.push(corner);
  return polygon;
}

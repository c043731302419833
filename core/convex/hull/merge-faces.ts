import { createUnionFind, findRoot, unite } from '../../mesh/union-find.ts';
import type { Facet } from './quickhull.ts';
import { sideOfPlane } from './side-of-plane.ts';

/**
 * Returns the faces of a hull: facets of one plane as one polygon, counter-clockwise from outside. A point in fewer than three faces is on an
 * edge or inside a face, and is no corner. Exact.
 */
export function mergeFaces(points: Float64Array, facets: readonly Facet[]): readonly (readonly number[])[] {
  const sets = createUnionFind(facets.length);
  const consider = (facet: Facet, other: Facet): void => {
    if (other.index > facet.index && areCoplanar(points, facet, other)) unite(sets, facet.index, other.index);
  };
  for (const facet of facets) {
    consider(facet, facet.acrossAB);
    consider(facet, facet.acrossBC);
    consider(facet, facet.acrossCA);
  }
  const polygons = polygonsOf(facets, (facet) => findRoot(sets, facet.index));
  const counts = new Uint32Array(points.length / 3);
  for (const polygon of polygons) for (const corner of polygon) counts[corner]++;
  return polygons.map((polygon) =>
    polygon.every((corner) => counts[corner] > 2) ? polygon : polygon.filter((corner) => counts[corner] > 2),
  );
}

function areCoplanar(points: Float64Array, { a, b, c }: Facet, other: Facet): boolean {
  return [other.a, other.b, other.c].every((corner) => sideOfPlane(points, a, b, c, corner) === 0);
}

/** Returns the outline of the facets of each face, in the order of their first facets. */
function polygonsOf(facets: readonly Facet[], faceOf: (facet: Facet) => number): readonly (readonly number[])[] {
  const sizes = new Uint32Array(facets.length);
  for (const facet of facets) sizes[faceOf(facet)]++;
  /** Of each face: its only facet, or the corner after each corner of its outline. */
  const sides = new Map<number, Facet | Map<number, number>>();
  for (const facet of facets) {
    const face = faceOf(facet);
    if (sizes[face] === 1) {
      sides.set(face, facet);
      continue;
    }
    const known = sides.get(face);
    const own = known instanceof Map ? known : new Map<number, number>();
    sides.set(face, own);
    if (faceOf(facet.acrossAB) !== face) own.set(facet.a, facet.b);
    if (faceOf(facet.acrossBC) !== face) own.set(facet.b, facet.c);
    if (faceOf(facet.acrossCA) !== face) own.set(facet.c, facet.a);
  }
  return [...sides.values()].map((outline) => (outline instanceof Map ? polygonOf(outline) : triangleOf(outline)));
}

/** Both begin with the smallest index. */
function triangleOf({ a, b, c }: Facet): readonly number[] {
  if (a < b && a < c) return [a, b, c];
  return b < c ? [b, c, a] : [c, a, b];
}

function polygonOf(sides: ReadonlyMap<number, number>): readonly number[] {
  let start = Infinity;
  for (const corner of sides.keys()) start = Math.min(start, corner);
  const polygon = [start];
  for (let corner = sides.get(start)!; corner !== start; corner = sides.get(corner)!) polygon.push(corner);
  return polygon;
}

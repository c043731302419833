import { none } from '../../../mesh/topology.ts';
import type { TriangleSets } from '../../../mesh/triangle-sets.ts';
import { findRoot } from '../../../mesh/union-find.ts';
import type { SelfIntersections } from '../find-self-intersections.ts';

/** Solids whose surfaces intersect or touch. Such a solid lies at most partly inside the other. */
export interface IntersectingSolids {
  /** Returns the solids that a solid intersects or touches beyond shared corners and edges. */
  readonly of: (solid: number) => ReadonlySet<number>;
  /** Whether the set of a solid is complete. It may not be if the search reached a limit or the list of pairs is cut. */
  readonly isKnown: (solid: number) => boolean;
}

/** Finds the intersecting solids from the self-intersections of the mesh. */
export function intersectingSolids(
  components: TriangleSets,
  solids: TriangleSets,
  { isComplete, pairCount, pairs, joined }: SelfIntersections,
): IntersectingSolids {
  const othersOf = new Map<number, Set<number>>();
  const join = (a: number, b: number): void => {
    if (a === b || a === none || b === none) return;
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const others = othersOf.get(one);
      if (others === undefined) othersOf.set(one, new Set([other]));
      else others.add(other);
    }
  };
  for (let i = 0; i < pairs.length; i += 2) join(solids.setOf[pairs[i]], solids.setOf[pairs[i + 1]]);
  const nothing: ReadonlySet<number> = new Set();
  const of = (solid: number): ReadonlySet<number> => othersOf.get(solid) ?? nothing;
  if (!isComplete || pairs.length === 2 * pairCount) return { of, isKnown: () => isComplete };
  // A pair that is not listed joins components of one set.
  const jointSetOf = (solid: number): number => findRoot(joined, components.setOf[solids.triangles[solids.first[solid]]]);
  const solidsOf = new Map<number, number>();
  for (let solid = 0; solid < solids.count; solid++) solidsOf.set(jointSetOf(solid), (solidsOf.get(jointSetOf(solid)) ?? 0) + 1);
  return { of, isKnown: (solid) => solidsOf.get(jointSetOf(solid)) === 1 };
}

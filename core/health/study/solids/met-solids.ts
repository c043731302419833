import { none } from '../../../mesh/topology.ts';
import type { TriangleSets } from '../../../mesh/triangle-sets.ts';
import { findRoot } from '../../../mesh/union-find.ts';
import type { SelfIntersections } from '../self-intersections.ts';

/** Which solids have something of their surfaces in common: such a one lies in the other with a part of it at most. */
export interface MetSolids {
  /** Those that a solid intersects or touches, beyond corners and edges that they share. */
  readonly of: (solid: number) => ReadonlySet<number>;
  /** Whether that is all: a search that ended at its limit, or that lists fewer pairs than there are, leaves solids of which it is not known. */
  readonly isKnown: (solid: number) => boolean;
}

export function metSolids(
  components: TriangleSets,
  solids: TriangleSets,
  { isComplete, pairCount, pairs, joined }: SelfIntersections,
): MetSolids {
  const met = new Map<number, Set<number>>();
  const join = (a: number, b: number): void => {
    if (a === b || a === none || b === none) return;
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const others = met.get(one);
      if (others === undefined) met.set(one, new Set([other]));
      else others.add(other);
    }
  };
  for (let i = 0; i < pairs.length; i += 2) join(solids.setOf[pairs[i]], solids.setOf[pairs[i + 1]]);
  const nothing: ReadonlySet<number> = new Set();
  const of = (solid: number): ReadonlySet<number> => met.get(solid) ?? nothing;
  if (!isComplete || pairs.length === 2 * pairCount) return { of, isKnown: () => isComplete };
  // What is not listed is within one body at least.
  const bodyOf = (solid: number): number => findRoot(joined, components.setOf[solids.triangles[solids.first[solid]]]);
  const solidsOf = new Map<number, number>();
  for (let solid = 0; solid < solids.count; solid++) solidsOf.set(bodyOf(solid), (solidsOf.get(bodyOf(solid)) ?? 0) + 1);
  return { of, isKnown: (solid) => solidsOf.get(bodyOf(solid)) === 1 };
}

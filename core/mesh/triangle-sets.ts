import { none } from './topology.ts';

/** The triangles of a mesh in disjoint sets. */
export interface TriangleSets {
  readonly count: number;
  /** (T) set of each triangle; `none` without a set. */
  readonly setOf: Uint32Array;
  /** (count + 1) start of the triangles of each set. */
  readonly first: Uint32Array;
  /** By set; ascending within one. */
  readonly triangles: Uint32Array;
}

/** Groups triangles by `setOf` (T), which is not copied. Linear time. */
export function triangleSets(count: number, setOf: Uint32Array): TriangleSets {
  const first = new Uint32Array(count + 1);
  for (let triangle = 0; triangle < setOf.length; triangle++) if (setOf[triangle] !== none) first[setOf[triangle] + 1]++;
  for (let set = 0; set < count; set++) first[set + 1] += first[set];
  const next = first.slice();
  const triangles = new Uint32Array(first[count]);
  for (let triangle = 0; triangle < setOf.length; triangle++) if (setOf[triangle] !== none) triangles[next[setOf[triangle]]++] = triangle;
  return { count, setOf, first, triangles };
}

/** Returns the triangles of the chosen sets, and the start of each set. */
export function chosenSets(
  { first, triangles }: TriangleSets,
  chosen: readonly number[],
): { readonly triangles: Uint32Array; readonly groups: Uint32Array } {
  const groups = new Uint32Array(chosen.length + 1);
  chosen.forEach((set, i) => (groups[i + 1] = groups[i] + first[set + 1] - first[set]));
  const all = new Uint32Array(groups[chosen.length]);
  chosen.forEach((set, i) => all.set(triangles.subarray(first[set], first[set + 1]), groups[i]));
  return { triangles: all, groups };
}

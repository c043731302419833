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

/** Groups triangles by `setOf` (T), which is not copied. Linear time. Triangles of a set mostly follow each other, so both loops go by runs. */
export function triangleSets(count: number, setOf: Uint32Array): TriangleSets {
  const first = new Uint32Array(count + 1);
  for (let start = 0, end = 0; start < setOf.length; start = end) {
    end = endOfRun(setOf, start);
    if (setOf[start] !== none) first[setOf[start] + 1] += end - start;
  }
  for (let set = 0; set < count; set++) first[set + 1] += first[set];
  const next = first.slice();
  const triangles = new Uint32Array(first[count]);
  for (let start = 0, end = 0; start < setOf.length; start = end) {
    const set = setOf[start];
    end = endOfRun(setOf, start);
    if (set === none) continue;
    for (let triangle = start, at = next[set]; triangle < end; triangle++) triangles[at++] = triangle;
    next[set] += end - start;
  }
  return { count, setOf, first, triangles };
}

/** Returns the end of the run of equal values that begins at `start`. */
export function endOfRun(values: Uint32Array, start: number): number {
  const value = values[start];
  let end = start + 1;
  while (end < values.length && values[end] === value) end++;
  return end;
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

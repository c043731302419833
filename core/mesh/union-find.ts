/** Disjoint sets of the numbers 0 to n − 1: (n) the parent of each number. */
export type UnionFind = Uint32Array;

export function createUnionFind(count: number): UnionFind {
  const sets = new Uint32Array(count);
  // A loop is faster than `map`.
  for (let i = 0; i < count; i++) sets[i] = i;
  return sets;
}

/** Returns the root, the lowest member of the set. Compresses the path. Hot. */
export function findRoot(sets: UnionFind, member: number): number {
  let root = member;
  while (sets[root] !== root) {
    sets[root] = sets[sets[root]];
    root = sets[root];
  }
  return root;
}

/** Merges two sets. Returns true if they were different. Hot. */
export function unite(sets: UnionFind, a: number, b: number): boolean {
  const rootA = findRoot(sets, a);
  const rootB = findRoot(sets, b);
  if (rootA === rootB) return false;
  // The lower root stays, so that roots do not depend on the order of merging.
  if (rootA < rootB) sets[rootB] = rootA;
  else sets[rootA] = rootB;
  return true;
}

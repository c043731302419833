/** Sets of the numbers 0 to n − 1 that are merged: (n) each with another of its set nearer to the root. */
export type UnionFind = Uint32Array;

export function createUnionFind(count: number): UnionFind {
  const sets = new Uint32Array(count);
  // `map` calls a function for each.
  for (let i = 0; i < count; i++) sets[i] = i;
  return sets;
}

/** The root, which stands for the set: its least member. Shortens the way there. Hot. */
export function findRoot(sets: UnionFind, member: number): number {
  let root = member;
  while (sets[root] !== root) {
    sets[root] = sets[sets[root]];
    root = sets[root];
  }
  return root;
}

/** Merges two sets; true when they were different ones. Hot. */
export function unite(sets: UnionFind, a: number, b: number): boolean {
  const rootA = findRoot(sets, a);
  const rootB = findRoot(sets, b);
  if (rootA === rootB) return false;
  // The lower root stays, so that numbers do not depend on the order of merging.
  if (rootA < rootB) sets[rootB] = rootA;
  else sets[rootA] = rootB;
  return true;
}

/** Returns the depth from which builders halve lists by index, so that the depth is bounded for every input. */
export function halvedFrom(triangles: number): number {
  return 2 * levels(triangles) + 32;
}

/** Returns the maximum depth of a node in any tree that a builder writes. */
export function maxTreeDepth(triangles: number): number {
  return halvedFrom(triangles) + levels(triangles);
}

function levels(triangles: number): number {
  return Math.ceil(Math.log2(Math.max(2, triangles)));
}

import { createUnionFind, findRoot, unite } from '../mesh/union-find.ts';

const { fround } = Math;

/**
 * Returns (V) the vertex that stands for each vertex after those closer than a distance are merged, also through others: the one that a corner
 * of a triangle uses first. Distances are computed in 32-bit floats. Vertices without a triangle stand for themselves. Where a chain of vertices is
 * longer than the distance, Jolt may leave links of it apart, by the order of its comparisons.
 * @param positions (3·V) finite where a triangle uses them. @param indices (3·T) @param distance more than 0.
 */
export function mergeNear(positions: Float64Array, indices: Uint32Array, distance: number): Uint32Array {
  const order: number[] = [];
  const numberOf = new Map<number, number>();
  for (const vertex of indices) {
    if (numberOf.has(vertex)) continue;
    numberOf.set(vertex, order.length);
    order.push(vertex);
  }
  const sets = createUnionFind(order.length);
  const cells = new Map<string, number[]>();
  const cellOf = (vertex: number, k: number): number => Math.floor(positions[3 * vertex + k] / distance);
  order.forEach((vertex, number) => {
    const [x, y, z] = [cellOf(vertex, 0), cellOf(vertex, 1), cellOf(vertex, 2)];
    for (let i = 0; i < 27; i++) {
      const near = cells.get(`${x + (i % 3) - 1},${y + (Math.floor(i / 3) % 3) - 1},${z + Math.floor(i / 9) - 1}`) ?? [];
      for (const other of near) if (isNear(positions, vertex, order[other]!, distance)) unite(sets, number, other);
    }
    const key = `${x},${y},${z}`;
    const own = cells.get(key);
    if (own === undefined) cells.set(key, [number]);
    else own.push(number);
  });
  return Uint32Array.from({ length: positions.length / 3 }, (_, vertex) => {
    const number = numberOf.get(vertex);
    return number === undefined ? vertex : order[findRoot(sets, number)]!;
  });
}

function isNear(positions: Float64Array, a: number, b: number, distance: number): boolean {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    const d = fround(positions[3 * a + k] - positions[3 * b + k]);
    sum = fround(sum + fround(d * d));
  }
  const limit = fround(distance);
  return sum <= fround(limit * limit);
}

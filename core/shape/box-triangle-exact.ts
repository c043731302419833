import { bigMinus, bigPlus, bigPoint, bigTimes, type BigVec3 } from '../math/big-vec3.ts';
import { scaledIntegers } from '../math/exact.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { BoxSolid } from './box-solid.ts';
import { polytopesOverlapExact } from './polytopes-overlap-exact.ts';

/** Whether a closed box and a closed triangle overlap, in exact arithmetic. All numbers are finite; both may be flat, a segment or a point. */
export function boxTriangleExact(solid: BoxSolid, a: Vec3, b: Vec3, c: Vec3): boolean {
  const { corners, edges, triangle } = bigBoxTriangle(solid, [a, b, c]);
  const around = [bigMinus(triangle[1]!, triangle[0]!), bigMinus(triangle[2]!, triangle[1]!), bigMinus(triangle[0]!, triangle[2]!)];
  return polytopesOverlapExact({ corners, edges }, { corners: triangle, edges: around });
}

/** A box and a triangle as integers, in units of 2^exponent. */
export interface BigBoxTriangle {
  /** (8) */
  readonly corners: readonly BigVec3[];
  /** (3) directions of the edges of the box. */
  readonly edges: readonly BigVec3[];
  readonly triangle: readonly BigVec3[];
  readonly exponent: number;
}

/** Returns the eight corners, the edges and the triangle as integers with a common power of two. */
export function bigBoxTriangle(solid: BoxSolid, triangle: readonly Vec3[]): BigBoxTriangle {
  if (solid.kind === 'aligned') {
    const { integers, exponent } = scaledIntegers([...solid.min, ...solid.max, ...triangle.flat()]);
    const min = bigPoint(integers, 0);
    const max = bigPoint(integers, 3);
    const corners = signs.map(([x, y, z]): BigVec3 => [x < 0n ? min[0] : max[0], y < 0n ? min[1] : max[1], z < 0n ? min[2] : max[2]]);
    const size = bigMinus(max, min);
    return {
      corners,
      edges: [
        [size[0], 0n, 0n],
        [0n, size[1], 0n],
        [0n, 0n, size[2]],
      ],
      triangle: [6, 9, 12].map((at) => bigPoint(integers, at)),
      exponent,
    };
  }
  const { integers, exponent } = scaledIntegers([...solid.center, ...solid.halfEdges.flat(), ...triangle.flat()]);
  const center = bigPoint(integers, 0);
  const edges = [3, 6, 9].map((at) => bigPoint(integers, at));
  const corners = signs.map(([x, y, z]) =>
    bigPlus(center, bigPlus(bigTimes(edges[0]!, x), bigPlus(bigTimes(edges[1]!, y), bigTimes(edges[2]!, z)))),
  );
  return { corners, edges, triangle: [12, 15, 18].map((at) => bigPoint(integers, at)), exponent };
}

const signs: readonly BigVec3[] = Array.from({ length: 8 }, (_, i) => [i & 1 ? 1n : -1n, i & 2 ? 1n : -1n, i & 4 ? 1n : -1n]);

import { bigCross, bigDot, bigMinus, bigPlus, bigPoint, bigTimes, isBigZero, type BigVec3 } from '../math/big-vec3.ts';
import { scaledIntegers } from '../math/exact.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { BoxSolid } from './box-solid.ts';

/**
 * Whether a closed box and a closed triangle overlap, in exact arithmetic. All numbers are finite; both may be flat, a segment or a
 * point.
 *
 * Two convex polytopes are apart exactly if a face normal of the set of their differences separates them. The candidate normals depend
 * on the dimension that the edges span. In space: cross products of two edges. In a plane: its normal and the edge normals in it. On
 * a line: the line and directions across it. For two points: the axes.
 */
export function boxTriangleExact(solid: BoxSolid, a: Vec3, b: Vec3, c: Vec3): boolean {
  const { corners, edges, triangle } = integersOf(solid, [a, b, c]);
  const all = [...edges, bigMinus(triangle[1]!, triangle[0]!), bigMinus(triangle[2]!, triangle[1]!), bigMinus(triangle[0]!, triangle[2]!)];
  return !directionsOf(all.filter((edge) => !isBigZero(edge))).some((direction) => separates(direction, corners, triangle));
}

function separates(direction: BigVec3, corners: readonly BigVec3[], triangle: readonly BigVec3[]): boolean {
  const [min, max] = interval(direction, corners);
  const [from, to] = interval(direction, triangle);
  return max < from || to < min;
}

function interval(direction: BigVec3, points: readonly BigVec3[]): readonly [bigint, bigint] {
  const values = points.map((point) => bigDot(direction, point));
  return [values.reduce((p, q) => (p < q ? p : q)), values.reduce((p, q) => (p > q ? p : q))];
}

const axes: readonly BigVec3[] = [
  [1n, 0n, 0n],
  [0n, 1n, 0n],
  [0n, 0n, 1n],
];

function directionsOf(edges: readonly BigVec3[]): readonly BigVec3[] {
  const [edge] = edges;
  if (edge === undefined) return axes;
  const normals = edges.flatMap((u, i) => edges.slice(i + 1).map((v) => bigCross(u, v))).filter((normal) => !isBigZero(normal));
  const [normal] = normals;
  if (normal === undefined) return [edge, ...axes.map((axis) => bigCross(edge, axis)).filter((direction) => !isBigZero(direction))];
  const isPlane = edges.every((other) => bigDot(normal, other) === 0n);
  return isPlane ? [normal, ...edges.map((other) => bigCross(normal, other))] : normals;
}

/** Returns the eight corners, the edges and the triangle as integers with a common power of two. */
function integersOf(
  solid: BoxSolid,
  triangle: readonly Vec3[],
): { readonly corners: readonly BigVec3[]; readonly edges: readonly BigVec3[]; readonly triangle: readonly BigVec3[] } {
  if (solid.kind === 'aligned') {
    const { integers } = scaledIntegers([...solid.min, ...solid.max, ...triangle.flat()]);
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
    };
  }
  const { integers } = scaledIntegers([...solid.center, ...solid.halfEdges.flat(), ...triangle.flat()]);
  const center = bigPoint(integers, 0);
  const edges = [3, 6, 9].map((at) => bigPoint(integers, at));
  const corners = signs.map(([x, y, z]) =>
    bigPlus(center, bigPlus(bigTimes(edges[0]!, x), bigPlus(bigTimes(edges[1]!, y), bigTimes(edges[2]!, z)))),
  );
  return { corners, edges, triangle: [12, 15, 18].map((at) => bigPoint(integers, at)) };
}

const signs: readonly BigVec3[] = Array.from({ length: 8 }, (_, i) => [i & 1 ? 1n : -1n, i & 2 ? 1n : -1n, i & 4 ? 1n : -1n]);

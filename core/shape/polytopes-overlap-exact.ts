import { bigCross, bigDot, isBigZero, type BigVec3 } from '../math/big-vec3.ts';

/** The hull of its corners, as integers; every edge direction of the hull is among `edges`, which may be 0 and may have more. */
export interface BigPolytope {
  readonly corners: readonly BigVec3[];
  readonly edges: readonly BigVec3[];
}

/**
 * Whether two closed convex polytopes of any dimension overlap, in exact arithmetic.
 *
 * Two convex polytopes are apart exactly if a face normal of the set of their differences separates them. The candidate normals depend
 * on the dimension that the edges span. In space: cross products of two edges. In a plane: its normal and the edge normals in it. On
 * a line: the line and directions across it. For two points: the axes.
 */
export function polytopesOverlapExact(p: BigPolytope, q: BigPolytope): boolean {
  const edges = [...p.edges, ...q.edges].filter((edge) => !isBigZero(edge));
  return !directionsOf(edges).some((direction) => separates(direction, p.corners, q.corners));
}

function separates(direction: BigVec3, p: readonly BigVec3[], q: readonly BigVec3[]): boolean {
  const [min, max] = interval(direction, p);
  const [from, to] = interval(direction, q);
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

import { bigCross, bigDot, bigMinus, bigPoint, isBigZero, type BigVec3 } from '../../math/big-vec3.ts';
import { scaledIntegers } from '../../math/exact.ts';
import { checkTransform, transformPoints, type Transform } from '../../math/transform.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';

/**
 * Test oracle of `pairs`: tests every triangle of `a` against every triangle of `b`, without a tree, with another formula. Returns
 * (2·n) pairs a, b in ascending order.
 * @throws InspectorError `invalid-argument` as `checkTransform` does.
 */
export function pairsBruteForce(a: TriangleMesh, b: TriangleMesh, aFromB: Transform): Uint32Array {
  const placed = new Float64Array(b.positions.length);
  transformPoints(checkTransform(aFromB), b.positions, placed);
  const ofA = finiteTriangles(a);
  const ofB = finiteTriangles({ ...b, positions: placed });
  const found: number[] = [];
  for (const s of ofA) {
    for (const t of ofB) if (!areBoxesApart(s.corners, t.corners) && !areTrianglesApart(s.corners, t.corners)) found.push(s.index, t.index);
  }
  return Uint32Array.from(found);
}

export interface IndexedTriangle {
  readonly index: number;
  /** (9) */
  readonly corners: Float64Array;
}

/** Returns the triangles with finite vertices. */
export function finiteTriangles(mesh: TriangleMesh): readonly IndexedTriangle[] {
  const found: IndexedTriangle[] = [];
  for (let index = 0; index < triangleCount(mesh); index++) {
    if (!isFiniteTriangle(mesh, index)) continue;
    const corners = [...mesh.indices.subarray(3 * index, 3 * index + 3)].flatMap((v) => [...mesh.positions.subarray(3 * v, 3 * v + 3)]);
    found.push({ index, corners: Float64Array.from(corners) });
  }
  return found;
}

function areBoxesApart(p: Float64Array, q: Float64Array): boolean {
  for (let k = 0; k < 3; k++) {
    const p0 = p[k];
    const p1 = p[k + 3];
    const p2 = p[k + 6];
    const q0 = q[k];
    const q1 = q[k + 3];
    const q2 = q[k + 6];
    if (Math.max(p0, p1, p2) < Math.min(q0, q1, q2) || Math.max(q0, q1, q2) < Math.min(p0, p1, p2)) return true;
  }
  return false;
}

/**
 * Whether two closed triangles, which may be degenerate, share no point: whether some direction separates them. In big integers.
 * `p` (9), `q` (9), finite.
 *
 * They are apart exactly if the polytope of the differences of their points does not contain 0, so if a normal of one of its faces
 * separates them. The candidate normals depend on the dimension that the six edges span. In space: cross products of two edges.
 * In a plane: its normal and the edge normals in it. On a line: the line and two directions across it. For two points: the axes.
 */
export function areTrianglesApart(p: Float64Array, q: Float64Array): boolean {
  const { integers } = scaledIntegers([...p, ...q]);
  const points = [0, 3, 6, 9, 12, 15].map((at) => bigPoint(integers, at));
  const [p0, p1, p2, q0, q1, q2] = points as [BigVec3, BigVec3, BigVec3, BigVec3, BigVec3, BigVec3];
  const edges = [bigMinus(p1, p0), bigMinus(p2, p1), bigMinus(p0, p2), bigMinus(q1, q0), bigMinus(q2, q1), bigMinus(q0, q2)];
  return separatingDirections(edges.filter((edge) => !isBigZero(edge))).some((direction) => {
    const [s0, s1, s2, t0, t1, t2] = points.map((point) => bigDot(direction, point)) as [bigint, bigint, bigint, bigint, bigint, bigint];
    return (
      (s0 < t0 && s0 < t1 && s0 < t2 && s1 < t0 && s1 < t1 && s1 < t2 && s2 < t0 && s2 < t1 && s2 < t2) ||
      (s0 > t0 && s0 > t1 && s0 > t2 && s1 > t0 && s1 > t1 && s1 > t2 && s2 > t0 && s2 > t1 && s2 > t2)
    );
  });
}

const axes: readonly BigVec3[] = [
  [1n, 0n, 0n],
  [0n, 1n, 0n],
  [0n, 0n, 1n],
];

function separatingDirections(edges: readonly BigVec3[]): readonly BigVec3[] {
  const [edge] = edges;
  if (edge === undefined) return axes;
  const normals = edges.flatMap((u, i) => edges.slice(i + 1).map((v) => bigCross(u, v))).filter((normal) => !isBigZero(normal));
  const [normal] = normals;
  if (normal === undefined) return [edge, ...axes.map((axis) => bigCross(edge, axis))];
  const isPlane = edges.every((other) => bigDot(normal, other) === 0n);
  return isPlane ? [normal, ...edges.map((other) => bigCross(normal, other))] : normals;
}

import { bigDot, bigMinus, bigPlus, bigPoint, bigTimes, bigUnit, type BigVec3 } from '../../math/big-vec3.ts';
import { roundedRatio, scaledIntegers } from '../../math/exact.ts';
import { roundedRoot } from '../../math/rounded-root.ts';
import { cross, dot, length, minus, normalized, type Vec3 } from '../../math/vec3.ts';
import { readCorners } from '../../mesh/read-corners.ts';
import { partOfTriangle, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { segmentTriangleExact, type ExactPair } from '../../shape/segment-triangle-exact.ts';
import { shortestExit } from '../../shape/shortest-exit.ts';
import { faceCode, featureOf, firstEdgeCode, firstVertexCode } from '../../shape/triangle-feature.ts';
import { trianglesIntersect } from '../../shape/triangle-triangle.ts';
import { writeAxis } from './exact.ts';
import type { Capsule, CapsuleTouch } from './query.ts';
import { capsuleScratch } from './workspace.ts';

/**
 * Returns the contact of a capsule and a triangle that overlap. The feature is the lowest one that has all points of the triangle closest to
 * the axis. It is decided in exact arithmetic. Distance and point are the f64 nearest to the true values.
 *
 * Where the axis crosses the triangle, the depth is the radius plus the shortest move that takes the axis out of it (`shortestExit`). The
 * feature is the one that faces the move.
 */
export function capsuleTouch(mesh: TriangleMesh, triangle: number, capsule: Capsule): CapsuleTouch {
  const { axis, corners } = capsuleScratch();
  writeAxis(capsule, axis);
  readCorners(mesh, triangle, corners);
  const part = partOfTriangle(mesh, triangle);
  const vertices = triangleVertices(mesh, triangle);
  if (trianglesIntersect(axis, corners)) return { triangle, ...crossingTouch(capsule, vertices), part };
  const { pairs, exponent } = segmentTriangleExact(capsule.from, capsule.to, ...vertices);
  const [first] = pairs as [ExactPair];
  const last = pairs.at(-1)!;
  const offset = bigMinus(first.onSegment, first.onTriangle);
  const distance = roundedRoot(bigDot(offset, offset), first.denominator ** 2n, exponent);
  // The middle of both ends, over the product of their denominators.
  const sum = bigPlus(bigTimes(first.onTriangle, last.denominator), bigTimes(last.onTriangle, first.denominator));
  const point = rounded(sum, 2n * first.denominator * last.denominator, exponent);
  const feature = featureOf(pairs.length === 1 ? first.code : commonFeature(first.code, last.code));
  return { triangle, ...feature, point, distance, depth: Math.max(0, capsule.radius - distance), direction: bigUnit(offset)!, part };
}

function rounded(point: BigVec3, denominator: bigint, exponent: number): Vec3 {
  return [
    roundedRatio(point[0], denominator, exponent),
    roundedRatio(point[1], denominator, exponent),
    roundedRatio(point[2], denominator, exponent),
  ];
}

/** Returns the lowest feature that has the points between two features: an edge that has both, else the face. */
function commonFeature(p: number, q: number): number {
  for (let edge = 0; edge < 3; edge++) if (isOnEdgeOf(p, edge) && isOnEdgeOf(q, edge)) return firstEdgeCode + edge;
  return faceCode;
}

function isOnEdgeOf(code: number, edge: number): boolean {
  return code === firstEdgeCode + edge || code === firstVertexCode + edge || code === firstVertexCode + ((edge + 1) % 3);
}

/** Returns the contact where the axis crosses the triangle. Feature and move are those of exact arithmetic; the point is rounded. */
function crossingTouch({ from, to, radius }: Capsule, vertices: readonly [Vec3, Vec3, Vec3]): Omit<CapsuleTouch, 'triangle' | 'part'> {
  const [a, b, c] = vertices;
  const axis = minus(to, from);
  const { integers, exponent } = scaledIntegers([...from, ...to, ...vertices.flat()]);
  const [p, q] = [bigPoint(integers, 0), bigPoint(integers, 3)];
  const body = { corners: [p, q], edges: [bigMinus(q, p)], normals: [] };
  const triangle = [6, 9, 12].map((at) => bigPoint(integers, at));
  // Without a candidate both are on one line.
  const across = acrossOf(length(axis) > 0 ? axis : minus(b, a));
  const exit = shortestExit(body, triangle, exponent) ?? { code: faceCode, length: 0, direction: across };
  const point = crossingPoint(from, axis, a, cross(minus(b, a), minus(c, a)));
  return { ...featureOf(exit.code), point, distance: 0, depth: radius + exit.length, direction: exit.direction };
}

/** Returns a unit vector across a vector, +z for the zero vector. */
function acrossOf(v: Vec3): Vec3 {
  const other: Vec3 = Math.abs(v[0]) <= Math.abs(v[1]) && Math.abs(v[0]) <= Math.abs(v[2]) ? [1, 0, 0] : [0, 0, 1];
  return normalized(cross(v, other)) ?? normalized(cross(v, [0, 1, 0])) ?? [0, 0, 1];
}

/** Returns where the axis crosses the plane of a triangle; its middle where it lies in the plane. */
function crossingPoint(from: Vec3, axis: Vec3, a: Vec3, normal: Vec3): Vec3 {
  const slope = dot(normal, axis);
  const t = slope === 0 ? 0.5 : Math.min(1, Math.max(0, dot(normal, minus(a, from)) / slope));
  return [from[0] + t * axis[0], from[1] + t * axis[1], from[2] + t * axis[2]];
}

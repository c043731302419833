import { bigCross, type BigVec3, bigDot, bigPlus, bigPoint, bigTimes } from '../math/big-vec3.ts';
import { roundedRatio } from '../math/exact.ts';
import type { ExactSpace } from './exact-space.ts';
import { bigPlane, type BspPlane, unitRoundoff, vertexAt } from './plane.ts';

/** A point that is known exactly: a vertex of the mesh, the common point of three planes, or a mean of such points. */
export interface BspPoint {
  /** Its coordinates, each rounded once. */
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** Error bound of each coordinate. */
  readonly error: number;
  /** The vertex of the mesh; -1 for other points. */
  readonly vertex: number;
  /** Planes that certainly contain it. */
  readonly planes: readonly BspPlane[];
  exact: BigPlanePoint | null;
  /** The plane of the last sign, and that sign. */
  lastPlane: BspPlane | null;
  lastSide: number;
}

/** `point / weight · 2^exponent`; the weight is positive. */
export interface BigPlanePoint {
  readonly point: BigVec3;
  readonly weight: bigint;
}

/** Returns a vertex of the mesh as a point. */
export function vertexPoint(space: ExactSpace, vertex: number): BspPoint {
  const [x, y, z] = vertexAt(space, vertex);
  return { x, y, z, error: 0, vertex, planes: [], exact: null, lastPlane: null, lastSide: 0 };
}

/** Returns the common point of three planes, which must have exactly one. */
export function pointOfPlanes(space: ExactSpace, p: BspPlane, q: BspPlane, r: BspPlane): BspPoint {
  const [a, b, c] = [bigPlane(space, p), bigPlane(space, q), bigPlane(space, r)];
  const bc = bigCross(b.normal, c.normal);
  const weight = bigDot(a.normal, bc);
  const sum = bigPlus(
    bigPlus(bigTimes(bc, -a.offset), bigTimes(bigCross(c.normal, a.normal), -b.offset)),
    bigTimes(bigCross(a.normal, b.normal), -c.offset),
  );
  return weight < 0n
    ? roundedPoint(space, { point: bigTimes(sum, -1n), weight: -weight }, [p, q, r])
    : roundedPoint(space, { point: sum, weight }, [p, q, r]);
}

/** Returns the mean of points, exactly. */
export function meanPoint(space: ExactSpace, points: readonly BspPoint[]): BspPoint {
  const exact = points.map((point) => bigPointOf(space, point));
  const product = exact.reduce((weight, other) => weight * other.weight, 1n);
  let sum: BigVec3 = [0n, 0n, 0n];
  for (const { point, weight } of exact) sum = bigPlus(sum, bigTimes(point, product / weight));
  return roundedPoint(space, { point: sum, weight: product * BigInt(points.length) }, []);
}

/** Returns the exact coordinates. */
export function bigPointOf(space: ExactSpace, point: BspPoint): BigPlanePoint {
  point.exact ??= { point: bigPoint(space.integers, 3 * point.vertex), weight: 1n };
  return point.exact;
}

function roundedPoint(space: ExactSpace, exact: BigPlanePoint, planes: readonly BspPlane[]): BspPoint {
  const [x, y, z] = exact.point.map((value) => roundedRatio(value, exact.weight, space.exponent)) as [number, number, number];
  const error = Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) * unitRoundoff + Number.MIN_VALUE;
  return { x, y, z, error, vertex: -1, planes, exact, lastPlane: null, lastSide: 0 };
}

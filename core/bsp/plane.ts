import { bigCross, bigDot, bigMinus, bigPoint, type BigVec3 } from '../math/big-vec3.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { ExactSpace } from './exact-space.ts';

/**
 * What a plane is made of, in input coordinates: three vertices, an axis and a coordinate, or the line of two vertices and a direction of
 * whole numbers.
 */
export type PlaneSource =
  | { readonly kind: 'triangle'; readonly triangle: number; readonly a: number; readonly b: number; readonly c: number }
  /** `at` is the index of the coordinate in `ExactSpace.integers`. */
  | { readonly kind: 'axis'; readonly axis: 0 | 1 | 2; readonly at: number; readonly value: number }
  | { readonly kind: 'line'; readonly from: number; readonly to: number; readonly direction: Vec3 };

/** An oriented plane: its front is the side of the normal. The f64 normal is not normalised. */
export interface BspPlane {
  readonly source: PlaneSource;
  readonly normal: Vec3;
  /** Error bound of each component of the normal. */
  readonly normalError: number;
  /** A point exactly in the plane. */
  readonly base: Vec3;
  /** Computed when the first sign needs it. */
  exact: BigPlane | null;
}

/** Normal and offset: `normal · x + offset · w = 0`. */
export interface BigPlane {
  readonly normal: BigVec3;
  readonly offset: bigint;
}

/** Half the spacing of f64 next to 1. */
export const unitRoundoff = 2 ** -53;

/** Returns the plane of a triangle with area, with its front where the vertices a, b, c are counter-clockwise. */
export function trianglePlane(space: ExactSpace, triangle: number, a: number, b: number, c: number): BspPlane {
  const p = vertexAt(space, a);
  const q = vertexAt(space, b);
  const r = vertexAt(space, c);
  return { source: { kind: 'triangle', triangle, a, b, c }, base: p, exact: null, ...crossWithError(p, q, r) };
}

/** Returns the plane of all points with a coordinate, the front being above it. `at` is its index in `ExactSpace.integers`. */
export function axisPlane(axis: 0 | 1 | 2, at: number, value: number): BspPlane {
  const vector = (size: number): Vec3 => [axis === 0 ? size : 0, axis === 1 ? size : 0, axis === 2 ? size : 0];
  return { source: { kind: 'axis', axis, at, value }, normal: vector(1), normalError: 0, base: vector(value), exact: null };
}

/** Returns the six planes of the space's box; each has the box behind it or in front, as `isBehind` says. */
export function boxPlanes({ box, positions }: ExactSpace): readonly { readonly plane: BspPlane; readonly isBehind: boolean }[] {
  const at = positions.length;
  return ([0, 1, 2] as const).flatMap((axis) => [
    { plane: axisPlane(axis, at + axis, box.min[axis]), isBehind: false },
    { plane: axisPlane(axis, at + 3 + axis, box.max[axis]), isBehind: true },
  ]);
}

/** Returns the plane through two vertices and a direction of whole numbers below 2^11; its normal is `(to − from) × direction`. */
export function linePlane(space: ExactSpace, from: number, to: number, direction: Vec3): BspPlane {
  const p = vertexAt(space, from);
  const q = vertexAt(space, to);
  const [ux, uy, uz] = [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
  const [dx, dy, dz] = direction;
  const normal: Vec3 = [uy * dz - uz * dy, uz * dx - ux * dz, ux * dy - uy * dx];
  const size = Math.max(Math.abs(ux), Math.abs(uy), Math.abs(uz)) * Math.max(Math.abs(dx), Math.abs(dy), Math.abs(dz));
  return { source: { kind: 'line', from, to, direction }, normal, normalError: 8 * unitRoundoff * size, base: p, exact: null };
}

/** Returns the exact plane, made once. */
export function bigPlane(space: ExactSpace, plane: BspPlane): BigPlane {
  plane.exact ??= exactPlane(space, plane.source);
  return plane.exact;
}

function exactPlane(space: ExactSpace, source: PlaneSource): BigPlane {
  const { integers } = space;
  switch (source.kind) {
    case 'triangle': {
      const a = bigPoint(integers, 3 * source.a);
      const normal = bigCross(bigMinus(bigPoint(integers, 3 * source.b), a), bigMinus(bigPoint(integers, 3 * source.c), a));
      return { normal, offset: -bigDot(normal, a) };
    }
    case 'axis': {
      const one = (axis: number): bigint => (axis === source.axis ? 1n : 0n);
      return { normal: [one(0), one(1), one(2)], offset: -integers[source.at] };
    }
    case 'line': {
      const a = bigPoint(integers, 3 * source.from);
      const [dx, dy, dz] = source.direction;
      const normal = bigCross(bigMinus(bigPoint(integers, 3 * source.to), a), [BigInt(dx), BigInt(dy), BigInt(dz)]);
      return { normal, offset: -bigDot(normal, a) };
    }
  }
}

/** Returns a vertex of the mesh. */
export function vertexAt({ positions }: ExactSpace, vertex: number): Vec3 {
  return [positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]];
}

function crossWithError(p: Vec3, q: Vec3, r: Vec3): { readonly normal: Vec3; readonly normalError: number } {
  const [ux, uy, uz] = [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
  const [vx, vy, vz] = [r[0] - p[0], r[1] - p[1], r[2] - p[2]];
  const sizeU = Math.max(Math.abs(ux), Math.abs(uy), Math.abs(uz));
  const sizeV = Math.max(Math.abs(vx), Math.abs(vy), Math.abs(vz));
  // Four roundings in each of two products, and one of their difference.
  return {
    normal: [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx],
    normalError: 16 * unitRoundoff * sizeU * sizeV,
  };
}

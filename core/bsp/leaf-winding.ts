import type { Vec3 } from '../math/vec3.ts';
import type { ExactSpace } from './exact-space.ts';
import type { Fragment } from './fragments.ts';
import { bigPlane, type BspPlane, linePlane, unitRoundoff } from './plane.ts';
import { bigDot } from '../math/big-vec3.ts';
import { underflow } from '../math/orientation.ts';
import type { BspPoint } from './point.ts';
import { createShadowGrid, type ShadowGrid } from './shadow-grid.ts';
import { planeSide } from './plane-side.ts';

/** Winding numbers of leaves, and the work that they took. */
export interface LeafWinding {
  /** Returns the winding number next to a point of a polygon: just in front of the polygon's plane, or just behind it. */
  readonly at: (point: BspPoint, plane: BspPlane, isFront: boolean) => number;
  /** Triangles tested against rays so far. */
  tests: number;
}

/** Further directions, for the rare point whose first rays all hit edges. */
const moreDirections = Array.from(
  { length: 24 },
  (_, i): Vec3 => [((577 * (i + 1)) % 1499) - 749, ((991 * (i + 1)) % 1487) - 743, 1009 - 6 * i],
);

/** Directions of rays, in whole numbers below 2^11, none along an axis or a diagonal. */
const directions: readonly Vec3[] = [
  [317, 201, 1021],
  [-223, 389, 1013],
  [431, -157, 991],
  [-97, -463, 1009],
  [59, 83, 1019],
  [607, 541, 977],
  [-701, 113, 953],
  [173, -811, 887],
  ...moreDirections,
];

/** What the rays of one direction share. */
interface Shadows {
  readonly direction: Vec3;
  readonly grid: ShadowGrid;
  /** Of each triangle: the sign of its normal's product with the direction, or `unknown`. */
  readonly signs: Int8Array;
}

const unknown = 2;

/**
 * Prepares exact winding numbers of leaves. A ray leaves the point on the wanted side of the plane; each triangle ahead adds the sign with which the
 * ray crosses it. A ray that crosses an edge exactly is replaced by one in another direction.
 */
export function createLeafWinding(space: ExactSpace, triangles: readonly Fragment[]): LeafWinding {
  const shadows: (Shadows | undefined)[] = [];
  const at: LeafWinding['at'] = (point, plane, isFront) => {
    for (const [i, direction] of directions.entries()) {
      const along = directionSign(space, plane, direction);
      if (along === 0) continue;
      const shadow = (shadows[i] ??= {
        direction,
        grid: createShadowGrid(triangles, direction),
        signs: new Int8Array(triangles.length).fill(unknown),
      });
      // The ray runs towards the wanted side, so triangles in the plane are not ahead.
      const near = shadow.grid.near(point);
      made.tests += near.length;
      const winding = crossings(space, triangles, near, point, shadow, along > 0 === isFront ? 1 : -1);
      if (winding !== null) return winding;
    }
    throw new Error('No ray of a leaf avoids all edges');
  };
  const made: LeafWinding = { at, tests: 0 };
  return made;
}

/** Returns the signed crossings of the ray from a point along `way · direction` with the triangles near it; `null` if it may cross an edge. */
function crossings(
  space: ExactSpace,
  triangles: readonly Fragment[],
  near: readonly number[],
  point: BspPoint,
  { direction, signs }: Shadows,
  way: number,
): number | null {
  let winding = 0;
  for (const index of near) {
    const { plane, points } = triangles[index]!;
    if (signs[index] === unknown) signs[index] = directionSign(space, plane, direction);
    const cross = signs[index] * way;
    const side = planeSide(space, plane, point);
    // Ahead: behind a plane that the ray leaves through its front, or in front of one that it enters. Triangles through the point are
    // outside the leaf, or on its border.
    if (side * cross >= 0) continue;
    let sides = 0;
    for (let i = 0; i < 3; i++) {
      const side = edgeSide(space, points[i]!.vertex, points[i === 2 ? 0 : i + 1]!.vertex, direction, point);
      sides |= side > 0 ? 1 : side < 0 ? 2 : 4;
    }
    if ((sides & 3) === 3) continue;
    // Without both signs, a zero is a point in line with the border.
    if ((sides & 4) !== 0) return null;
    winding += cross;
  }
  return winding;
}

/**
 * Returns the exact side of a point by the plane through two vertices and a direction: that of `linePlane`, which is made only if an error bound
 * does not decide. Hot: it allocates nothing otherwise.
 */
function edgeSide(space: ExactSpace, from: number, to: number, direction: Vec3, point: BspPoint): number {
  const { positions } = space;
  const [x, y, z] = [positions[3 * from], positions[3 * from + 1], positions[3 * from + 2]];
  const [ux, uy, uz] = [positions[3 * to] - x, positions[3 * to + 1] - y, positions[3 * to + 2] - z];
  const [dx, dy, dz] = direction;
  const [px, py, pz] = [point.x - x, point.y - y, point.z - z];
  const nx = uy * dz - uz * dy;
  const ny = uz * dx - ux * dz;
  const nz = ux * dy - uy * dx;
  const largest = Math.max(Math.abs(ux), Math.abs(uy), Math.abs(uz)) * Math.max(Math.abs(dx), Math.abs(dy), Math.abs(dz));
  const normalError = 8 * unitRoundoff * largest;
  const value = nx * px + ny * py + nz * pz;
  const products = Math.abs(nx * px) + Math.abs(ny * py) + Math.abs(nz * pz);
  const bound =
    products * (8 * unitRoundoff) +
    2 * normalError * (Math.abs(px) + Math.abs(py) + Math.abs(pz)) +
    2 * point.error * (Math.abs(nx) + Math.abs(ny) + Math.abs(nz) + 3 * normalError) +
    underflow;
  if (value > bound) return 1;
  if (value < -bound) return -1;
  return planeSide(space, linePlane(space, from, to, direction), point);
}

/** Returns the exact sign of the normal's product with a direction of whole numbers. */
export function directionSign(space: ExactSpace, plane: BspPlane, [x, y, z]: Vec3): number {
  const [nx, ny, nz] = plane.normal;
  const value = nx * x + ny * y + nz * z;
  const size = Math.abs(x) + Math.abs(y) + Math.abs(z);
  const products = Math.abs(nx * x) + Math.abs(ny * y) + Math.abs(nz * z);
  const bound = 8 * plane.normalError * size + 2 ** -48 * products + underflow * size;
  if (value > bound) return 1;
  if (value < -bound) return -1;
  const exact = bigDot(bigPlane(space, plane).normal, [BigInt(x), BigInt(y), BigInt(z)]);
  return exact > 0n ? 1 : exact < 0n ? -1 : 0;
}

import { bigDot } from '../math/big-vec3.ts';
import { orient3dSign, underflow } from '../math/orientation.ts';
import type { ExactSpace } from './exact-space.ts';
import { bigPlane, type BspPlane, unitRoundoff } from './plane.ts';
import { bigPointOf, type BspPoint } from './point.ts';

/**
 * Returns the exact side of a point: 1 in front of the plane, -1 behind it, 0 on it. An error bound decides nearly always, big integers
 * the rest. The last sign of a point is remembered, since neighbouring polygons share it.
 */
export function planeSide(space: ExactSpace, plane: BspPlane, point: BspPoint): number {
  if (point.lastPlane === plane) return point.lastSide;
  point.lastSide = decided(space, plane, point);
  point.lastPlane = plane;
  return point.lastSide;
}

function decided(space: ExactSpace, plane: BspPlane, point: BspPoint): number {
  const { source } = plane;
  if (point.vertex >= 0) {
    if (source.kind === 'triangle') return sideOfCoordinates(space, plane, point.x, point.y, point.z);
    if (source.kind === 'axis') return Math.sign([point.x, point.y, point.z][source.axis]! - source.value);
  } else if (point.planes.includes(plane)) return 0;
  const side = roughSide(plane, point.x, point.y, point.z, point.error);
  return side === 0 ? exactSide(space, plane, point) : side;
}

/** Returns the side if it is certain, 0 if not. Infinities and NaN are never certain. Hot. */
function roughSide({ normal, normalError, base }: BspPlane, x: number, y: number, z: number, error: number): number {
  const dx = x - base[0];
  const dy = y - base[1];
  const dz = z - base[2];
  const size = Math.abs(dx) + Math.abs(dy) + Math.abs(dz);
  const [nx, ny, nz] = normal;
  const value = nx * dx + ny * dy + nz * dz;
  const products = Math.abs(nx * dx) + Math.abs(ny * dy) + Math.abs(nz * dz);
  const bound =
    products * (8 * unitRoundoff) +
    2 * normalError * size +
    2 * error * (Math.abs(nx) + Math.abs(ny) + Math.abs(nz) + 3 * normalError) +
    underflow;
  return value > bound ? 1 : value < -bound ? -1 : 0;
}

function exactSide(space: ExactSpace, plane: BspPlane, point: BspPoint): number {
  const { normal, offset } = bigPlane(space, plane);
  const exact = bigPointOf(space, point);
  const value = bigDot(normal, exact.point) + offset * exact.weight;
  return value > 0n ? 1 : value < 0n ? -1 : 0;
}

/** Returns the exact side of any f64 point of a splitting plane, which is a triangle's or an axis plane. */
export function sideOfCoordinates({ positions }: ExactSpace, { source }: BspPlane, x: number, y: number, z: number): number {
  switch (source.kind) {
    case 'triangle': {
      const [a, b, c] = [3 * source.a, 3 * source.b, 3 * source.c];
      return orient3dSign(
        positions[a],
        positions[a + 1],
        positions[a + 2],
        positions[b],
        positions[b + 1],
        positions[b + 2],
        positions[c],
        positions[c + 1],
        positions[c + 2],
        x,
        y,
        z,
      );
    }
    case 'axis':
      return Math.sign([x, y, z][source.axis]! - source.value);
    case 'line':
      throw new Error('A plane of a line does not split');
  }
}

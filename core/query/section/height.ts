import { bigDot, bigPoint } from '../../math/big-vec3.ts';
import { scaledIntegers } from '../../math/exact.ts';
import type { SectionPlane } from './query.ts';

/** Bound on the rounding error of a height, as a part of the sizes it is computed from: more than 6 roundings. */
const relativeError = 2 ** -50;
/** Products below it may have lost digits to underflow. */
const underflow = 1e-290;

/**
 * Returns (V) for each vertex `normal · p - offset`, rounded, with the exact sign: 0 or more on the plane and above it, below 0 under it.
 * NaN for vertices that are not finite.
 */
export function sectionHeights(positions: Float64Array, { normal, offset }: SectionPlane): Float64Array {
  const [nx, ny, nz] = normal;
  const vertices = positions.length / 3;
  const heights = new Float64Array(vertices);
  // Along an axis one comparison is exact, also for the many vertices of a floor that lies in the plane.
  const isAlongAxis = [nx, ny, nz].filter((value) => value === 0).length === 2 && Math.abs(nx + ny + nz) === 1;
  for (let vertex = 0; vertex < vertices; vertex++) {
    const a = nx * positions[3 * vertex];
    const b = ny * positions[3 * vertex + 1];
    const c = nz * positions[3 * vertex + 2];
    const height = a + b + c - offset;
    const size = Math.abs(a) + Math.abs(b) + Math.abs(c) + Math.abs(offset);
    const isSure = isAlongAxis ? height - height === 0 : Math.abs(height) > relativeError * size + underflow && height - height === 0;
    heights[vertex] = isSure ? height : unsureHeight(positions, vertex, { normal, offset }, height);
  }
  return heights;
}

function unsureHeight(positions: Float64Array, vertex: number, plane: SectionPlane, rounded: number): number {
  const x = positions[3 * vertex];
  const y = positions[3 * vertex + 1];
  const z = positions[3 * vertex + 2];
  if (!Number.isFinite(x) || !Number.isFinite(y) || !Number.isFinite(z)) return NaN;
  const sign = exactSide(plane, x, y, z);
  if (sign === 0) return 0;
  if (!Number.isFinite(rounded)) return sign * Number.MAX_VALUE;
  return sign > 0 ? Math.max(rounded, 0) : Math.min(rounded, -Number.MIN_VALUE);
}

/** Returns the exact sign of `normal · p - offset`: -1, 0 or 1. */
export function exactSide({ normal, offset }: SectionPlane, x: number, y: number, z: number): number {
  const { integers, exponent } = scaledIntegers([...normal, x, y, z, offset]);
  const dot = bigDot(bigPoint(integers, 0), bigPoint(integers, 3));
  // The product has the power of two twice.
  const difference = exponent >= 0 ? (dot << BigInt(exponent)) - integers[6] : dot - (integers[6] << BigInt(-exponent));
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}

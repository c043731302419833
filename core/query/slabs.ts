import { cross, normalizeInto, type Vec3 } from '../math/vec3.ts';
import type { HalfSpaces } from '../shape/half-spaces.ts';

/** Slabs around a convex shape: each lies between two planes across a direction. They cull for queries in WebAssembly. */
export interface Slabs {
  /** (5·n) direction x y z of any length except 0, then the ends of the shape along it; infinite where it is open. */
  readonly ends: Float64Array;
  /** The first slabs that only bound the shape. */
  readonly bounding: number;
  /** Whether every point in all other slabs is in the shape. */
  readonly isWhole: boolean;
  /** Bound on the coordinates of the shape that the ends were computed from. */
  readonly size: number;
}

export const slabNumbers = 5;

/** Returns the slabs of the points within a radius of the hull of some points: along the axes, then along other directions. */
export function slabsAround(points: readonly Vec3[], radius: number, directions: readonly Vec3[] = []): Slabs {
  return slabsAlong([...axes, ...directions], points, radius);
}

/** As `slabsAround`, without the axes. Directions without length are left out. Hot: bench `triangle`. */
export function slabsAlong(directions: readonly Vec3[], points: readonly Vec3[], radius: number): Slabs {
  const ends = new Float64Array(slabNumbers * directions.length);
  // The direction may be a little longer than 1.
  const grown = radius * (1 + 2 ** -48);
  let count = 0;
  for (const direction of directions) {
    const at = slabNumbers * count;
    if (!normalizeInto(direction[0], direction[1], direction[2], ends, at)) continue;
    count++;
    let low = Infinity;
    let high = -Infinity;
    for (const point of points) {
      const height = ends[at] * point[0] + ends[at + 1] * point[1] + ends[at + 2] * point[2];
      // As of an overflow, not a number stays.
      low = Math.min(low, height);
      high = Math.max(high, height);
    }
    ends[at + 3] = low - grown;
    ends[at + 4] = high + grown;
  }
  const used = count === directions.length ? ends : ends.subarray(0, slabNumbers * count);
  return { ends: used, bounding: count, isWhole: false, size: largestOf(points) + radius };
}

function largestOf(points: readonly Vec3[]): number {
  let largest = 0;
  for (const [x, y, z] of points) largest = Math.max(largest, Math.abs(x), Math.abs(y), Math.abs(z));
  return largest;
}

/** Returns two directions across a vector and each other, rounded; of length 0 where it has none. */
export function directionsAcross(along: Vec3): readonly [Vec3, Vec3] {
  const [x, y, z] = along.map(Math.abs) as [number, number, number];
  const side = cross(along, x <= y && x <= z ? axes[0]! : y <= z ? axes[1]! : axes[2]!);
  return [side, cross(along, side)];
}

/** Returns the slabs of a set of half-spaces, each open on one side, after those around its points if they are known. */
export function halfSpaceSlabs({ rounded }: HalfSpaces, around: Slabs | null): Slabs {
  const first = around?.ends.length ?? 0;
  const count = rounded.length / 4;
  const ends = new Float64Array(first + slabNumbers * count);
  if (around !== null) ends.set(around.ends);
  let isWhole = true;
  for (let i = 0; i < count; i++) {
    const at = first + slabNumbers * i;
    for (let k = 0; k < 3; k++) ends[at + k] = rounded[4 * i + k];
    const offset = rounded[4 * i + 3];
    isWhole &&= Number.isFinite(offset);
    ends[at + 3] = Number.isFinite(offset) ? -offset : -Infinity;
    ends[at + 4] = Infinity;
  }
  return { ends, bounding: first / slabNumbers, isWhole, size: around?.size ?? 0 };
}

const axes: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

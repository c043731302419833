import { fastLength, type Vec3 } from '../../math/vec3.ts';
import type { ShapeSweep, SweptShape } from './query.ts';

/** A sweep as numbers: the shape is the set of points within `radius` of the hull of `points`. */
export interface SweepSetup {
  readonly sweep: ShapeSweep;
  /** (3·n) relative to the moving point. */
  readonly points: Float64Array;
  readonly radius: number;
  /** to − from, rounded. */
  readonly motion: Float64Array;
  readonly motionLength: number;
  /** (6) box around the shape, relative to the moving point: min, then max, without the rounding of its own. */
  readonly around: Float64Array;
  /** Largest absolute number of the shape and its motion, and of these and the ends. */
  readonly localSize: number;
  readonly size: number;
}

/** Arrays of a setup, for callers that make many. */
export interface SetupArrays {
  /** (3) always 0: the core of a sphere. */
  readonly center: Float64Array;
  readonly motion: Float64Array;
  readonly around: Float64Array;
}

export function createSetupArrays(): SetupArrays {
  return { center: new Float64Array(3), motion: new Float64Array(3), around: new Float64Array(6) };
}

/** Returns the numbers of a sweep, in arrays that the next setup with the same ones overwrites. Hot: bench `sweep`. */
export function setupSweep(sweep: ShapeSweep, { center, motion, around }: SetupArrays = createSetupArrays()): SweepSetup {
  const { shape, from, to } = sweep;
  motion[0] = to[0] - from[0];
  motion[1] = to[1] - from[1];
  motion[2] = to[2] - from[2];
  const points = shape.kind === 'sphere' ? center : corePoints(shape);
  const radius = shape.kind === 'sphere' || shape.kind === 'capsule' ? shape.radius : 0;
  writeBoxAround(points, radius, around);
  const extent = Math.max(
    largest(around[0], around[1], around[2]),
    largest(around[3], around[4], around[5]),
    largest(motion[0], motion[1], motion[2]),
  );
  return {
    sweep,
    points,
    radius,
    motion,
    motionLength: fastLength(motion[0], motion[1], motion[2]),
    around,
    localSize: extent,
    size: Math.max(extent, largest(from[0], from[1], from[2]), largest(to[0], to[1], to[2])),
  };
}

function writeBoxAround(points: Float64Array, radius: number, around: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = k; i < points.length; i += 3) {
      low = Math.min(low, points[i] - radius);
      high = Math.max(high, points[i] + radius);
    }
    around[k] = low;
    around[k + 3] = high;
  }
}

function largest(x: number, y: number, z: number): number {
  return Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
}

/** Returns a shape as what is within a radius of the hull of points (3·n). */
export function sweptBody(shape: SweptShape): { readonly points: Float64Array; readonly radius: number } {
  return {
    points: shape.kind === 'sphere' ? new Float64Array(3) : corePoints(shape),
    radius: shape.kind === 'sphere' || shape.kind === 'capsule' ? shape.radius : 0,
  };
}

/** Returns the points (3·n) whose hull, grown by the radius, is the shape. */
function corePoints(shape: Exclude<SweptShape, { kind: 'sphere' }>): Float64Array {
  switch (shape.kind) {
    case 'capsule': {
      const [x, y, z] = shape.axis;
      return Float64Array.of(-x, -y, -z, x, y, z);
    }
    case 'box':
      return boxCorners(shape.halfEdges);
    case 'hull':
      return shape.points;
  }
}

function boxCorners([u, v, w]: readonly [Vec3, Vec3, Vec3]): Float64Array {
  const corners = new Float64Array(24);
  for (let i = 0; i < 24; i++) {
    const corner = Math.floor(i / 3);
    const k = i % 3;
    corners[i] = (corner & 1 ? u[k]! : -u[k]!) + (corner & 2 ? v[k]! : -v[k]!) + (corner & 4 ? w[k]! : -w[k]!);
  }
  return corners;
}

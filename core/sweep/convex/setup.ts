import type { Vec3 } from '../../math/vec3.ts';
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

export function setupSweep(sweep: ShapeSweep): SweepSetup {
  const { shape, from, to } = sweep;
  const points = corePoints(shape);
  const radius = shape.kind === 'sphere' || shape.kind === 'capsule' ? shape.radius : 0;
  const motion = Float64Array.of(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
  const around = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (let i = 0; i < points.length; i++) {
    const k = i % 3;
    around[k] = Math.min(around[k], points[i] - radius);
    around[k + 3] = Math.max(around[k + 3], points[i] + radius);
  }
  const localSize = Math.max(largest(around), largest(motion));
  const size = Math.max(localSize, largest(from), largest(to));
  return { sweep, points, radius, motion, motionLength: Math.hypot(motion[0], motion[1], motion[2]), around, localSize, size };
}

function largest(values: ArrayLike<number>): number {
  let max = 0;
  for (let i = 0; i < values.length; i++) max = Math.max(max, Math.abs(values[i]!));
  return max;
}

/** Returns the points (3·n) whose hull, grown by the radius, is the shape. */
function corePoints(shape: SweptShape): Float64Array {
  switch (shape.kind) {
    case 'sphere':
      return new Float64Array(3);
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

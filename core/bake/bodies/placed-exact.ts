import type { FittedShape } from '../../convex/fit/fitted-shape.ts';
import { cross, dot, length, normalized, type Vec3 } from '../../math/vec3.ts';
import { identityTransform, type Matrix } from '../../math/transform.ts';
import type { ExactShape } from '../../mesh/collider-role.ts';
import type { ShapePose } from './pose.ts';

/** A primitive with a rigid pose. */
export interface PlacedExact {
  readonly exact: ExactShape;
  readonly pose: ShapePose;
}

/** Scales closer than this, and axes closer to square, are equal up to the rounding of f32 files. */
const similar = 1e-6;

/**
 * Returns a primitive with the scale of a matrix in its sizes. `null` if the matrix shears, or scales a round shape so that it becomes
 * another kind. A mirrored primitive is itself.
 * @param matrix `null` for the identity.
 */
export function placedExact(exact: ExactShape, matrix: Matrix | null): PlacedExact | null {
  const m = matrix ?? identityTransform;
  const columns = [0, 4, 8].map((at): Vec3 => [m[at]!, m[at + 1]!, m[at + 2]!]);
  const [sx = 0, sy = 0, sz = 0] = columns.map(length);
  const axes = columns.map((column) => normalized(column));
  const [x, y, z] = axes;
  if (x == null || y == null || z == null) return null;
  if (Math.max(Math.abs(dot(x, y)), Math.abs(dot(y, z)), Math.abs(dot(z, x))) > similar) return null;
  const scaled = scaledExact(exact, sx, sy, sz);
  if (scaled === null) return null;
  // Every primitive is symmetric about the plane of its axes x and y.
  const square = cross(x, y);
  return { exact: scaled, pose: { position: [m[12]!, m[13]!, m[14]!], axes: [x, y, square] } };
}

function scaledExact(exact: ExactShape, sx: number, sy: number, sz: number): ExactShape | null {
  const isRound = Math.abs(sx - sz) <= similar * sx;
  const isUniform = isRound && Math.abs(sx - sy) <= similar * sx;
  switch (exact.kind) {
    case 'box':
      return { kind: 'box', size: [exact.size[0] * sx, exact.size[1] * sy, exact.size[2] * sz] };
    case 'sphere':
      return isUniform ? { kind: 'sphere', radius: exact.radius * sx } : null;
    case 'plane':
      return {
        ...exact,
        sizeX: exact.sizeX === null ? null : exact.sizeX * sx,
        sizeZ: exact.sizeZ === null ? null : exact.sizeZ * sz,
      };
    case 'capsule':
    case 'cylinder': {
      if (exact.kind === 'capsule' ? !isUniform : !isRound) return null;
      const { kind, height, radiusTop, radiusBottom } = exact;
      return { kind, height: height * sy, radiusTop: radiusTop * sx, radiusBottom: radiusBottom * sx };
    }
  }
}

/** Returns a fitted shape as a primitive along Y with its pose. */
export function poseOfFitted(fitted: FittedShape): PlacedExact {
  switch (fitted.shape) {
    case 'sphere':
      return { exact: { kind: 'sphere', radius: fitted.radius }, pose: { position: fitted.center, axes: upright } };
    case 'box': {
      const order = nearestOrder(fitted.axes);
      const [x, y] = order.map((k, axis) => {
        const along = fitted.axes[k]!;
        return along[axis]! < 0 ? ([0 - along[0], 0 - along[1], 0 - along[2]] as const) : along;
      }) as unknown as readonly [Vec3, Vec3];
      const size = order.map((k) => fitted.size[k]!) as unknown as Vec3;
      return { exact: { kind: 'box', size }, pose: { position: fitted.center, axes: [x, y, cross(x, y)] } };
    }
    case 'capsule':
    case 'cylinder': {
      const { shape: kind, from, to, radius } = fitted;
      const along: Vec3 = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
      const y = normalized(along) ?? [0, 1, 0];
      const x = normalized(cross(y, Math.abs(y[0]) < 0.5 ? [1, 0, 0] : [0, 0, 1]))!;
      const position: Vec3 = [from[0] / 2 + to[0] / 2, from[1] / 2 + to[1] / 2, from[2] / 2 + to[2] / 2];
      return {
        exact: { kind, height: length(along), radiusTop: radius, radiusBottom: radius },
        pose: { position, axes: [x, y, cross(x, y)] },
      };
    }
  }
}

const orders = [
  [0, 1, 2],
  [1, 2, 0],
  [2, 0, 1],
  [0, 2, 1],
  [2, 1, 0],
  [1, 0, 2],
] as const;

/** Returns the order of the axes of a box with the smallest rotation: a box along the coordinates needs none. */
function nearestOrder(axes: readonly Vec3[]): readonly number[] {
  const alike = (order: readonly number[]): number => order.reduce((sum, k, axis) => sum + Math.abs(axes[k]![axis]!), 0);
  return orders.reduce<readonly number[]>((best, order) => (alike(order) > alike(best) ? order : best), orders[0]);
}

const upright: ShapePose['axes'] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Returns the matrix of a pose. */
export function matrixOfPose({ position, axes: [x, y, z] }: ShapePose): Matrix {
  return [...x, 0, ...y, 0, ...z, 0, ...position, 1];
}

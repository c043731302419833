import { plus, type Vec3 } from '../../math/vec3.ts';
import { setupBox, solidCenter } from '../../shape/box-solid.ts';
import type { QueryShape } from '../shape-overlap.ts';

/** A shape that `pushShapeOut` moves; for a sphere see `pushOut`. */
export type PushShape = Extract<QueryShape, { readonly kind: 'box' | 'capsule' }>;

/** A box, or the axis of a capsule as one, in plain f64. */
export interface PushFrame {
  readonly center: Float64Array;
  /** (9) */
  readonly halfEdges: Float64Array;
  /** (9) of the sides of a box; zeros for a capsule. */
  readonly normals: Float64Array;
  /** 0 for a box. */
  readonly radius: number;
}

/** Returns a shape in plain f64. */
export function pushFrame(shape: PushShape): PushFrame {
  if (shape.kind === 'box') return { ...setupBox(shape.solid), radius: 0 };
  const { from, to, radius } = shape;
  const halfEdges = new Float64Array(9);
  for (let k = 0; k < 3; k++) halfEdges[k] = to[k]! / 2 - from[k]! / 2;
  return { center: Float64Array.from(centerOf(shape)), halfEdges, normals: new Float64Array(9), radius };
}

/** Returns the centre of a box, or the middle of the axis of a capsule; rounded. */
export function centerOf(shape: PushShape): Vec3 {
  if (shape.kind === 'box') return solidCenter(shape.solid);
  const { from, to } = shape;
  return [from[0] / 2 + to[0] / 2, from[1] / 2 + to[1] / 2, from[2] / 2 + to[2] / 2];
}

/** Returns a shape with each of its points moved, rounded. */
export function movedShape(shape: PushShape, by: Vec3): PushShape {
  if (shape.kind === 'capsule') return { ...shape, from: plus(shape.from, by), to: plus(shape.to, by) };
  const { solid } = shape;
  return {
    kind: 'box',
    solid:
      solid.kind === 'aligned'
        ? { kind: 'aligned', min: plus(solid.min, by), max: plus(solid.max, by) }
        : { ...solid, center: plus(solid.center, by) },
  };
}

/** Whether the points that `movedShape` moves are finite. */
export function hasFinitePoints(shape: PushShape): boolean {
  const points =
    shape.kind === 'capsule'
      ? [shape.from, shape.to]
      : shape.solid.kind === 'aligned'
        ? [shape.solid.min, shape.solid.max]
        : [shape.solid.center];
  return points.flat().every(Number.isFinite);
}

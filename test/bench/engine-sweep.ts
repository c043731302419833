import type { Vec3 } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import type { SweptShape } from '#core/sweep/convex/sweep-shape';

/** A moving shape that all engines have: capsules are along y, boxes along the axes. */
export type EngineShape =
  | { readonly kind: 'sphere'; readonly radius: number }
  | { readonly kind: 'capsule'; readonly halfHeight: number; readonly radius: number }
  | { readonly kind: 'box'; readonly half: Vec3 };

/** Returns the time from 0 to 1 of the first contact of a shape that moves between two points; `null` without any. */
export type EngineSweep = (from: Vec3, to: Vec3) => number | null;

/** Prepares a mesh for sweeps of a shape in an engine. */
export type LoadSweeper = (mesh: TriangleMesh, shape: EngineShape) => EngineSweep;

/** The same shape for `sweepShape`. */
export function sweptShapeOf(shape: EngineShape): SweptShape {
  switch (shape.kind) {
    case 'sphere':
      return shape;
    case 'capsule':
      return { kind: 'capsule', axis: [0, shape.halfHeight, 0], radius: shape.radius };
    case 'box':
      return {
        kind: 'box',
        halfEdges: [
          [shape.half[0], 0, 0],
          [0, shape.half[1], 0],
          [0, 0, shape.half[2]],
        ],
      };
  }
}

import { minus, type Vec3 } from '#core/math';
import type { ShapeSweep } from '#core/sweep';
import { along } from '../store/vectors.ts';
import { probeHalfEdges } from './probe-solids.ts';
import type { ProbeShape, SweptProbe } from './probe-shapes.ts';

/** Returns the sweep of a probe. @throws InspectorError `invalid-argument` for a side of a box below 0. */
export function probeSweep(shape: SweptProbe): ShapeSweep {
  switch (shape.kind) {
    case 'sweepSphere': {
      const { from, to, radius } = shape;
      return { shape: { kind: 'sphere', radius }, from, to };
    }
    case 'sweepCapsule': {
      const { from, to, axis, radius } = shape;
      return { shape: { kind: 'capsule', axis, radius }, from, to };
    }
    case 'sweepBox': {
      const { from, to, size, rotate } = shape;
      return { shape: { kind: 'box', halfEdges: probeHalfEdges(size, rotate) }, from, to };
    }
    case 'sweepHull': {
      // Relative to its first point, which keeps the digits of shapes far from the origin.
      const from = shape.points[0] ?? [0, 0, 0];
      const points = Float64Array.from(shape.points.flatMap((point) => minus(point, from)));
      return { shape: { kind: 'hull', points }, from, to: along(from, shape.motion, 1) };
    }
  }
}

/** Returns the shape at rest where it is at a time of its motion, 0 to 1. */
export function restingProbe(shape: SweptProbe, time: number): ProbeShape {
  const { from, to } = ends(shape);
  const way = minus(to, from);
  const at = time === 1 ? to : along(from, way, time);
  switch (shape.kind) {
    case 'sweepSphere':
      return { kind: 'sphere', center: at, radius: shape.radius };
    case 'sweepCapsule':
      return { kind: 'capsule', from: along(at, shape.axis, -1), to: along(at, shape.axis, 1), radius: shape.radius };
    case 'sweepBox':
      return { kind: 'box', center: at, size: shape.size, rotate: shape.rotate };
    case 'sweepHull':
      return { kind: 'hull', points: shape.points.map((point) => along(point, way, time)) };
  }
}

function ends(shape: SweptProbe): { readonly from: Vec3; readonly to: Vec3 } {
  if (shape.kind !== 'sweepHull') return shape;
  const from = shape.points[0] ?? [0, 0, 0];
  return { from, to: along(from, shape.motion, 1) };
}

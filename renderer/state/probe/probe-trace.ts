import { insideOptions } from '#core/options';
import type { TraceQuery } from '#core/query';
import type { ShapeSweep } from '#core/sweep';
import { frustumMatrix, probeBox } from './probe-solids.ts';
import type { ProbeShape } from './probe-shapes.ts';
import { probeSweep } from './probe-sweep.ts';

/** A query of one mesh that the query debugger records. */
export type RecordedQuery = TraceQuery | { readonly kind: 'sweep'; readonly sweep: ShapeSweep };

/**
 * Returns the query of a shape for the query debugger; `null` for shapes that are no single search. `parts` are the surface of an inside test.
 * @throws InspectorError for an impossible shape.
 */
export function probeTrace(shape: ProbeShape, parts = ''): RecordedQuery | null {
  const all = { mode: 'all' } as const;
  switch (shape.kind) {
    case 'ray':
      return { kind: 'ray', ray: shape, options: { mode: 'all', cull: false } };
    case 'segment':
      return { kind: 'segment', segment: shape, options: { mode: 'all', cull: false } };
    case 'sphere':
      return { kind: 'sphere', sphere: shape, ...all };
    case 'within':
      return { kind: 'within', point: shape.point, distance: shape.distance };
    case 'box':
      return { kind: 'box', box: probeBox(shape), ...all };
    case 'plane':
      return { kind: 'plane', plane: shape, thickness: shape.thickness, ...all };
    case 'frustum':
      return { kind: 'overlap', shape: { kind: 'frustum', clipFromMesh: frustumMatrix(shape) }, ...all };
    case 'capsule':
    case 'triangle':
    case 'hull':
      return { kind: 'overlap', shape, ...all };
    case 'closest':
      return { kind: 'nearest', point: shape.point, count: shape.count, maxDistance: Infinity };
    case 'inside':
      return { kind: 'inside', point: shape.point, accuracy: insideOptions.accuracy.default, parts };
    case 'sweepSphere':
    case 'sweepCapsule':
    case 'sweepBox':
    case 'sweepHull':
      return { kind: 'sweep', sweep: probeSweep(shape) };
    case 'slice':
    case 'polygon':
      return null;
  }
}

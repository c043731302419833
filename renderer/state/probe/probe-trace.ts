import type { TraceQuery } from '#core/query';
import { frustumMatrix, probeBox } from './probe-solids.ts';
import type { ProbeShape } from './probe-shapes.ts';

/** Returns the query of a shape for the query debugger; `null` for shapes that are no single search. @throws InspectorError for an impossible shape. */
export function probeTrace(shape: ProbeShape): TraceQuery | null {
  const all = { mode: 'all' } as const;
  switch (shape.kind) {
    case 'ray':
      return { kind: 'ray', ray: shape, options: { mode: 'all', cull: false } };
    case 'segment':
      return { kind: 'segment', segment: shape, options: { mode: 'all', cull: false } };
    case 'sphere':
      return { kind: 'sphere', sphere: shape, ...all };
    case 'within':
      return { kind: 'sphere', sphere: { center: shape.point, radius: shape.distance }, ...all };
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
      return { kind: 'closest', point: shape.point, maxDistance: Infinity };
    case 'sweepSphere':
    case 'sweepCapsule':
    case 'sweepBox':
    case 'sweepHull':
    case 'inside':
    case 'slice':
    case 'polygon':
      return null;
  }
}

import { toDegrees } from '../../math/angles.ts';
import type { HealthCheck } from '../health-check.ts';
import { foundByValue } from '../triangle-forms.ts';

export const sliverAngle: HealthCheck = {
  code: 'sliver-angle',
  severity: 'warning',
  title: 'Slivers by angle',
  meaning: 'Triangles with an angle smaller than the sliver angle: a little rounding turns their normals, and contacts with them jump',
  cure: 'Remesh the region, or collapse the shortest edges',
  counted: { one: 'triangle', many: 'triangles' },
  weight: 1,
  off: { by: 'sliverAngle', at: 0, reason: 'The sliver angle is 0' },
  find: ({ forms, options }) => {
    const least = options.sliverAngle;
    return foundByValue('angle in degrees', forms().angles.map(toDegrees), (angle) => angle < least);
  },
};

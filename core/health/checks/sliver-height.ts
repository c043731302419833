import type { HealthCheck } from '../health-check.ts';
import { foundBelow } from './shared/found-by-value.ts';

export const sliverHeight: HealthCheck = {
  code: 'sliver-height',
  severity: 'warning',
  title: 'Slivers by height',
  meaning: 'Triangles with a height below the sliver height: they are thinner than the contact tolerance of an engine',
  fix: 'Collapse their shortest edge, or flip their longest edge',
  counted: { one: 'triangle', many: 'triangles' },
  weight: 1,
  waitsFor: 'forms',
  off: { by: 'sliverHeight', at: 0, reason: 'The sliver height is 0' },
  find: ({ forms, diagonal, options }) => {
    const min = options.sliverHeight * diagonal;
    if (!(forms().minHeight < min)) return null;
    return foundBelow('height', forms().heights, min);
  },
};

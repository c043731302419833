import type { HealthCheck } from '../health-check.ts';
import { foundByValue } from './shared/found-by-value.ts';

export const sliverHeight: HealthCheck = {
  code: 'sliver-height',
  severity: 'warning',
  title: 'Slivers by height',
  meaning: 'Triangles lower than the sliver height: thinner than what an engine takes for touching',
  fix: 'Collapse their shortest edge, or flip the longest one',
  counted: { one: 'triangle', many: 'triangles' },
  weight: 1,
  off: { by: 'sliverHeight', at: 0, reason: 'The sliver height is 0' },
  find: ({ forms, diagonal, options }) => {
    const min = options.sliverHeight * diagonal;
    if (!(forms().minHeight < min)) return null;
    return foundByValue('height', forms().heights, (height) => height < min);
  },
};

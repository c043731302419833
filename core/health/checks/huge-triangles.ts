import type { HealthCheck } from '../health-check.ts';
import { foundAbove } from './shared/found-by-value.ts';

export const hugeTriangles: HealthCheck = {
  code: 'huge-triangles',
  severity: 'info',
  title: 'Huge triangles',
  meaning:
    'Triangles with an edge much longer than the median of the mesh: contacts far from their corners lose precision, and their large bounds slow down queries',
  fix: 'Split them if bodies touch them',
  counted: { one: 'triangle', many: 'triangles' },
  weight: 1,
  waitsFor: 'forms',
  find: ({ forms, medianEdge, options }) => {
    const max = medianEdge() * options.sizeRatio;
    if (!(forms().maxEdge > max)) return null;
    return foundAbove('longest edge', forms().longestEdges, max);
  },
};

import type { HealthCheck } from '../health-check.ts';
import { foundByValue } from './shared/found-by-value.ts';

export const hugeTriangles: HealthCheck = {
  code: 'huge-triangles',
  severity: 'info',
  title: 'Huge triangles',
  meaning:
    'Triangles with an edge many times longer than is usual in this mesh: contacts far from their corners lose digits, and their boxes slow every query',
  fix: 'Split them, if bodies touch them',
  counted: { one: 'triangle', many: 'triangles' },
  weight: 1,
  find: ({ forms, middleEdge, options }) => {
    const max = middleEdge() * options.sizeRatio;
    if (!(forms().maxEdge > max)) return null;
    return foundByValue('longest edge', forms().longestEdges, (edge) => edge > max);
  },
};

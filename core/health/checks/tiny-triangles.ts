import type { HealthCheck } from '../health-check.ts';
import { foundByValue } from './shared/found-by-value.ts';

export const tinyTriangles: HealthCheck = {
  code: 'tiny-triangles',
  severity: 'info',
  title: 'Tiny triangles',
  meaning:
    'Triangles whose edges are all many times shorter than is usual in this mesh: detail that no body feels, and that costs as much as any other',
  fix: 'Simplify the region',
  counted: { one: 'triangle', many: 'triangles' },
  weight: 1,
  find: ({ forms, middleEdge, options }) => {
    const min = middleEdge() / options.sizeRatio;
    if (!(forms().minEdge < min)) return null;
    return foundByValue('longest edge', forms().longestEdges, (edge) => edge < min);
  },
};

import type { HealthCheck } from '../health-check.ts';
import { foundBelow } from './shared/found-by-value.ts';

export const tinyTriangles: HealthCheck = {
  code: 'tiny-triangles',
  severity: 'info',
  title: 'Tiny triangles',
  meaning:
    'Triangles whose edges are all much shorter than the median of the mesh: detail without effect on collisions, at the cost of any other triangle',
  fix: 'Simplify the region',
  counted: { one: 'triangle', many: 'triangles' },
  weight: 1,
  waitsFor: 'forms',
  find: ({ forms, medianEdge, options }) => {
    const min = medianEdge() / options.sizeRatio;
    if (!(forms().minEdge < min)) return null;
    return foundBelow('longest edge', forms().longestEdges, min);
  },
};

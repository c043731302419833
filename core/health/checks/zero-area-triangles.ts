import { foundMarked } from './shared/found-elements.ts';
import type { HealthCheck } from '../health-check.ts';

export const zeroAreaTriangles: HealthCheck = {
  code: 'zero-area-triangles',
  severity: 'error',
  title: 'Zero-area triangles',
  meaning: 'Triangles whose three different corners lie exactly on one line: they have no normal, so contact normals are undefined',
  fix: 'Collapse the shortest edge of each triangle, or delete the triangle if this leaves no gap',
  counted: { one: 'triangle', many: 'triangles' },
  weight: 1,
  find: ({ facts, isFlat }) => (facts.zeroAreaTriangles === 0 ? null : foundMarked('triangle', isFlat, 1)),
};

import { foundElements } from './shared/found-elements.ts';
import type { HealthCheck } from '../health-check.ts';

export const zeroAreaTriangles: HealthCheck = {
  code: 'zero-area-triangles',
  severity: 'error',
  title: 'Triangles without area',
  meaning: 'Triangles with three different corners exactly on one line have no normal: contacts with them point anywhere',
  fix: 'Collapse the shortest edge of each, or delete it where its neighbours meet without it',
  counted: { one: 'triangle', many: 'triangles' },
  weight: 1,
  find: ({ facts, isFlat }) =>
    facts.zeroAreaTriangles === 0 ? null : foundElements('triangle', isFlat.length, (triangle) => isFlat[triangle] === 1),
};

import { figureText } from './shared/figure-text.ts';
import type { HealthCheck } from '../health-check.ts';

export const coplanarOverlaps: HealthCheck = {
  code: 'coplanar-overlaps',
  severity: 'warning',
  title: 'Coplanar overlaps',
  meaning:
    'Pairs of nearly coplanar triangles of one body that overlap: contacts are duplicated and change sides, and the surface flickers when rendered (z-fighting)',
  fix: 'Delete one of the layers, or move them apart',
  counted: { one: 'pair', many: 'pairs' },
  weight: 5,
  waitsFor: 'pairs',
  find: (study, progress) => {
    const { count, isComplete, pairs, areas } = study.coplanarOverlaps(progress);
    if (count === 0 && isComplete) return null;
    return { count, isAtLeast: !isComplete, elements: { kind: 'pair', numbers: pairs, measures: { name: 'area', values: areas } } };
  },
  detailOf: ({ count, elements: { measures } }) => {
    const areas = measures?.values ?? new Float64Array();
    return `The ${count > areas.length ? 'listed ' : ''}overlaps have a total area of ${figureText(areas.reduce((sum, area) => sum + area, 0))}`;
  },
};

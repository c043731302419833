import { figureText } from './shared/figure-text.ts';
import type { HealthCheck } from '../health-check.ts';

export const coplanarOverlaps: HealthCheck = {
  code: 'coplanar-overlaps',
  severity: 'warning',
  title: 'Overlaps in one plane',
  meaning:
    'Pairs of triangles of one body that lie over each other in nearly one plane: contacts come twice and swap sides, and renderers flicker there',
  fix: 'Delete one of the layers, or move them apart',
  counted: { one: 'pair', many: 'pairs' },
  weight: 5,
  find: (study, progress) => {
    const { count, isComplete, pairs, areas } = study.coplanarOverlaps(progress);
    if (count === 0 && isComplete) return null;
    return { count, isAtLeast: !isComplete, elements: { kind: 'pair', numbers: pairs, measures: { name: 'area', values: areas } } };
  },
  detailOf: ({ count, elements: { measures } }) => {
    const areas = measures?.values ?? new Float64Array();
    return `The overlaps have an area of ${figureText(areas.reduce((sum, area) => sum + area, 0))}${count > areas.length ? ' as far as they are listed' : ''}`;
  },
};

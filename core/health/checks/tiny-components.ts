import { chosenSets } from '../../mesh/triangle-sets.ts';
import { setDiagonals } from '../study/boxes/set-boxes.ts';
import type { HealthCheck } from '../health-check.ts';

export const tinyComponents: HealthCheck = {
  code: 'tiny-components',
  severity: 'info',
  title: 'Tiny components',
  meaning:
    'Components that are tiny beside all that is seen, or beside their collider: crumbs that a scan or a boolean operation left behind',
  fix: 'Delete them, unless they are meant',
  counted: { one: 'component', many: 'components' },
  weight: 1,
  find: ({ mesh, components, diagonal, options }) => {
    if (components.count < 2) return null;
    const sizes = setDiagonals(mesh, components);
    const meant = [...sizes.keys()].filter((set) => sizes[set] < options.tinyComponent * diagonal);
    if (meant.length === 0) return null;
    const { triangles, groups } = chosenSets(components, meant);
    const measures = { name: 'diagonal', values: Float64Array.from(meant, (set) => sizes[set]) };
    return { count: meant.length, elements: { kind: 'triangle', numbers: triangles, groups, measures } };
  },
};

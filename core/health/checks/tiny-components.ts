import { chosenSets } from '../../mesh/triangle-sets.ts';
import { setDiagonals } from '../study/boxes/set-boxes.ts';
import type { HealthCheck } from '../health-check.ts';

export const tinyComponents: HealthCheck = {
  code: 'tiny-components',
  severity: 'info',
  title: 'Tiny components',
  meaning:
    'Components that are tiny compared with their body (the rendered mesh, or one collider): debris of a scan or of a boolean operation',
  fix: 'Delete them if they are not intended',
  counted: { one: 'component', many: 'components' },
  weight: 1,
  find: ({ mesh, components, diagonal, options }) => {
    if (components.count < 2) return null;
    const sizes = setDiagonals(mesh, components);
    const found = [...sizes.keys()].filter((set) => sizes[set] < options.tinyComponent * diagonal);
    if (found.length === 0) return null;
    const { triangles, groups } = chosenSets(components, found);
    const measures = { name: 'diagonal', values: Float64Array.from(found, (set) => sizes[set]) };
    return { count: found.length, elements: { kind: 'triangle', numbers: triangles, groups, measures } };
  },
};

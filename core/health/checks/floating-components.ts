import { findRoot } from '../../mesh/union-find.ts';
import { chosenSets } from '../../mesh/triangle-sets.ts';
import { setDiagonals } from '../set-boxes.ts';
import type { HealthCheck } from '../health-check.ts';

export const floatingComponents: HealthCheck = {
  code: 'floating-components',
  severity: 'info',
  title: 'Floating components',
  meaning: 'Components of what is seen, or of one collider, that touch nothing of its largest component, not even through others',
  cure: 'Move them to where they belong, or make meshes of their own of them',
  counted: { one: 'component', many: 'components' },
  weight: 1,
  find: (study, progress) => {
    const { mesh, components } = study;
    if (components.count < 2) return null;
    const { bodies, isComplete } = study.selfIntersections(progress);
    // What was not looked at may join them.
    if (!isComplete) return null;
    const sizes = setDiagonals(mesh, components);
    const main = sizes.indexOf(sizes.reduce((most, size) => Math.max(most, size)));
    const floating = [...sizes.keys()].filter((set) => findRoot(bodies, set) !== findRoot(bodies, main));
    if (floating.length === 0) return null;
    const { triangles, groups } = chosenSets(components, floating);
    return { count: floating.length, elements: { kind: 'triangle', numbers: triangles, groups } };
  },
};

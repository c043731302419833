import { findRoot } from '../../mesh/union-find.ts';
import { chosenSets } from '../../mesh/triangle-sets.ts';
import { setDiagonals } from '../study/boxes/set-boxes.ts';
import type { HealthCheck } from '../health-check.ts';
import type { MeshStudy } from '../study/mesh-study.ts';
import type { Progress } from '../../progress.ts';
import { solidStates } from '../study/solids/solids.ts';

export const floatingComponents: HealthCheck = {
  code: 'floating-components',
  severity: 'info',
  title: 'Floating components',
  meaning:
    'Components of what is seen, or of one collider, that touch nothing of its largest component, not even through others, and are neither the wall of a cavity nor inside what is solid',
  fix: 'Move them to where they belong, or make meshes of their own of them',
  counted: { one: 'component', many: 'components' },
  weight: 1,
  find: (study, progress) => {
    const { mesh, components } = study;
    if (components.count < 2) return null;
    const { joined, isComplete } = study.selfIntersections(progress);
    // What was not looked at may join them.
    if (!isComplete)
      return { count: 0, isAtLeast: true, elements: { kind: 'triangle', numbers: new Uint32Array(), groups: new Uint32Array(1) } };
    const sizes = setDiagonals(mesh, components);
    const main = sizes.indexOf(sizes.reduce((max, size) => Math.max(max, size)));
    const held = heldComponents(study, progress);
    const floating = [...sizes.keys()].filter((set) => findRoot(joined, set) !== findRoot(joined, main) && held[set] === 0);
    if (floating.length === 0) return null;
    const { triangles, groups } = chosenSets(components, floating);
    return { count: floating.length, elements: { kind: 'triangle', numbers: triangles, groups } };
  },
};

/** (C) 1 for components with a solid that bounds a cavity of another, or is nested in one: they are where they belong, or another finding tells of them. */
function heldComponents(study: MeshStudy, progress: Progress): Uint8Array {
  const { sets, signs, states } = study.solids(progress);
  const held = new Uint8Array(study.components.count);
  states.forEach((state, solid) => {
    if (state === solidStates.nested || (state === solidStates.right && signs[solid] === -1))
      held[study.components.setOf[sets.triangles[sets.first[solid]]]] = 1;
  });
  return held;
}

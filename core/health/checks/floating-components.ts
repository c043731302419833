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
    'Components that do not touch the largest component of their body, directly or through others, and are neither the wall of a cavity nor inside a solid',
  fix: 'Move them into place, or separate them into meshes of their own',
  counted: { one: 'component', many: 'components' },
  weight: 1,
  waitsFor: 'pairs',
  find: (study, progress) => {
    const { mesh, components } = study;
    if (components.count < 2) return null;
    const { joined, isComplete } = study.selfIntersections(progress);
    // A pair that was not tested may connect them.
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

/** Returns (C) 1 for components with a solid that bounds a cavity or is nested: the first is correct, the second is a finding of its own. */
function heldComponents(study: MeshStudy, progress: Progress): Uint8Array {
  const { sets, signs, states } = study.solids(progress);
  const held = new Uint8Array(study.components.count);
  states.forEach((state, solid) => {
    if (state === solidStates.nested || (state === solidStates.right && signs[solid] === -1))
      held[study.components.setOf[sets.triangles[sets.first[solid]]]] = 1;
  });
  return held;
}

import type { HealthCheck } from '../health-check.ts';
import { noEngine } from './shared/no-engine.ts';
import { shapeGroups } from './shared/shape-groups.ts';

export const refusedShapes: HealthCheck = {
  code: 'refused-shapes',
  severity: 'error',
  title: 'Shapes that the engine refuses',
  meaning: 'Shapes that the chosen engine does not create: nothing collides with them',
  fix: 'Give flat meshes a thickness, remove triangles without area, and divide meshes that are over a limit',
  counted: { one: 'shape', many: 'shapes' },
  weight: 0,
  isOfWhole: true,
  off: noEngine,
  find: (study, progress) => {
    const refused = study.heldShapes(progress).filter(({ refusal }) => refusal !== null);
    const detail = refused
      .slice(0, maxNamed)
      .map(({ name, refusal }) => `${name}: ${refusal ?? ''}`)
      .join('; ');
    return shapeGroups(
      refused.map(({ triangles }) => ({ triangles, measure: triangles.length })),
      'triangles',
      detail,
    );
  },
};

/** More names would not be read. */
const maxNamed = 4;

import { hullSets } from './shared/hulls.ts';
import type { HealthCheck } from '../health-check.ts';
import { findDents } from './dented-hulls.ts';

export const filledHulls: HealthCheck = {
  code: 'filled-hulls',
  severity: 'info',
  title: 'Filled dents',
  meaning:
    'Concave colliders that the engine replaces with their convex hull, as their name or the file says: bodies collide with the hull, which fills the dents',
  fix: 'Keep them if this is intended; otherwise use a triangle collider, or decompose the collider into several hulls',
  counted: { one: 'hull', many: 'hulls' },
  weight: 1,
  waitsFor: 'forms',
  off: { by: 'hulls', at: 'none', reason: 'The hulls option is None' },
  find: (study, progress) => findDents(study, hullSets(study, 'engine'), progress),
};

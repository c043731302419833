import { hullSets } from './shared/hulls.ts';
import type { HealthCheck } from '../health-check.ts';
import { findDents } from './dented-hulls.ts';

export const filledHulls: HealthCheck = {
  code: 'filled-hulls',
  severity: 'info',
  title: 'Filled dents',
  meaning:
    'Colliders with dents of which the engine takes the convex hull, as their names or the file say: bodies touch the hull, which fills the dents',
  fix: 'Nothing, if that is meant; else let the engine take the triangles, or decompose the collider into several hulls',
  counted: { one: 'hull', many: 'hulls' },
  weight: 1,
  off: { by: 'hulls', at: 'none', reason: 'Nothing has to be a hull' },
  find: (study, progress) => findDents(study, hullSets(study, 'engine'), progress),
};

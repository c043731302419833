import { triangleStates } from '../../mesh/topology.ts';
import { foundMarked } from './shared/found-elements.ts';
import type { HealthCheck } from '../health-check.ts';

export const repeatedVertexTriangles: HealthCheck = {
  code: 'repeated-vertex-triangles',
  severity: 'error',
  title: 'Triangles with repeated vertices',
  meaning: 'Triangles that use the same position twice: each is only a segment or a point, has no normal, and some engines reject it',
  fix: 'Delete them; the surface does not change',
  counted: { one: 'triangle', many: 'triangles' },
  weight: 1,
  find: ({ facts, topology: { states } }) =>
    facts.repeatedVertexTriangles === 0 ? null : foundMarked('triangle', states, triangleStates.repeatedVertex),
};

import { triangleStates } from '../../mesh/topology.ts';
import { foundElements } from './shared/found-elements.ts';
import type { HealthCheck } from '../health-check.ts';

export const repeatedVertexTriangles: HealthCheck = {
  code: 'repeated-vertex-triangles',
  severity: 'error',
  title: 'Triangles with a repeated vertex',
  meaning: 'Triangles that use one position twice are a segment or a point: they have no normal, and some engines refuse them',
  fix: 'Delete them: nothing of the surface is lost',
  counted: { one: 'triangle', many: 'triangles' },
  weight: 1,
  find: ({ facts, topology: { states } }) =>
    facts.repeatedVertexTriangles === 0
      ? null
      : foundElements('triangle', states.length, (triangle) => states[triangle] === triangleStates.repeatedVertex),
};

import type { HealthCheck } from '../health-check.ts';

export const vertexBudget: HealthCheck = {
  code: 'vertex-budget',
  severity: 'warning',
  title: 'Over the vertex budget',
  meaning: 'More different positions than the budget allows',
  cure: 'Simplify the mesh, or raise the budget',
  counted: { one: 'vertex', many: 'vertices' },
  weight: 0,
  isOfWhole: true,
  off: { by: 'mostVertices', at: 0, reason: 'No number of vertices is set' },
  find: ({ facts: { weldedVertices }, options: { mostVertices } }) => {
    if (weldedVertices <= mostVertices) return null;
    return { count: weldedVertices, detail: `The budget is ${mostVertices}`, elements: { kind: 'vertex', numbers: new Uint32Array() } };
  },
};

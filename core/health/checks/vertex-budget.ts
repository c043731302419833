import type { HealthCheck } from '../health-check.ts';

export const vertexBudget: HealthCheck = {
  code: 'vertex-budget',
  severity: 'warning',
  title: 'Over the vertex budget',
  meaning: 'More different positions than the budget allows',
  fix: 'Simplify the mesh, or raise the budget',
  counted: { one: 'vertex', many: 'vertices' },
  weight: 0,
  isOfWhole: true,
  off: { by: 'maxVertices', at: 0, reason: 'No number of vertices is set' },
  find: ({ facts: { weldedVertices }, options: { maxVertices } }) => {
    if (weldedVertices <= maxVertices) return null;
    return { count: weldedVertices, detail: `The budget is ${maxVertices}`, elements: { kind: 'vertex', numbers: new Uint32Array() } };
  },
};

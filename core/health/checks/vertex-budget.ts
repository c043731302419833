import type { HealthCheck } from '../health-check.ts';

export const vertexBudget: HealthCheck = {
  code: 'vertex-budget',
  severity: 'warning',
  title: 'Vertex budget exceeded',
  meaning: 'The mesh has more different vertex positions than the budget allows',
  fix: 'Simplify the mesh, or raise the budget',
  counted: { one: 'vertex', many: 'vertices' },
  weight: 0,
  isOfWhole: true,
  off: { by: 'maxVertices', at: 0, reason: 'The vertex budget is 0' },
  find: ({ facts: { weldedVertices }, options: { maxVertices } }) => {
    if (weldedVertices <= maxVertices) return null;
    return {
      count: weldedVertices,
      detail: `The budget is ${maxVertices.toLocaleString('en')}`,
      elements: { kind: 'vertex', numbers: new Uint32Array() },
    };
  },
};

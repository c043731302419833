import type { HealthCheck } from '../health-check.ts';

export const triangleBudget: HealthCheck = {
  code: 'triangle-budget',
  severity: 'warning',
  title: 'Triangle budget exceeded',
  meaning: 'The mesh has more triangles than the budget allows',
  fix: 'Simplify the mesh, or raise the budget',
  counted: { one: 'triangle', many: 'triangles' },
  weight: 0,
  isOfWhole: true,
  off: { by: 'maxTriangles', at: 0, reason: 'The triangle budget is 0' },
  find: ({ facts: { triangles }, options: { maxTriangles } }) => {
    if (triangles <= maxTriangles) return null;
    return {
      count: triangles,
      detail: `The budget is ${maxTriangles.toLocaleString('en')}`,
      elements: { kind: 'triangle', numbers: new Uint32Array() },
    };
  },
};

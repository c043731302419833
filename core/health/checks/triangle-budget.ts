import type { HealthCheck } from '../health-check.ts';

export const triangleBudget: HealthCheck = {
  code: 'triangle-budget',
  severity: 'warning',
  title: 'Over the triangle budget',
  meaning: 'More triangles than the budget allows',
  cure: 'Simplify the mesh, or raise the budget',
  counted: { one: 'triangle', many: 'triangles' },
  weight: 0,
  isOfWhole: true,
  off: { by: 'mostTriangles', at: 0, reason: 'No number of triangles is set' },
  find: ({ facts: { triangles }, options: { mostTriangles } }) => {
    if (triangles <= mostTriangles) return null;
    return { count: triangles, detail: `The budget is ${mostTriangles}`, elements: { kind: 'triangle', numbers: new Uint32Array() } };
  },
};

import type { HealthCheck } from '../health-check.ts';

export const selfIntersections: HealthCheck = {
  code: 'self-intersections',
  severity: 'warning',
  title: 'Self-intersections',
  meaning:
    'Pairs of triangles of one body (the rendered mesh, or one collider) that intersect beyond their shared corners: bodies can get stuck there, and inside is undefined',
  fix: 'Unite the components with a boolean operation, or separate them into meshes of their own',
  counted: { one: 'pair', many: 'pairs' },
  weight: 10,
  waitsFor: 'pairs',
  find: (study, progress) => {
    const { pairCount, isComplete, pairs } = study.selfIntersections(progress);
    if (pairCount === 0 && isComplete) return null;
    return { count: pairCount, isAtLeast: !isComplete, elements: { kind: 'pair', numbers: pairs } };
  },
};

import { foundElements } from './shared/found-elements.ts';
import type { HealthCheck } from '../health-check.ts';

export const nonFiniteVertices: HealthCheck = {
  code: 'non-finite-vertices',
  severity: 'error',
  title: 'Vertices that are not finite',
  meaning:
    'Vertices with a coordinate that is not a finite number: triangles that use one are nowhere, and an engine may refuse the mesh or crash',
  fix: 'Correct or delete the vertices in the program that made the file',
  counted: { one: 'vertex', many: 'vertices' },
  weight: 1,
  isOfWhole: true,
  find: ({ mesh: { positions }, facts }) => {
    if (facts.nonFiniteVertices === 0) return null;
    return foundElements(
      'vertex',
      positions.length / 3,
      (vertex) => !positions.subarray(3 * vertex, 3 * vertex + 3).every(Number.isFinite),
    );
  },
};

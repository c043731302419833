import { foundElements } from './shared/found-elements.ts';
import type { HealthCheck } from '../health-check.ts';

export const nonFiniteVertices: HealthCheck = {
  code: 'non-finite-vertices',
  severity: 'error',
  title: 'Non-finite vertices',
  meaning: 'Vertices with a NaN or infinite coordinate: their triangles have no position, and an engine may reject the mesh or crash',
  fix: 'Correct or delete these vertices in the program that wrote the file',
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

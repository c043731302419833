import { foundElements, foundMarked } from './shared/found-elements.ts';
import type { HealthCheck } from '../health-check.ts';

export const unusedVertices: HealthCheck = {
  code: 'unused-vertices',
  severity: 'info',
  title: 'Unused vertices',
  meaning: 'Vertices that no triangle uses: they take memory, and some engines include them in the bounds or in a convex hull',
  fix: 'Delete them',
  counted: { one: 'vertex', many: 'vertices' },
  weight: 1,
  isOfWhole: true,
  find: ({ loaded, mesh: { positions, indices }, vertexCorners }) => {
    if (loaded?.counts.unusedVertices === 0) return null;
    const { first, corners } = vertexCorners();
    // If each vertex has its own position and all triangles have edges, unused vertices are those without corners.
    if (loaded?.counts.mergedVertices === 0 && corners.length === indices.length) {
      return foundElements('vertex', first.length - 1, (vertex) => first[vertex + 1] === first[vertex]);
    }
    const isUsed = new Uint8Array(positions.length / 3);
    for (let i = 0; i < indices.length; i++) isUsed[indices[i]] = 1;
    return foundMarked('vertex', isUsed, 0);
  },
};

import { foundMarked } from './shared/found-elements.ts';
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
  find: ({ loaded, mesh: { positions, indices } }) => {
    if (loaded?.counts.unusedVertices === 0) return null;
    const isUsed = new Uint8Array(positions.length / 3);
    for (let i = 0; i < indices.length; i++) isUsed[indices[i]] = 1;
    return foundMarked('vertex', isUsed, 0);
  },
};

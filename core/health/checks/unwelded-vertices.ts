import { none } from '../../mesh/topology.ts';
import { foundElements } from './shared/found-elements.ts';
import type { HealthCheck } from '../health-check.ts';

export const unweldedVertices: HealthCheck = {
  code: 'unwelded-vertices',
  severity: 'info',
  title: 'Unwelded vertices',
  meaning:
    'Vertices at exactly the position of an earlier one that triangles use: an engine that goes by indices sees a seam there, and misses neighbours',
  fix: 'Weld vertices at equal positions; formats without indices, such as STL, cannot store it',
  counted: { one: 'vertex', many: 'vertices' },
  weight: 1,
  find: ({ loaded, mesh: { indices }, topology: { welded } }) => {
    if (loaded?.counts.mergedVertices === 0) return null;
    const isUsed = new Uint8Array(welded.length);
    for (let i = 0; i < indices.length; i++) isUsed[indices[i]] = 1;
    const firstUsed = new Uint32Array(welded.length).fill(none);
    return foundElements('vertex', welded.length, (vertex) => {
      if (isUsed[vertex] === 0) return false;
      const earlier = firstUsed[welded[vertex]];
      if (earlier === none) firstUsed[welded[vertex]] = vertex;
      return earlier !== none;
    });
  },
};

import { none } from '../../mesh/topology.ts';
import { foundElements } from './shared/found-elements.ts';
import type { HealthCheck } from '../health-check.ts';

export const unweldedVertices: HealthCheck = {
  code: 'unwelded-vertices',
  severity: 'info',
  title: 'Unwelded vertices',
  meaning:
    'Used vertices at exactly the same position as an earlier one: an engine that finds neighbours by index treats the edge as a seam',
  fix: 'Weld vertices at equal positions; formats without an index list, such as STL, cannot store welded vertices',
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

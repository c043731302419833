import { none } from '../../mesh/topology.ts';
import { foundNumbers } from './shared/found-elements.ts';
import { visitCornersAt } from './shared/visit-corners-at.ts';
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
  find: (study) => {
    const { loaded, mesh, topology } = study;
    const { welded } = topology;
    if (loaded?.counts.mergedVertices === 0) return null;
    const merged = welded.filter((lowest, vertex) => lowest !== vertex);
    const isUsed = new Uint8Array(welded.length);
    visitCornersAt(study, merged, (corner) => {
      isUsed[mesh.indices[corner]] = 1;
    });
    const firstUsed = new Uint32Array(welded.length).fill(none);
    const found: number[] = [];
    for (let vertex = isUsed.indexOf(1); vertex >= 0; vertex = isUsed.indexOf(1, vertex + 1)) {
      if (firstUsed[welded[vertex]] === none) firstUsed[welded[vertex]] = vertex;
      else found.push(vertex);
    }
    return foundNumbers('vertex', found);
  },
};

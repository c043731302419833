import { findBoundaryLoops } from './shared/find-boundary-loops.ts';
import { edgeLength } from './shared/edge-length.ts';
import { figureText } from './shared/figure-text.ts';
import type { HealthCheck } from '../health-check.ts';

export const boundaryLoops: HealthCheck = {
  code: 'boundary-loops',
  severity: 'warning',
  title: 'Boundary loops (holes)',
  meaning: 'Loops of edges with only one triangle: each is the rim of a hole or of an open sheet, so the mesh has no defined inside',
  fix: 'Fill the holes if the mesh must be solid; weld duplicate vertices first',
  counted: { one: 'loop', many: 'loops' },
  weight: 2,
  find: ({ mesh, topology, facts }) => {
    if (facts.boundaryEdges === 0) return null;
    const { first, edges, isClosed } = findBoundaryLoops(topology);
    const count = first.length - 1;
    if (count === 0) return null;
    const lengths = new Float64Array(count);
    for (let loop = 0; loop < count; loop++) {
      for (let i = first[loop]; i < first[loop + 1]; i++) lengths[loop] += edgeLength(mesh, topology, edges[i]);
    }
    return {
      count,
      figures: [isClosed.filter((closed) => closed === 0).length],
      elements: { kind: 'edge', numbers: edges, groups: first, measures: { name: 'length', values: lengths } },
    };
  },
  detailOf: ({ count, figures: [broken], elements: { groups, measures } }) => {
    const first = groups ?? new Uint32Array(count + 1);
    const lengths = measures?.values ?? new Float64Array(count);
    const longest = lengths.reduce((best, length, loop) => (length > lengths[best] ? loop : best), 0);
    return `${first[count].toLocaleString('en')} edges in total; the longest loop has ${(first[longest + 1] - first[longest]).toLocaleString('en')} edges and is ${figureText(lengths[longest])} long${broken === 0 ? '' : `; ${broken.toLocaleString('en')} ${broken === 1 ? 'loop ends' : 'loops end'} at non-manifold edges`}`;
  },
};

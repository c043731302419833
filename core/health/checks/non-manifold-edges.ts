import { edgeCount, sidesOnEdge } from '../../mesh/topology.ts';
import { foundElements } from './shared/found-elements.ts';
import type { HealthCheck } from '../health-check.ts';

export const nonManifoldEdges: HealthCheck = {
  code: 'non-manifold-edges',
  severity: 'warning',
  title: 'Non-manifold edges',
  meaning: 'Edges with more than two triangles: inside and outside are undefined there, and so is the neighbour of a triangle',
  fix: 'Separate the sheets that share the edge, or delete the interior faces',
  counted: { one: 'edge', many: 'edges' },
  weight: 1,
  find: ({ topology, facts }) =>
    facts.nonManifoldEdges === 0 ? null : foundElements('edge', edgeCount(topology), (edge) => sidesOnEdge(topology, edge) > 2),
};

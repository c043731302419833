import { edgeCount, sidesOnEdge } from '../../mesh/topology.ts';
import { foundElements } from './shared/found-elements.ts';
import type { HealthCheck } from '../health-check.ts';

export const nonManifoldEdges: HealthCheck = {
  code: 'non-manifold-edges',
  severity: 'warning',
  title: 'Non-manifold edges',
  meaning:
    'Edges with more than two triangles: there the mesh has no inside and outside, and neighbours of a triangle are a matter of luck',
  fix: 'Separate the sheets that meet there, or delete the walls inside the body',
  counted: { one: 'edge', many: 'edges' },
  weight: 1,
  find: ({ topology, facts }) =>
    facts.nonManifoldEdges === 0 ? null : foundElements('edge', edgeCount(topology), (edge) => sidesOnEdge(topology, edge) > 2),
};

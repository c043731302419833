import { edgeCount, isInconsistent, sidesOnEdge } from '../../mesh/topology.ts';
import { foundElements } from './shared/found-elements.ts';
import type { HealthCheck } from '../health-check.ts';

export const inconsistentWinding: HealthCheck = {
  code: 'inconsistent-winding',
  severity: 'warning',
  title: 'Inconsistent winding',
  meaning: 'Edges whose two triangles have opposite winding: one of them is flipped, and one-sided queries pass through it',
  fix: 'Flip the triangles on one side so that neighbours agree',
  counted: { one: 'edge', many: 'edges' },
  weight: 1,
  find: ({ topology, facts }) =>
    facts.inconsistentEdges === 0
      ? null
      : foundElements('edge', edgeCount(topology), (edge) => sidesOnEdge(topology, edge) === 2 && isInconsistent(topology, edge)),
};

import type { HealthCheck } from '../health-check.ts';
import { findJunctions } from './shared/find-junctions.ts';

export const tJunctions: HealthCheck = {
  code: 't-junctions',
  severity: 'warning',
  title: 'T-junctions',
  meaning: 'Boundary vertices that lie on a boundary edge of another triangle, between its ends: rounding opens a crack there',
  fix: 'Split the edge at the vertex, then weld',
  counted: { one: 'vertex', many: 'vertices' },
  weight: 1,
  off: { by: 'tolerance', at: 0, reason: 'The tolerance is 0' },
  find: (study, progress) => {
    if (study.facts.boundaryEdges === 0 && study.facts.duplicateTriangles === 0) return null;
    const { mesh, topology, diagonal, options } = study;
    const distances = new Map<number, number>();
    const triangles: number[] = [];
    const isComplete = findJunctions(
      mesh,
      topology,
      options.tolerance * diagonal,
      options.effort * 1e6,
      progress,
      (vertex, edge, apart) => {
        distances.set(vertex, Math.min(distances.get(vertex) ?? Infinity, apart));
        triangles.push(Math.floor(topology.edgeSides[topology.edgeFirst[edge]] / 3));
      },
      study.facts.duplicateTriangles > 0,
    );
    if (distances.size === 0 && isComplete) return null;
    const measures = { name: 'distance', values: Float64Array.from(distances.values()) };
    const numbers = Uint32Array.from(distances.keys());
    return {
      count: distances.size,
      isAtLeast: !isComplete,
      elements: { kind: 'vertex', numbers, measures, moreTriangles: Uint32Array.from(triangles) },
    };
  },
};

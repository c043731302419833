import { edgeCount, isForward, none, type MeshTopology } from '../../mesh/topology.ts';
import type { TriangleSets } from '../../mesh/triangle-sets.ts';
import { edgeLength } from './shared/edge-length.ts';
import { groupedTriangles } from './shared/grouped-triangles.ts';
import { hullSets } from './shared/hulls.ts';
import type { HealthCheck } from '../health-check.ts';

export const openHulls: HealthCheck = {
  code: 'open-hulls',
  severity: 'error',
  title: 'Open hulls',
  meaning: 'Hulls that are not closed: some edges do not have exactly two triangles of the hull with consistent winding',
  fix: 'Create the convex hull of their vertices again',
  counted: { one: 'hull', many: 'hulls' },
  weight: 1,
  off: { by: 'hulls', at: 'none', reason: 'The hulls option is None' },
  find: (study) => {
    const { mesh, topology } = study;
    const hulls = hullSets(study, 'file');
    if (hulls.count === 0) return null;
    const lengths = new Float64Array(hulls.count);
    const open: number[] = [];
    eachOpenEdge(topology, hulls, (edge, hull, sides) => {
      lengths[hull] += edgeLength(mesh, topology, edge);
      for (const side of sides) open.push(Math.floor(side / 3));
    });
    return groupedTriangles(open, hulls, 'length of open edges', lengths);
  },
};

/** Calls `visit` for each edge that the triangles of a hull do not close, with the sides of that hull on the edge. */
function eachOpenEdge(
  topology: MeshTopology,
  { setOf }: TriangleSets,
  visit: (edge: number, hull: number, sides: readonly number[]) => void,
): void {
  const { edgeFirst, edgeSides } = topology;
  for (let edge = 0; edge < edgeCount(topology); edge++) {
    const sidesOf = new Map<number, number[]>();
    for (let at = edgeFirst[edge]; at < edgeFirst[edge + 1]; at++) {
      const hull = setOf[Math.floor(edgeSides[at] / 3)];
      if (hull === none) continue;
      const sides = sidesOf.get(hull);
      if (sides === undefined) sidesOf.set(hull, [edgeSides[at]]);
      else sides.push(edgeSides[at]);
    }
    for (const [hull, sides] of sidesOf) {
      const [a, b] = sides;
      const isClosed = sides.length === 2 && isForward(topology, a) !== isForward(topology, b);
      if (!isClosed) visit(edge, hull, sides);
    }
  }
}

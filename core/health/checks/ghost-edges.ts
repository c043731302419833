import { toDegrees } from '../../math/angles.ts';
import { orient3dSign } from '../../math/orientation.ts';
import { edgeCount, isInconsistent, previousSide, sidesOnEdge } from '../../mesh/topology.ts';
import { readCorners } from '../../mesh/read-corners.ts';
import { hasNoArea } from '../../shape/triangle-area.ts';
import { angleBetween, scaledNormal } from './shared/scaled-normal.ts';
import type { HealthCheck } from '../health-check.ts';
import type { MeshStudy } from '../study/mesh-study.ts';

export const ghostEdges: HealthCheck = {
  code: 'ghost-edges',
  severity: 'info',
  title: 'Ghost edges',
  meaning:
    'Shared edges that are concave, or bend outward by less than the ghost angle: if an engine collides with them, they stop or lift a body that rolls across',
  fix: 'Mark them as inactive (internal) edges in the engine, or merge the triangles of flat faces',
  counted: { one: 'edge', many: 'edges' },
  weight: 1,
  off: { by: 'ghostAngle', at: 0, reason: 'The ghost angle is 0' },
  // The default of Jolt.
  turnedOnBy: { ghostAngle: 5 },
  find: (study) => {
    const {
      topology,
      options: { ghostAngle },
    } = study;
    const edges: number[] = [];
    const angles: number[] = [];
    const bendOf = createBend(study);
    for (let edge = 0; edge < edgeCount(topology); edge++) {
      if (sidesOnEdge(topology, edge) !== 2 || isInconsistent(topology, edge)) continue;
      const bend = bendOf(edge);
      if (bend === null || bend >= ghostAngle) continue;
      edges.push(edge);
      angles.push(bend);
    }
    if (edges.length === 0) return null;
    const measures = { name: 'outward bend in degrees', values: Float64Array.from(angles) };
    return { count: edges.length, elements: { kind: 'edge', numbers: Uint32Array.from(edges), measures } };
  },
  detailOf: ({ elements: { measures } }) =>
    `${(measures?.values.filter((bend) => bend < 0).length ?? 0).toLocaleString('en')} of them are concave`,
};

/** Returns a function that measures the outward bend at an edge with two triangles, in degrees. It is negative at a concave edge, and `null` if a triangle has no area. */
function createBend({ mesh, topology: { edgeFirst, edgeSides } }: MeshStudy): (edge: number) => number | null {
  const p = new Float64Array(9);
  const q = new Float64Array(9);
  const n = new Float64Array(3);
  const m = new Float64Array(3);
  return (edge) => {
    const side = edgeSides[edgeFirst[edge]];
    const other = edgeSides[edgeFirst[edge] + 1];
    readCorners(mesh, Math.floor(side / 3), p);
    readCorners(mesh, Math.floor(other / 3), q);
    if (hasNoArea(p) || hasNoArea(q)) return null;
    scaledNormal(p, n);
    scaledNormal(q, m);
    const angle = toDegrees(angleBetween(n, m));
    // The corner of the other triangle that is not on the edge. It lies below the plane of this triangle where the surface is convex.
    const apex = 3 * (previousSide(other) % 3);
    const height = orient3dSign(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], q[apex], q[apex + 1], q[apex + 2]);
    return height > 0 ? -angle : angle;
  };
}

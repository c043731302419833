import { doesAscend } from '../../mesh/coincident-triangles.ts';
import type { HealthCheck } from '../health-check.ts';

export const oppositeTriangles: HealthCheck = {
  code: 'opposite-triangles',
  severity: 'warning',
  title: 'Opposite triangles',
  meaning:
    'Triangles with the same corners as an earlier triangle but the opposite winding: a wall without thickness that pushes bodies to both sides',
  fix: 'Delete one of the two; use two-sided queries if both sides must collide',
  counted: { one: 'triangle', many: 'triangles' },
  weight: 1,
  find: ({ topology, coincident: { first, triangles } }) => {
    const found: number[] = [];
    for (let set = 0; set + 1 < first.length; set++) {
      const firstAscends = doesAscend(topology, triangles[first[set]]);
      for (let i = first[set] + 1; i < first[set + 1]; i++)
        if (doesAscend(topology, triangles[i]) !== firstAscends) found.push(triangles[i]);
    }
    return found.length === 0 ? null : { count: found.length, elements: { kind: 'triangle', numbers: Uint32Array.from(found).sort() } };
  },
};

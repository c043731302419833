import { doesAscend } from '../../mesh/coincident-triangles.ts';
import type { HealthCheck } from '../health-check.ts';

export const duplicateTriangles: HealthCheck = {
  code: 'duplicate-triangles',
  severity: 'warning',
  title: 'Duplicate triangles',
  meaning: 'Triangles with the same corners and the same winding as an earlier triangle of the same body: each contact is reported twice',
  fix: 'Delete the duplicates and keep one of each',
  counted: { one: 'triangle', many: 'triangles' },
  weight: 1,
  find: ({ topology, coincident: { first, triangles } }) => {
    const found: number[] = [];
    for (let set = 0; set + 1 < first.length; set++) {
      let ascending = 0;
      let descending = 0;
      for (let i = first[set]; i < first[set + 1]; i++) {
        const before = doesAscend(topology, triangles[i]) ? ascending++ : descending++;
        if (before > 0) found.push(triangles[i]);
      }
    }
    return found.length === 0 ? null : { count: found.length, elements: { kind: 'triangle', numbers: Uint32Array.from(found).sort() } };
  },
};

import { chosenSets } from '../../mesh/triangle-sets.ts';
import { hullSets } from './shared/hulls.ts';
import type { HealthCheck } from '../health-check.ts';
import type { MeshStudy } from '../study/mesh-study.ts';

export const flatHulls: HealthCheck = {
  code: 'flat-hulls',
  severity: 'error',
  title: 'Flat hulls',
  meaning:
    'Hulls whose vertices all lie in one plane, apart from rounding: they have no volume, and an engine rejects them or gives them no mass',
  fix: 'Give them a thickness, or use a box',
  counted: { one: 'hull', many: 'hulls' },
  weight: 0,
  off: { by: 'hulls', at: 'none', reason: 'The hulls option is None' },
  find: (study) => {
    const found = (['file', 'engine'] as const).flatMap((by) => {
      const hulls = hullSets(study, by);
      const flat = Array.from({ length: hulls.count }, (_, hull) => hull).filter((hull) =>
        isFlat(study, hulls.triangles.subarray(hulls.first[hull], hulls.first[hull + 1])),
      );
      return flat.map((hull) => chosenSets(hulls, [hull]).triangles);
    });
    if (found.length === 0) return null;
    found.sort((a, b) => a[0] - b[0]);
    const groups = new Uint32Array(found.length + 1);
    found.forEach((triangles, i) => (groups[i + 1] = groups[i] + triangles.length));
    const numbers = new Uint32Array(groups[found.length]);
    found.forEach((triangles, i) => numbers.set(triangles, groups[i]));
    return { count: found.length, elements: { kind: 'triangle', numbers, groups } };
  },
};

/** Rounding error of the distance to a plane, as a fraction of the size of the hull. */
const heightError = 1e-12;

/** Whether all corners lie in the plane of the largest triangle, relative to the first corner. */
function isFlat({ mesh: { positions, indices } }: MeshStudy, triangles: Uint32Array): boolean {
  if (triangles.length === 0) return false;
  const origin = 3 * indices[3 * triangles[0]];
  const from = (corner: number, axis: number): number => positions[3 * indices[corner] + axis] - positions[origin + axis];
  let size = 0;
  let largest = 0;
  const normal = [0, 0, 0];
  const at = [0, 0, 0];
  for (const triangle of triangles) {
    const [ux, uy, uz, vx, vy, vz] = [3 * triangle + 1, 3 * triangle + 2].flatMap((corner) =>
      [0, 1, 2].map((axis) => from(corner, axis) - from(3 * triangle, axis)),
    ) as [number, number, number, number, number, number];
    const n = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const length = Math.hypot(...n);
    for (let corner = 3 * triangle; corner < 3 * triangle + 3; corner++)
      size = Math.max(size, Math.hypot(from(corner, 0), from(corner, 1), from(corner, 2)));
    if (length <= largest) continue;
    largest = length;
    for (let axis = 0; axis < 3; axis++) {
      normal[axis] = n[axis] / length;
      at[axis] = from(3 * triangle, axis);
    }
  }
  if (largest === 0) return true;
  return triangles.every((triangle) =>
    [0, 1, 2].every(
      (k) =>
        Math.abs([0, 1, 2].reduce((sum, axis) => sum + normal[axis] * (from(3 * triangle + k, axis) - at[axis]), 0)) <= heightError * size,
    ),
  );
}

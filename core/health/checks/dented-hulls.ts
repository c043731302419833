import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { TriangleSets } from '../../mesh/triangle-sets.ts';
import { readCorners } from '../../mesh/read-corners.ts';
import type { Progress } from '../../progress.ts';
import { hasNoArea } from '../../shape/triangle-area.ts';
import { createBoxHierarchy } from '../study/boxes/box-hierarchy.ts';
import { farthestAlong } from './shared/farthest-point.ts';
import { groupedTriangles } from './shared/grouped-triangles.ts';
import { hullSets } from './shared/hulls.ts';
import { scaledNormal } from './shared/scaled-normal.ts';
import type { CheckResult, HealthCheck } from '../health-check.ts';
import type { MeshStudy } from '../study/mesh-study.ts';

export const dentedHulls: HealthCheck = {
  code: 'dented-hulls',
  severity: 'error',
  title: 'Concave hulls',
  meaning: 'Hulls that are not convex: vertices lie on both sides of a face, and a convex solver treats the dent as solid',
  fix: 'Create the convex hull of their vertices, or decompose the body into several hulls',
  counted: { one: 'hull', many: 'hulls' },
  weight: 2,
  waitsFor: 'forms',
  off: { by: 'hulls', at: 'none', reason: 'The hulls option is None' },
  find: (study, progress) => findDents(study, hullSets(study, 'file'), progress),
};

/** Returns the faces that have vertices of their hull on both sides, grouped by hull. @throws whatever `progress` throws. */
export function findDents(
  { mesh, forms, options: { hullTolerance } }: MeshStudy,
  hulls: TriangleSets,
  progress: Progress,
): CheckResult | null {
  if (hulls.count === 0) return null;
  const { heights } = forms();
  const deepest = new Float64Array(hulls.count);
  const dented: number[] = [];
  for (let hull = 0; hull < hulls.count; hull++) {
    const part = (fraction: number): void => progress((hull + fraction) / hulls.count);
    const triangles = hulls.triangles.subarray(hulls.first[hull], hulls.first[hull + 1]);
    eachFace(mesh, triangles, part, (triangle, depth, diagonal) => {
      // The plane of a face thinner than the tolerance is unreliable; its neighbours report the dent.
      if (!(depth > hullTolerance * diagonal && heights[triangle] > hullTolerance * diagonal)) return;
      deepest[hull] = Math.max(deepest[hull], depth);
      dented.push(triangle);
    });
  }
  return groupedTriangles(dented, hulls, 'depth', deepest);
}

/**
 * Calls `visit` for each face of a hull. `depth` is the smaller of the two distances by which vertices lie above and below the face:
 * 0 for a convex hull, whatever its winding. `diagonal` is that of the hull.
 */
function eachFace(
  mesh: TriangleMesh,
  triangles: Uint32Array,
  progress: Progress,
  visit: (triangle: number, depth: number, diagonal: number) => void,
): void {
  const corners = createBoxHierarchy(pointBoxes(mesh, triangles));
  const { nodes } = corners;
  const diagonal = Math.hypot(nodes[9] - nodes[6], nodes[10] - nodes[7], nodes[11] - nodes[8]);
  const t = new Float64Array(9);
  const n = new Float64Array(3);
  for (let i = 0; i < triangles.length; i++) {
    if (i % 4096 === 0) progress(i / triangles.length);
    readCorners(mesh, triangles[i], t);
    if (hasNoArea(t)) continue;
    scaledNormal(t, n);
    const size = Math.hypot(n[0], n[1], n[2]);
    const x = n[0] / size;
    const y = n[1] / size;
    const z = n[2] / size;
    const height = x * t[0] + y * t[1] + z * t[2];
    const above = farthestAlong(corners, x, y, z) - height;
    const below = farthestAlong(corners, -x, -y, -z) + height;
    visit(triangles[i], Math.min(above, below), diagonal);
  }
}

/** Returns (6·n) boxes without extent, one for each vertex of the triangles. */
function pointBoxes({ positions, indices }: TriangleMesh, triangles: Uint32Array): Float64Array {
  const vertices = new Set<number>();
  for (let i = 0; i < triangles.length; i++) for (let k = 0; k < 3; k++) vertices.add(indices[3 * triangles[i] + k]);
  const boxes = new Float64Array(6 * vertices.size);
  let at = 0;
  for (const vertex of vertices) {
    for (let k = 0; k < 3; k++) boxes[at + k] = boxes[at + 3 + k] = positions[3 * vertex + k];
    at += 6;
  }
  return boxes;
}

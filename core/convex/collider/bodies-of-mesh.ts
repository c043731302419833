import { meshOfRuns } from '../../mesh/mesh-of-runs.ts';
import { runsOfParts } from '../../mesh/runs-of-parts.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { convexHull } from '../hull/convex-hull.ts';
import type { ColliderBody } from './collider.ts';

/** Returns the parts of a collider as bodies: a part whose role is a convex shape as the hull of its vertices, if that is solid. */
export function bodiesOfMesh(mesh: TriangleMesh): readonly ColliderBody[] {
  return mesh.parts.flatMap(({ name, role, triangleCount }, part): readonly ColliderBody[] => {
    if (triangleCount === 0) return [];
    const own = meshOfRuns(mesh, runsOfParts(mesh, [part]));
    const of = role?.of ?? null;
    if (role !== undefined && role.shape !== 'triangles') {
      const hull = convexHull(own.positions);
      if (hull.dimension === 3) return [{ kind: 'hull', name, of, hull }];
    }
    return [{ kind: 'mesh', name, of, mesh: own }];
  });
}

import type { Vec3 } from '#core/math/vec3';
import { hullOverlap, prepareHull, type PointHull } from '#core/query/hull/hull';
import { createShapeWorkspace } from '#core/query/overlap-descent';
import { Plane, Vector3 } from 'three';
import type { Box3 } from 'three';
import { ConvexHull } from 'three/addons/math/ConvexHull.js';
import { benchRadius } from '../bench-mesh.ts';
import type { BenchTask } from '../bench-task.ts';
import { compareOverlaps } from '../compare-overlaps.ts';
import { planesMeetTriangle } from '../planes-meet-triangle.ts';
import { countOf } from '../rates.ts';
import { seeded } from '../seeded.ts';

const measured = 512;
const points = 12;
const size = 0.1 * benchRadius;

/**
 * All triangles that overlap the hull of twelve points, a fifth of the radius of the mesh wide. Both sides have the
 * planes of the hulls ready: ours exact ones, the rival those of three's `ConvexHull`, since it has no such query.
 */
export const hull: BenchTask = {
  name: 'hull',
  rival: 'three-mesh-bvh',
  unit: 'k/s',
  run: async (mesh, rounds) => {
    const { inBall } = seeded(10);
    const hulls = Array.from({ length: countOf(measured, rounds) }, (): PointHull => {
      const [x, y, z] = inBall(benchRadius);
      const point = (): Vec3 => {
        const [u, v, w] = inBall(size);
        return [x + u, y + v, z + w];
      };
      return { points: Array.from({ length: points }, point) };
    });
    const { tree, mesh: triangles } = mesh.fast;
    const workspace = createShapeWorkspace(tree);
    const prepared = new Map(hulls.map((solid) => [solid, prepareHull(solid)]));
    const ours = (solid: PointHull): Uint32Array => hullOverlap(tree, triangles, prepared.get(solid)!, {}, workspace).triangles;
    return compareOverlaps(mesh, rounds, hulls, ours, (solid) => {
      const planes = inwardPlanes(solid);
      return {
        intersectsBounds: (bounds) => planes.every((plane) => reaches(plane, bounds)),
        intersectsTriangle: (triangle) => planesMeetTriangle(planes, triangle),
      };
    });
  },
};

function inwardPlanes(solid: PointHull): readonly Plane[] {
  const { faces } = new ConvexHull().setFromPoints(solid.points.map((point) => new Vector3(...point)));
  return faces.map(({ normal, constant }) => new Plane(normal.clone().negate(), constant));
}

/** Whether a corner of the box lies in front of the plane. */
function reaches({ normal, constant }: Plane, { min, max }: Box3): boolean {
  const along = (k: 'x' | 'y' | 'z'): number => normal[k] * (normal[k] > 0 ? max[k] : min[k]);
  return along('x') + along('y') + along('z') + constant >= 0;
}

import { frustumOverlap, prepareFrustum } from '#core/query/frustum/frustum';
import type { Frustum } from '#core/query/frustum/half-spaces';
import { createShapeWorkspace } from '#core/query/overlap-descent';
import { Matrix4, PerspectiveCamera, Frustum as ThreeFrustum } from 'three';
import { benchRadius } from '../bench-mesh.ts';
import type { BenchTask } from '../bench-task.ts';
import { compareOverlaps } from '../compare-overlaps.ts';
import { planesMeetTriangle } from '../planes-meet-triangle.ts';
import { seeded } from '../seeded.ts';

const count = 512;
const degrees = 20;
const near = 0.05 * benchRadius;
const far = 0.5 * benchRadius;

/**
 * All triangles that a camera in the bounding sphere sees: 20° high and wide, half a radius far. Both sides have the planes ready. The rival tests boxes by three's `Frustum`;
 * three has no test of a triangle, so planes cut it.
 */
export const frustum: BenchTask = {
  name: 'frustum',
  rival: 'three-mesh-bvh',
  unit: 'k/s',
  run: async (mesh, rounds) => {
    const { inBall } = seeded(9);
    const camera = new PerspectiveCamera(degrees, 1, near, far);
    const cameras = Array.from({ length: count }, (): Frustum => {
      camera.position.set(...inBall(benchRadius));
      camera.lookAt(...inBall(benchRadius));
      camera.updateMatrixWorld();
      return { clipFromMesh: new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse).toArray() };
    });
    const { tree, mesh: triangles } = mesh.fast;
    const workspace = createShapeWorkspace(tree);
    const prepared = new Map(cameras.map((seen) => [seen, prepareFrustum(seen)]));
    const ours = (seen: Frustum): Uint32Array => frustumOverlap(tree, triangles, prepared.get(seen)!, {}, workspace).triangles;
    return compareOverlaps(mesh, rounds, cameras, ours, ({ clipFromMesh }) => {
      const seen = new ThreeFrustum().setFromProjectionMatrix(new Matrix4().fromArray([...clipFromMesh]));
      return {
        intersectsBounds: (bounds) => seen.intersectsBox(bounds),
        intersectsTriangle: (triangle) => planesMeetTriangle(seen.planes, triangle),
      };
    });
  },
};

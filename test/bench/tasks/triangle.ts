import type { Vec3 } from '#core/math/vec3';
import { createShapeWorkspace } from '#core/query/overlap-descent';
import { triangleOverlap, type QueryTriangle } from '#core/query/triangle/triangle';
import { Vector3 } from 'three';
import { ExtendedTriangle } from 'three-mesh-bvh';
import { benchRadius } from '../bench-mesh.ts';
import type { BenchTask } from '../bench-task.ts';
import { compareOverlaps } from '../compare-overlaps.ts';
import { countOf } from '../rates.ts';
import { seeded } from '../seeded.ts';

/** Enough for both sides to run compiled code: these queries take a few microseconds. */
const measured = 16_384;
/** How far the corners lie from a point at most. */
const size = 0.1 * benchRadius;

/** All triangles that overlap a triangle, about a tenth of the radius of the mesh large, anywhere in the bounding sphere. */
export const triangle: BenchTask = {
  name: 'triangle',
  rival: 'three-mesh-bvh',
  unit: 'k/s',
  run: async (mesh, rounds) => {
    const { inBall } = seeded(8);
    const queries = Array.from({ length: countOf(measured, rounds) }, (): QueryTriangle => {
      const [x, y, z] = inBall(benchRadius);
      const corner = (): Vec3 => {
        const [u, v, w] = inBall(size);
        return [x + u, y + v, z + w];
      };
      return { a: corner(), b: corner(), c: corner() };
    });
    const { tree, mesh: triangles } = mesh.fast;
    const workspace = createShapeWorkspace(tree);
    const ours = (query: QueryTriangle): Uint32Array => triangleOverlap(tree, triangles, query, {}, workspace).triangles;
    return compareOverlaps(mesh, rounds, queries, ours, ({ a, b, c }) => {
      const query = new ExtendedTriangle(new Vector3(...a), new Vector3(...b), new Vector3(...c));
      return {
        intersectsBounds: (bounds) => bounds.intersectsTriangle(query),
        intersectsTriangle: (other) => query.intersectsTriangle(other),
      };
    });
  },
};

import { nearestTriangles } from '#core/query/nearest/nearest';
import { Vector3 } from 'three';
import type { MeshBVH } from 'three-mesh-bvh';
import { benchRadius } from '../bench-mesh.ts';
import type { BenchTask } from '../bench-task.ts';
import { compare } from '../compare.ts';
import { perSecond } from '../rates.ts';
import { resultHash } from '../result-hash.ts';
import { seeded } from '../seeded.ts';

const count = 2048;
/** Triangles of each point. */
const wanted = 8;
/** Of the radius; the rival works on triangles of 32 bits. */
const maxDifference = 1e-5;

/**
 * The eight nearest triangles of points anywhere in a ball a fifth larger than the mesh's, with all numbers of ours. The rival visits near boxes
 * first and keeps the eight smallest distances, since it has no such query.
 */
export const nearest: BenchTask = {
  name: 'nearest',
  rival: 'three-mesh-bvh',
  unit: 'k/s',
  run: async ({ fast: { mesh, tree }, rival }, rounds) => {
    const { inBall } = seeded(13);
    const points = Array.from({ length: count }, () => inBall(1.2 * benchRadius));
    const triangles = new Int32Array(wanted * count);
    const distances = new Float64Array(wanted * count);
    const ours = (): void => {
      points.forEach((point, i) => {
        nearestTriangles(tree, mesh, point, wanted).closest.forEach(({ triangle, distance }, k) => {
          triangles[wanted * i + k] = triangle;
          distances[wanted * i + k] = distance;
        });
      });
    };
    const threePoints = points.map((point) => new Vector3(...point));
    const theirDistances = new Float64Array(wanted * count);
    const theirs = (): void => threePoints.forEach((point, i) => findNearest(rival, point, theirDistances, wanted * i));
    const result = await compare({ run: ours }, { run: theirs }, rounds);
    const differ = distances.filter((distance, i) => !(Math.abs(distance - theirDistances[i]!) <= maxDifference * benchRadius)).length;
    return {
      ...perSecond(result, count, 1e3),
      hash: resultHash(triangles, distances),
      disagreement: differ === 0 ? null : `${differ} of ${distances.length} distances differ`,
    };
  },
};

/** Writes the smallest distances, ascending. */
function findNearest(bvh: MeshBVH, point: Vector3, distances: Float64Array, at: number): void {
  const last = at + wanted - 1;
  distances.fill(Infinity, at, last + 1);
  const target = new Vector3();
  bvh.shapecast({
    boundsTraverseOrder: (box) => box.distanceToPoint(point),
    intersectsBounds: (_box, _isLeaf, distance) => distance! < distances[last]!,
    intersectsTriangle: (triangle) => {
      const distance = triangle.closestPointToPoint(point, target).distanceTo(point);
      if (distance >= distances[last]!) return false;
      let to = last;
      for (; to > at && distances[to - 1]! > distance; to--) distances[to] = distances[to - 1]!;
      distances[to] = distance;
      return false;
    },
  });
}

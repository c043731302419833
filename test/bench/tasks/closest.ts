import type { Vec3 } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { closestPointMany } from '#core/query/batch/closest-point-many';
import { closestPointInto } from '#core/query/closest/into';
import { createClosestWorkspace } from '#core/query/closest/workspace';
import { Vector3 } from 'three';
import { resultHash } from '../result-hash.ts';
import { benchRadius, type BenchMesh } from '../bench-mesh.ts';
import type { BenchTask, Outcome } from '../bench-task.ts';
import { compare } from '../compare.ts';
import { countOf, perSecond } from '../rates.ts';
import { seeded } from '../seeded.ts';

const measured = 16_384;
/** How far the points about the surface lie from it at most. */
const nearDistance = 0.01 * benchRadius;
/** Of the radius; the rival keeps points of 64 bits but works on triangles of 32. */
const maxDifference = 1e-5;

/** The closest points of points anywhere in a ball a fifth larger than the mesh's. */
export const closest: BenchTask = {
  name: 'closest',
  rival: 'three-mesh-bvh',
  unit: 'k/s',
  run: (mesh, rounds) => {
    const { inBall } = seeded(4);
    return closestPoints(
      mesh,
      rounds,
      Array.from({ length: countOf(measured, rounds) }, () => inBall(1.2 * benchRadius)),
    );
  },
};

/** The closest points of points about the surface, a hundredth of the radius from it at most. */
export const closestNear: BenchTask = {
  name: 'closest-near',
  rival: 'three-mesh-bvh',
  unit: 'k/s',
  run: (mesh, rounds) => {
    const { number, inBall } = seeded(5);
    return closestPoints(
      mesh,
      rounds,
      Array.from({ length: countOf(measured, rounds) }, () => plus(pointOf(mesh.mesh, number), inBall(nearDistance))),
    );
  },
};

async function closestPoints({ fast: { mesh, tree }, rival }: BenchMesh, rounds: number, points: readonly Vec3[]): Promise<Outcome> {
  const workspace = createClosestWorkspace(tree);
  const triangles = new Int32Array(points.length);
  const distances = new Float64Array(points.length);
  const ours = (): void => {
    for (let i = 0; i < points.length; i++) {
      triangles[i] = closestPointInto(tree, mesh, points[i]!, Infinity, workspace);
      distances[i] = workspace.distance;
    }
  };
  const threePoints = points.map((point) => new Vector3(...point));
  const theirDistances = new Float64Array(points.length);
  const target = { point: new Vector3(), distance: 0, faceIndex: 0 };
  const theirs = (): void => {
    for (let i = 0; i < points.length; i++) theirDistances[i] = rival.closestPointToPoint(threePoints[i]!, target)?.distance ?? Infinity;
  };
  const result = await compare({ run: ours }, { run: theirs }, rounds);
  const flat = Float64Array.from(points.flat());
  const inBatches = await compare({ run: () => closestPointMany(tree, mesh, { points: flat }) }, { run: ours }, rounds);
  if (resultHash(inBatches.ours.triangles) !== resultHash(triangles)) throw new Error('A batch of points has another result');
  const rates = perSecond(inBatches, points.length, 1e3);
  const differ = distances.filter((distance, i) => !(Math.abs(distance - theirDistances[i]!) <= maxDifference * benchRadius)).length;
  return {
    ...perSecond(result, points.length, 1e3),
    hash: resultHash(triangles, distances),
    disagreement: differ === 0 ? null : `${differ} of ${points.length} distances differ`,
    note: `in one call ${rates.ours.toFixed(0)} k/s, in single calls ${rates.theirs.toFixed(0)} k/s`,
  };
}

/** Any point of any triangle. */
function pointOf({ positions, indices }: TriangleMesh, number: () => number): Vec3 {
  const triangle = Math.floor((number() * indices.length) / 3);
  const [u, v] = [number(), number()];
  const [p, q] = u + v > 1 ? [1 - u, 1 - v] : [u, v];
  const [a, b, c] = [0, 1, 2].map((corner) => 3 * indices[3 * triangle + corner]!) as [number, number, number];
  const along = (k: number): number =>
    positions[a + k]! + p * (positions[b + k]! - positions[a + k]!) + q * (positions[c + k]! - positions[a + k]!);
  return [along(0), along(1), along(2)];
}

function plus([x, y, z]: Vec3, [u, v, w]: Vec3): Vec3 {
  return [x + u, y + v, z + w];
}

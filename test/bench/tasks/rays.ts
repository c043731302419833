import type { Vec3 } from '#core/math/vec3';
import { normalized } from '#core/math/vec3';
import { defaultValues } from '#core/options/option';
import { rayOptions } from '#core/options/ray-options';
import { createRayWorkspace } from '#core/query/ray-workspace';
import { raycastInto } from '#core/query/raycast-into';
import type { Ray } from '#core/query/ray';
import { DoubleSide, Ray as ThreeRay, Vector3 } from 'three';
import { answerHash } from '../answer-hash.ts';
import { benchRadius, type BenchMesh } from '../bench-mesh.ts';
import type { BenchTask, Outcome } from '../bench-task.ts';
import { race } from '../race.ts';
import { perSecond } from '../rates.ts';
import { seeded } from '../seeded.ts';

const side = 256;
const count = side * side;
/** No triangle was met. */
const none = 0xffff_ffff;
/** Of all rays; the rival's triangle test lets some through at the rims of triangles that they truly meet. */
const mostDisagreements = 1e-3;

/** First hits of rays from the bounding sphere towards points within. */
export const raysRandom: BenchTask = {
  name: 'rays-random',
  rival: 'three-mesh-bvh',
  unit: 'M/s',
  run: (mesh, rounds) => {
    const { direction, inBall } = seeded(1);
    return firstHits(mesh, rounds, Array.from({ length: count }, () => rayTo(scaled(direction(), benchRadius), inBall(benchRadius))));
  },
};

/** First hits of the rays of a camera that sees the whole mesh, line by line. */
export const raysGrid: BenchTask = {
  name: 'rays-grid',
  rival: 'three-mesh-bvh',
  unit: 'M/s',
  run: (mesh, rounds) => {
    const eye: Vec3 = [0, 0, 3 * benchRadius];
    const across = (i: number): number => benchRadius * ((2 * i + 1) / side - 1);
    return firstHits(mesh, rounds, Array.from({ length: count }, (_, i) => rayTo(eye, [across(i % side), -across(Math.floor(i / side)), 0])));
  },
};

async function firstHits({ fast: { mesh, tree }, rival }: BenchMesh, rounds: number, rays: readonly Ray[]): Promise<Outcome> {
  const options = defaultValues(rayOptions);
  const workspace = createRayWorkspace(tree);
  const triangles = new Uint32Array(rays.length);
  const distances = new Float64Array(rays.length);
  const ours = (): void => {
    for (let i = 0; i < rays.length; i++) {
      const hit = raycastInto(workspace, tree, mesh, rays[i]!, options) > 0;
      triangles[i] = hit ? workspace.hitTriangles[0]! : none;
      distances[i] = hit ? workspace.hitDistances[0]! : Infinity;
    }
  };
  const threeRays = rays.map(({ origin, direction }) => new ThreeRay(new Vector3(...origin), new Vector3(...direction)));
  const theirDistances = new Float64Array(rays.length);
  const theirs = (): void => {
    for (let i = 0; i < threeRays.length; i++) theirDistances[i] = rival.raycastFirst(threeRays[i]!, DoubleSide)?.distance ?? Infinity;
  };
  const result = await race({ run: ours }, { run: theirs }, rounds);
  return { ...perSecond(result, rays.length, 1e6), hash: answerHash(triangles), disagreement: disagreement(distances, theirDistances) };
}

function disagreement(ours: Float64Array, theirs: Float64Array): string | null {
  const differ = ours.filter((distance, i) => distance !== theirs[i] && !(Math.abs(distance - theirs[i]!) <= 1e-5 * benchRadius)).length;
  return differ <= mostDisagreements * ours.length ? null : `${differ} of ${ours.length} rays have another first hit`;
}

function rayTo(origin: Vec3, target: Vec3): Ray {
  const direction = normalized([target[0] - origin[0], target[1] - origin[1], target[2] - origin[2]]);
  if (direction === null) throw new Error('A ray needs two points');
  return { origin, direction, far: Infinity };
}

function scaled([x, y, z]: Vec3, by: number): Vec3 {
  return [x * by, y * by, z * by];
}

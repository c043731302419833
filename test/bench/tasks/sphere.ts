import { createSphereWorkspace } from '#core/query/sphere/workspace';
import { sphereOverlapInto } from '#core/query/sphere/into';
import { Sphere as ThreeSphere, Vector3 } from 'three';
import { resultHash } from '../result-hash.ts';
import { benchRadius } from '../bench-mesh.ts';
import type { BenchTask } from '../bench-task.ts';
import { compare } from '../compare.ts';
import { countOf, perSecond } from '../rates.ts';
import { seeded } from '../seeded.ts';

const measured = 16_384;
const radius = 0.05 * benchRadius;

/** Whether spheres, a twentieth of the size of the mesh and anywhere in its bounding sphere, overlap it. */
export const sphere: BenchTask = {
  name: 'sphere',
  rival: 'three-mesh-bvh',
  unit: 'k/s',
  run: async ({ fast: { mesh, tree }, rival }, rounds) => {
    const count = countOf(measured, rounds);
    const { inBall } = seeded(2);
    const spheres = Array.from({ length: count }, () => ({ center: inBall(benchRadius), radius }));
    const workspace = createSphereWorkspace(tree);
    const touches = new Uint8Array(count);
    const ours = (): void => {
      for (let i = 0; i < count; i++) touches[i] = sphereOverlapInto(tree, mesh, spheres[i]!, 'any', workspace) > 0 ? 1 : 0;
    };
    const threeSpheres = spheres.map(({ center }) => new ThreeSphere(new Vector3(...center), radius));
    const theirTouches = new Uint8Array(count);
    const theirs = (): void => {
      for (let i = 0; i < count; i++) theirTouches[i] = rival.intersectsSphere(threeSpheres[i]!) ? 1 : 0;
    };
    const result = await compare({ run: ours }, { run: theirs }, rounds);
    const differ = touches.filter((touch, i) => touch !== theirTouches[i]).length;
    return {
      ...perSecond(result, count, 1e3),
      hash: resultHash(touches),
      disagreement: differ === 0 ? null : `${differ} of ${count} spheres overlap for one and not for the other`,
    };
  },
};

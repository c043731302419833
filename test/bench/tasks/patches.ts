import type { Vec3 } from '#core/math/vec3';
import { patchDistance, patchRay } from '#core/patch/patch-queries';
import { tessellatePatches } from '#core/patch/tessellate-patches';
import { closestPoint } from '#core/query/closest/closest';
import { raycast } from '#core/query/ray/ray';
import { newellTeapot } from '../newell-teapot.ts';
import { type BenchTask, SkippedTask } from '../bench-task.ts';
import { fastTree } from '../bench-mesh.ts';
import { compare, type CompareResult } from '../compare.ts';
import { perSecond } from '../rates.ts';
import { resultHash } from '../result-hash.ts';
import { seeded } from '../seeded.ts';

const count = 256;
/** Largest error of both sides, in units of the teapot, which is 6.4 wide. */
const error = 1e-3;

/** Newell's teapot as patches and as triangles, with rays that are aimed at it from a sphere around it. */
function teapot(name: string, rounds: number) {
  if (name === '871k') throw new SkippedTask('the patches do not depend on the mesh');
  const patches = newellTeapot();
  const { positions, indices } = tessellatePatches(patches, rounds === 0 ? 20 * error : error);
  const mesh = { positions, indices, parts: [] };
  const { direction, inBall } = seeded(20);
  const origins = Array.from({ length: count }, (): Vec3 => {
    const [x, y, z] = direction();
    return [5 * x, 5 * y, 1.5 + 5 * z];
  });
  const rays = origins.map((origin) => {
    const [x, y, z] = inBall(1);
    const to: Vec3 = [x - origin[0], y - origin[1], z + 1.2 - origin[2]];
    const length = Math.hypot(...to);
    return { origin, direction: [to[0] / length, to[1] / length, to[2] / length] as Vec3, far: Infinity };
  });
  return { patches, mesh, tree: fastTree(mesh), origins, rays };
}

/** First hits on the surface itself within a tolerance, and on triangles within the same distance of it. */
export const patchRays: BenchTask = {
  name: 'patch-ray',
  rival: 'Boxwood',
  unit: 'k/s',
  run: async ({ name }, rounds) => {
    const { patches, mesh, tree, rays } = teapot(name, rounds);
    const result = await compare(
      { run: () => Float64Array.from(rays, ({ origin, direction }) => patchRay(patches, origin, direction, error) ?? -1) },
      { run: () => Float64Array.from(rays, (ray) => raycast(tree, mesh, ray).hits[0]?.distance ?? -1) },
      rounds,
    );
    // A ray along the surface passes far between two distances of it.
    return outcome(result, mesh.indices.length / 3, rounds, 0.02 * count);
  },
};

/** Distances from the surface itself within a tolerance, and from the triangles. */
export const patchClosest: BenchTask = {
  name: 'patch-closest',
  rival: 'Boxwood',
  unit: 'k/s',
  run: async ({ name }, rounds) => {
    const { patches, mesh, tree, origins } = teapot(name, rounds);
    const result = await compare(
      { run: () => Float64Array.from(origins, (point) => patchDistance(patches, point, error)!.upper) },
      { run: () => Float64Array.from(origins, (point) => closestPoint(tree, mesh, point).closest!.distance) },
      rounds,
    );
    return outcome(result, mesh.indices.length / 3, rounds, 0);
  },
};

function outcome(result: CompareResult<Float64Array, Float64Array>, triangles: number, rounds: number, allowed: number) {
  const limit = (rounds === 0 ? 21 : 2) * error;
  const differ = result.ours.filter((value, i) => !(Math.abs(value - result.theirs[i]!) <= limit)).length;
  return {
    ...perSecond(result, count, 1e3),
    hash: resultHash(result.ours),
    disagreement: differ <= allowed ? null : `${differ} of ${count} results differ by more than ${limit}`,
    rivalVersion: `on ${triangles.toLocaleString('en')} triangles`,
  };
}

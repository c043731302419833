import { quickTree, type BuildOptions } from '#core/options/build-options';
import { raycastMany } from '#core/query/batch/raycast-many';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { buildTree } from '#core/tree/build-tree';
import { benchRadius, type BenchMesh } from '../bench-mesh.ts';
import type { BenchTask, Outcome } from '../bench-task.ts';
import { compare } from '../compare.ts';
import { startEmbree, type EmbreeRays } from '../embree/embree-process.ts';
import { each, perSecond } from '../rates.ts';
import { resultHash } from '../result-hash.ts';
import { seeded } from '../seeded.ts';

const side = 512;
const count = side * side;
/** Length of short rays, as for ambient occlusion: an eighth of the radius of the mesh. */
const shortLength = benchRadius / 8;
/** Distance of the origins of short rays from the surface. */
const lift = 1e-4 * benchRadius;
/** Fraction of all rays; f32 misses some hits at edges, and short rays can begin behind a neighbour. */
const maxDisagreements = 1e-3;

/** First hits of the rays of a camera, in one batch with exact distances, against Embree's f32. */
export const embreeCamera: BenchTask = {
  name: 'embree-camera',
  rival: 'Embree',
  unit: 'M/s',
  run: (mesh, rounds) => firstHits(mesh, rounds, cameraRays()),
};

/** First hits of random rays through the bounding sphere, in one batch. */
export const embreeRandom: BenchTask = {
  name: 'embree-random',
  rival: 'Embree',
  unit: 'M/s',
  run: (mesh, rounds) => firstHits(mesh, rounds, randomRays()),
};

/** First hits of short rays from the surface, in one batch. */
export const embreeShort: BenchTask = {
  name: 'embree-short',
  rival: 'Embree',
  unit: 'M/s',
  run: (mesh, rounds) => firstHits(mesh, rounds, shortRays(mesh.mesh)),
};

/** The fastest tree, against Embree's of medium quality. */
export const embreeBuild: BenchTask = {
  name: 'embree-build',
  rival: 'Embree',
  unit: 'ms',
  run: ({ mesh }, rounds) => builds(mesh, quickTree, rounds),
};

/** The tree of the default options: boxes by SAH, which the app shows. */
export const embreeBuildBoxes: BenchTask = {
  name: 'embree-build-boxes',
  rival: 'Embree',
  unit: 'ms',
  run: ({ mesh }, rounds) => builds(mesh, { kind: 'aabb', split: 'sah' }, rounds),
};

async function builds(mesh: TriangleMesh, options: Partial<BuildOptions>, rounds: number): Promise<Outcome> {
  const embree = await startEmbree(mesh, []);
  try {
    const result = await compare({ run: () => buildTree(mesh, options) }, { run: () => embree.build() }, rounds);
    return { ...each(result), hash: resultHash(new Uint8Array(result.ours)), disagreement: null, rivalVersion: embree.version };
  } finally {
    embree.dispose();
  }
}

async function firstHits({ fast: { mesh, tree } }: BenchMesh, rounds: number, rays: EmbreeRays): Promise<Outcome> {
  const embree = await startEmbree(mesh, [rays]);
  try {
    const result = await compare({ run: () => raycastMany(tree, mesh, rays) }, { run: () => embree.cast(0) }, rounds);
    const theirs = await embree.distances(0);
    const { triangles, distances } = result.ours;
    const differ = distances.filter(
      (distance, i) => distance !== theirs[i] && !(Math.abs(distance - theirs[i]!) <= 1e-5 * benchRadius),
    ).length;
    return {
      ...perSecond(result, rays.maxDistances.length, 1e6),
      hash: resultHash(triangles, distances),
      disagreement: differ <= maxDisagreements * distances.length ? null : `${differ} of ${distances.length} rays have another first hit`,
      rivalVersion: embree.version,
    };
  } finally {
    embree.dispose();
  }
}

/** Rays from (3·N) origins to (3·N) targets, rounded to f32, so that both sides have the same numbers. */
function raysTo(origins: Float64Array, targets: Float64Array, maxDistance: number): EmbreeRays {
  const directions = new Float64Array(origins.length);
  for (let i = 0; i < origins.length; i += 3) {
    const [x, y, z] = [0, 1, 2].map((k) => targets[i + k]! - origins[i + k]!) as [number, number, number];
    const length = Math.hypot(x, y, z);
    directions.set([x / length, y / length, z / length].map(Math.fround), i);
  }
  return {
    origins: origins.map(Math.fround),
    directions,
    maxDistances: new Float64Array(origins.length / 3).fill(Math.fround(maxDistance)),
  };
}

function cameraRays(): EmbreeRays {
  const origins = new Float64Array(3 * count);
  const targets = new Float64Array(3 * count);
  const across = (i: number): number => benchRadius * ((2 * i + 1) / side - 1);
  for (let i = 0; i < count; i++) {
    origins[3 * i + 2] = 3 * benchRadius;
    targets[3 * i] = across(i % side);
    targets[3 * i + 1] = -across(Math.floor(i / side));
  }
  return raysTo(origins, targets, Infinity);
}

function randomRays(): EmbreeRays {
  const { direction, inBall } = seeded(1);
  const origins = new Float64Array(3 * count);
  const targets = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    origins.set(
      direction().map((value) => benchRadius * value),
      3 * i,
    );
    targets.set(inBall(benchRadius), 3 * i);
  }
  return raysTo(origins, targets, Infinity);
}

/** From the middles of triangles, on the side of their normal. */
function shortRays({ positions, indices }: TriangleMesh): EmbreeRays {
  const { number, direction } = seeded(2);
  const origins = new Float64Array(3 * count);
  const targets = new Float64Array(3 * count);
  const triangles = indices.length / 3;
  for (let i = 0; i < count; i++) {
    const triangle = Math.floor(number() * triangles);
    const corners = [0, 1, 2].map((k) => 3 * indices[3 * triangle + k]!);
    const at = (corner: number, axis: number): number => positions[corners[corner]! + axis]!;
    const edge = (corner: number, axis: number): number => at(corner, axis) - at(0, axis);
    const normal = [0, 1, 2].map((k) => edge(1, (k + 1) % 3) * edge(2, (k + 2) % 3) - edge(1, (k + 2) % 3) * edge(2, (k + 1) % 3));
    const length = Math.hypot(...normal) || 1;
    const away = direction();
    const sign = normal.reduce((sum, value, k) => sum + value * away[k]!, 0) < 0 ? -1 : 1;
    for (let k = 0; k < 3; k++) {
      const middle = (at(0, k) + at(1, k) + at(2, k)) / 3;
      origins[3 * i + k] = middle + (lift * normal[k]!) / length;
      targets[3 * i + k] = origins[3 * i + k]! + sign * away[k]!;
    }
  }
  return raysTo(origins, targets, shortLength);
}

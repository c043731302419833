import type { Vec3 } from '#core/math/vec3';
import { normalized } from '#core/math/vec3';
import { raycast } from '#core/library/queries';
import { defaultValues } from '#core/options/option';
import { rayOptions } from '#core/options/ray-options';
import { raycastMany } from '#core/query/batch/raycast-many';
import { noTriangleIndex } from '#core/query/no-triangle';
import { createRayWorkspace } from '#core/query/ray/workspace';
import { raycastInto } from '#core/query/ray/into';
import type { Ray } from '#core/query/ray/ray';
import type { TreedMesh } from '#core/pair/treed-mesh';
import { DoubleSide, Ray as ThreeRay, Vector3 } from 'three';
import { resultHash } from '../result-hash.ts';
import { benchRadius, type BenchMesh } from '../bench-mesh.ts';
import type { BenchTask, Outcome } from '../bench-task.ts';
import { compare } from '../compare.ts';
import { countOf, perSecond } from '../rates.ts';
import { seeded } from '../seeded.ts';

/** Rays in a row of the camera, and rows. */
const measuredSide = 256;
/** No triangle was hit. */
const none = 0xffff_ffff;
/** Fraction of all rays; the triangle test of the rival misses some exact hits at edges. */
const maxDisagreements = 1e-3;

/** First hits of rays from the bounding sphere towards points within. */
export const raysRandom: BenchTask = {
  name: 'rays-random',
  rival: 'three-mesh-bvh',
  unit: 'M/s',
  run: async (mesh, rounds) => {
    const rays = randomRays(rounds);
    return { ...(await firstHits(mesh, rounds, rays)), note: await inBatches(mesh.fast, rounds, rays) };
  },
};

/** First hits of the rays of a camera that sees the whole mesh, line by line. */
export const raysGrid: BenchTask = {
  name: 'rays-grid',
  rival: 'three-mesh-bvh',
  unit: 'M/s',
  run: async (mesh, rounds) => {
    const side = rounds === 0 ? measuredSide / 8 : measuredSide;
    const outcome = await firstHits(mesh, rounds, cameraRays(side, side));
    // In fewer rows, so that rays are closer to each other than triangles are.
    const swept = cameraRays(side * 16, side / 16);
    return {
      ...outcome,
      note: `${await hitCache(mesh.fast, rounds, swept, 'first')}; ${await hitCache(mesh.fast, rounds, swept, 'any')}`,
    };
  },
};

/** Returns a message with the number of first hits of random rays that differ, or `null` if few do. Nothing is measured, so neither side warms up. */
export async function differingHits(mesh: BenchMesh, rounds: number): Promise<string | null> {
  const { disagreement } = await firstHits(mesh, 0, randomRays(rounds));
  return disagreement;
}

function randomRays(rounds: number): readonly Ray[] {
  const { direction, inBall } = seeded(1);
  return Array.from({ length: countOf(measuredSide ** 2, rounds) }, () => rayTo(scaled(direction(), benchRadius), inBall(benchRadius)));
}

function cameraRays(columns: number, rows: number): readonly Ray[] {
  const eye: Vec3 = [0, 0, 3 * benchRadius];
  const across = (i: number, of: number): number => benchRadius * ((2 * i + 1) / of - 1);
  return Array.from({ length: columns * rows }, (_, i) =>
    rayTo(eye, [across(i % columns, columns), -across(Math.floor(i / columns), rows), 0]),
  );
}

async function firstHits({ fast, rival }: BenchMesh, rounds: number, rays: readonly Ray[]): Promise<Outcome> {
  const { mesh, tree } = fast;
  const options = defaultValues(rayOptions);
  const workspace = createRayWorkspace(tree);
  const triangles = new Uint32Array(rays.length);
  const distances = new Float64Array(rays.length);
  const ours = (): void => {
    for (let i = 0; i < rays.length; i++) {
      const hit = raycastInto(tree, mesh, rays[i]!, options, workspace) > 0;
      triangles[i] = hit ? workspace.hitTriangles[0]! : none;
      distances[i] = hit ? workspace.hitDistances[0]! : Infinity;
    }
  };
  const threeRays = rays.map(({ origin, direction }) => new ThreeRay(new Vector3(...origin), new Vector3(...direction)));
  const theirDistances = new Float64Array(rays.length);
  const theirs = (): void => {
    for (let i = 0; i < threeRays.length; i++) theirDistances[i] = rival.raycastFirst(threeRays[i]!, DoubleSide)?.distance ?? Infinity;
  };
  const result = await compare({ run: ours }, { run: theirs }, rounds);
  return { ...perSecond(result, rays.length, 1e6), hash: resultHash(triangles), disagreement: disagreement(distances, theirDistances) };
}

/** Measures one call for all rays, a call of the library for each, and one of the function within it; the first two round the exact distances too. */
async function inBatches({ mesh, tree }: TreedMesh, rounds: number, rays: readonly Ray[]): Promise<string> {
  const origins = Float64Array.from(rays.flatMap(({ origin }) => origin));
  const directions = Float64Array.from(rays.flatMap(({ direction }) => direction));
  const options = defaultValues(rayOptions);
  const workspace = createRayWorkspace(tree);
  const single = (): Int32Array =>
    Int32Array.from(rays, (ray) => (raycastInto(tree, mesh, ray, options, workspace) > 0 ? workspace.hitTriangles[0]! : noTriangleIndex));
  const result = await compare({ run: () => raycastMany(tree, mesh, { origins, directions }).triangles }, { run: single }, rounds);
  if (resultHash(result.ours) !== resultHash(result.theirs)) throw new Error('A batch of rays has another result');
  const records = (): Int32Array => Int32Array.from(rays, (ray) => raycast(tree, mesh, ray).hits[0]?.triangle ?? noTriangleIndex);
  const inLibrary = await compare({ run: records }, { run: single }, rounds);
  if (resultHash(inLibrary.ours) !== resultHash(result.ours)) throw new Error('A single ray has another result');
  const { ours, theirs } = perSecond(result, rays.length, 1e6);
  const each = perSecond(inLibrary, rays.length, 1e6).ours;
  return `in one call ${ours.toFixed(2)} M/s with exact distances, in calls of \`raycast\` with position, normal and weights ${each.toFixed(2)} M/s, in single calls without them ${theirs.toFixed(2)} M/s`;
}

/** Measures the hit cache (T16) on similar rays: each starts with the triangle of the previous hit, and the results are the same. */
async function hitCache({ mesh, tree }: TreedMesh, rounds: number, rays: readonly Ray[], mode: 'first' | 'any'): Promise<string> {
  const options = { mode, cull: false };
  const workspace = createRayWorkspace(tree);
  const run = (isCached: boolean) => (): { readonly triangles: Uint32Array; readonly visited: number } => {
    const triangles = new Uint32Array(rays.length);
    let visited = 0;
    let last = noTriangleIndex;
    for (let i = 0; i < rays.length; i++) {
      const hit = raycastInto(tree, mesh, rays[i]!, options, workspace, isCached ? last : noTriangleIndex) > 0;
      if (hit) last = workspace.hitTriangles[0]!;
      // With mode any, the tree decides which hit.
      triangles[i] = !hit ? none : mode === 'any' ? 0 : last;
      visited += workspace.nodesVisited;
    }
    return { triangles, visited };
  };
  const result = await compare({ run: run(true) }, { run: run(false) }, rounds);
  if (resultHash(result.ours.triangles) !== resultHash(result.theirs.triangles)) throw new Error('The hit cache changed a result');
  const { ours, theirs } = perSecond(result, rays.length, 1e6);
  const each = (visited: number): string => (visited / rays.length).toFixed(1);
  return `${mode} hit with a hit cache ${ours.toFixed(2)} M/s and ${each(result.ours.visited)} nodes per ray, without ${theirs.toFixed(2)} M/s and ${each(result.theirs.visited)}`;
}

function disagreement(ours: Float64Array, theirs: Float64Array): string | null {
  const differ = ours.filter((distance, i) => distance !== theirs[i] && !(Math.abs(distance - theirs[i]!) <= 1e-5 * benchRadius)).length;
  return differ <= maxDisagreements * ours.length ? null : `${differ} of ${ours.length} rays have another first hit`;
}

function rayTo(origin: Vec3, target: Vec3): Ray {
  const direction = normalized([target[0] - origin[0], target[1] - origin[1], target[2] - origin[2]]);
  if (direction === null) throw new Error('A ray needs two points');
  return { origin, direction, far: Infinity };
}

function scaled([x, y, z]: Vec3, by: number): Vec3 {
  return [x * by, y * by, z * by];
}

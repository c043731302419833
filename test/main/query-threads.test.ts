import { expect, test } from 'vitest';
import { buildTree, closestPointMany, type InspectorError, insideMany, overlapMany, raycastMany } from '#core/index';
import {
  buildTreeOnThreads,
  checkMeshOnThreads,
  startCheckThreads,
  startPairThreads,
  startQueryThreads,
} from '../../main/threads/index.ts';
import { createQueryThreads } from '#core/library/query-threads';
import { startWorkThread } from '../../main/worker/start-work-thread.ts';
import { seededRandom } from '../fixtures/random.ts';
import { ball } from '../fixtures/shapes.ts';

const triangle = { positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), indices: Uint32Array.of(0, 1, 2), parts: [] };
const treed = { mesh: triangle, tree: buildTree(triangle) };

test('threads of Node that share a mesh return the bits of one thread, and end', async () => {
  const mesh = ball(64, 32);
  const tree = buildTree(mesh);
  const random = seededRandom(3);
  const points = Float64Array.from({ length: 60_000 }, () => 3 * random() - 1.5);
  const rays = { origins: points, directions: points.map((value) => -value) };
  const queries = startQueryThreads(tree, mesh, { threads: 2 });
  expect(await queries.raycastMany(rays)).toEqual(raycastMany(tree, mesh, rays));
  expect(await queries.closestPointMany({ points })).toEqual(closestPointMany(tree, mesh, { points }));
  expect(await queries.insideMany({ points })).toEqual(insideMany(tree, mesh, { points }));
  // Ranges of a thread begin later: the number in the error is that of the batch.
  const radii = new Float64Array(20_000).fill(0.1);
  radii[15_000] = -1;
  const capsules = { kind: 'capsule', froms: points, tos: points, radii } as const;
  await expect(queries.overlapMany(capsules)).rejects.toMatchObject({ message: expect.stringMatching(/^Shape 15000: /) as string });
  const slabs = { kind: 'plane', points, normals: points, thicknesses: undefined } as unknown as Parameters<typeof overlapMany>[2];
  expect(await queries.overlapMany(slabs)).toEqual(overlapMany(tree, mesh, slabs));
  queries.end();
  await expect(queries.raycastMany(rays)).rejects.toMatchObject({ code: 'cancelled' });
});

test('batches on threads keep the options that they were given, and refuse wrong ones at once', async () => {
  const mesh = ball(64, 32);
  const tree = buildTree(mesh);
  const random = seededRandom(4);
  const points = Float64Array.from({ length: 3000 }, () => 3 * random() - 1.5);
  const rays = { origins: points, directions: points.map((value) => -value) };
  const queries = startQueryThreads(tree, mesh, { threads: 2 });
  const filter: { sides: 'both' | 'front' } = { sides: 'both' };
  const before = raycastMany(tree, mesh, rays, {}, filter);
  const pending = [queries.raycastMany(rays, {}, filter), queries.closestPointMany({ points }, filter)] as const;
  filter.sides = 'front';
  expect(await pending[0]).toEqual(before);
  expect(await pending[1]).toEqual(closestPointMany(tree, mesh, { points }));
  expect(raycastMany(tree, mesh, rays, {}, filter)).not.toEqual(before);
  const wrong = { parts: () => true } as never;
  for (const refused of [
    queries.raycastMany(rays, {}, wrong),
    queries.closestPointMany({ points }, wrong),
    queries.overlapMany({ kind: 'sphere', centers: points, radii: new Float64Array(1000).fill(0.1) }, wrong),
  ])
    await expect(refused).rejects.toMatchObject({ code: 'invalid-argument' });
  expect(await queries.raycastMany(rays)).toEqual(before);
  queries.end();
});

test('threads that the system cannot start end a batch with one error', async () => {
  const queries = createQueryThreads(treed.tree, triangle, 3, () => startWorkThread(new URL('https://localhost/missing.js')));
  await expect(queries.closestPointMany({ points: [0, 0, 0] })).rejects.toMatchObject({ code: 'worker-lost' });
  queries.end();
});

test.each<[string, () => unknown]>([
  ['queries', () => startQueryThreads(treed.tree, { mesh: triangle } as never)],
  ['pairs', () => startPairThreads({ mesh: { mesh: triangle }, tree: treed.tree } as never, treed)],
  ['a side of pairs', () => startPairThreads(triangle as never, treed)],
  ['checks', () => checkMeshOnThreads({ mesh: triangle } as never)],
  ['a build', () => buildTreeOnThreads({ mesh: triangle } as never)],
])('threads of %s refuse what a read returned, in place of its mesh', async (_, start) => {
  await expect((async () => start())()).rejects.toMatchObject({ code: 'invalid-argument' });
});

test.each<[string, (options: never) => unknown, RegExp]>([
  ['queries', (options) => startQueryThreads(treed.tree, triangle, options), /^Unknown option "thread". Known options: threads$/],
  ['pairs', (options) => startPairThreads(treed, treed, options), /^Unknown option "thread". Known options: threads$/],
  ['checks', (options) => startCheckThreads(options), /^Unknown option "thread". Known options: threads$/],
  [
    'one check',
    (options) => checkMeshOnThreads(triangle, {}, options),
    /^Unknown option "thread". Known options: threads, signal, onProgress$/,
  ],
  ['a build', (options) => buildTreeOnThreads(triangle, {}, options), /^Unknown option "thread". Known options: threads$/],
])('threads of %s refuse unknown options, and a number in place of options', async (_, start, text) => {
  const refused = async (options: unknown): Promise<string> => {
    try {
      await start(options as never);
    } catch (error) {
      const { code, message, fix } = error as InspectorError;
      return code === 'invalid-argument' ? `${message}. ${fix}` : code;
    }
    throw new Error('No error');
  };
  expect(await refused({ thread: 2 })).toMatch(text);
  for (const options of [2, null, [2]]) expect(await refused(options)).toMatch(/^The options are .*. Give a record with threads/);
  expect(await refused({ threads: null })).toMatch(/^The number of threads is null/);
});

test('a check on threads refuses unknown options', async () => {
  const threads = startCheckThreads({ threads: 1 });
  await expect(threads.check(triangle, {}, { onprogress: () => {} } as never)).rejects.toThrow(/Unknown option "onprogress"/);
  await threads.end();
});

import { expect, test } from 'vitest';
import { buildTree } from '#core/index';
import { buildTreeOnThreads } from '../../main/threads/build-tree-on-threads.ts';
import { seededRandom } from '../fixtures/random.ts';
import { ball, soup } from '../fixtures/shapes.ts';

const large = soup(140_000, seededRandom(17), 1, 0.01);
const small = ball(24, 12);

test.each([
  ['a large mesh', large, {}],
  ['another kind', large, { kind: 'aabb', split: 'morton' }],
  ['another split', large, { split: 'median' }],
  ['a small mesh', small, { leafTriangles: 2 }],
  ['options that are undefined', small, { leafTriangles: undefined, split: undefined } as object],
] as const)('trees by threads of Node have the bytes of one thread: %s', async (_, mesh, options) => {
  const fractions: number[] = [];
  const tree = await buildTreeOnThreads(mesh, { ...options, progress: (fraction) => fractions.push(fraction) }, { threads: 2 });
  const alone = buildTree(mesh, options);
  expect(tree.kind).toBe(alone.kind);
  expect(Buffer.compare(Buffer.from(tree.bytes), Buffer.from(alone.bytes))).toBe(0);
  expect(fractions.length).toBeGreaterThan(0);
});

test('a build by threads ends when progress throws, or options are wrong', async () => {
  const stop = new Error('stop');
  const progress = (): never => {
    throw stop;
  };
  await expect(buildTreeOnThreads(large, { progress }, { threads: 2 })).rejects.toBe(stop);
  await expect(buildTreeOnThreads(small, { leafTriangles: 0 })).rejects.toMatchObject({ code: 'invalid-argument' });
});

test.each([0, -1, 1.5, NaN])('a build refuses %d threads, also for a small mesh', async (threads) => {
  await expect(buildTreeOnThreads(small, {}, { threads })).rejects.toMatchObject({ code: 'invalid-argument' });
});

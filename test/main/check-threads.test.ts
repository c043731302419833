import { expect, test } from 'vitest';
import { checkMesh } from '#core/index';
import { checkMeshOnThreads, startCheckThreads } from '../../main/threads/check-mesh-on-threads.ts';
import { seededRandom } from '../fixtures/random.ts';
import { ball, joined, soup } from '../fixtures/shapes.ts';

const mesh = soup(2000, seededRandom(7), 1, 0.2);

test('checks on threads of Node return the report of one thread, and report their progress', async () => {
  const fractions: number[] = [];
  expect(await checkMeshOnThreads(mesh, {}, { onProgress: (fraction) => fractions.push(fraction) })).toEqual(checkMesh(mesh));
  expect(fractions.at(-1)).toBe(1);
  expect(fractions.length).toBeGreaterThan(0);
  expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
  expect(await checkMeshOnThreads(mesh, { only: 'boundary-loops' })).toEqual(checkMesh(mesh, { only: 'boundary-loops' }));
});

test('checks on threads are cancelled, and refuse wrong options', async () => {
  await expect(checkMeshOnThreads(mesh, {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'cancelled' });
  await expect(checkMeshOnThreads(mesh, { maxPairs: -1 })).rejects.toMatchObject({ code: 'invalid-argument' });
});

test('checks on threads end when the receiver of progress throws', async () => {
  const stop = new Error('stop');
  const onProgress = (): never => {
    throw stop;
  };
  await expect(checkMeshOnThreads(mesh, {}, { onProgress })).rejects.toBe(stop);
});

test('options that are undefined have their defaults, as in checks on one thread', async () => {
  const options = { only: undefined, maxPairs: undefined } as object;
  expect(await checkMeshOnThreads(mesh, options)).toEqual(checkMesh(mesh, options));
});

test('threads check one mesh after another, and share the work for a large one', async () => {
  const large = joined([ball(360, 200), mesh]);
  expect(large.indices.length / 3).toBeGreaterThan(2 ** 17);
  const threads = startCheckThreads({ threads: 2 });
  try {
    const reports = await Promise.all([threads.check(large), threads.check(mesh, { only: 'self-intersections' }), threads.check(large)]);
    const whole = checkMesh(large);
    expect(whole.facts.selfIntersectingPairs).toBeGreaterThan(100);
    expect(reports).toEqual([whole, checkMesh(mesh, { only: 'self-intersections' }), whole]);
    await expect(threads.check(large, {}, { signal: AbortSignal.timeout(1) })).rejects.toMatchObject({ code: 'cancelled' });
    expect(await threads.check(mesh)).toEqual(checkMesh(mesh));
  } finally {
    await threads.end();
  }
});

test('threads for checks refuse a number that is none', () => {
  for (const threads of [0, 1.5, -1]) expect(() => startCheckThreads({ threads })).toThrow(/number of threads/);
});

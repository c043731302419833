import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { checkMesh } from '#core/index';
import { checkMeshOnThreads, startCheckThreads } from '../../main/threads/check-mesh-on-threads.ts';
import { seededRandom } from '../fixtures/random.ts';
import { isFullRun } from '../fixtures/scale.ts';
import { ball, joined, soup } from '../fixtures/shapes.ts';
import { productFolder } from './product.ts';

const threadsModule = pathToFileURL(join(productFolder, 'dist/main/threads/index.js')).href;
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

test('checks that run or wait are cancelled when their threads end, also at once, and the process can end', async () => {
  const threads = startCheckThreads({ threads: 2 });
  const [running, waiting] = [threads.check(mesh), threads.check(mesh)];
  const refused = Promise.all([running, waiting].map((check) => expect(check).rejects.toMatchObject({ code: 'cancelled' })));
  await threads.end();
  await refused;
  const text = `import { startCheckThreads } from '${threadsModule}';
    const n = 400, mesh = { positions: Float64Array.from({ length: 3 * n * n }, (_, i) => Math.sin(i)), indices: Uint32Array.from({ length: 3 * n * n - 3 }, (_, i) => i % (n * n)), parts: [] };
    const { check, end } = startCheckThreads({ threads: 2 });
    const checked = check(mesh).catch(({ code }) => console.log(code));
    await end();
    await checked;`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', text], { timeout: 60_000 });
  expect(stdout.trim()).toBe('cancelled');
});

// A check of this mesh takes 40 MB of shared memory.
test.runIf(isFullRun)('threads for checks keep the memory of few checks', async () => {
  const text = `import { startCheckThreads } from '${threadsModule}';
    const n = 270, positions = [], indices = [];
    for (let i = 0; i <= n; i++) for (let j = 0; j <= n; j++) positions.push(i, j, Math.sin(0.3 * i) * Math.cos(0.2 * j));
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) { const a = i * (n + 1) + j; indices.push(a, a + n + 1, a + 1, a + 1, a + n + 1, a + n + 2); }
    const mesh = { positions: Float64Array.from(positions), indices: Uint32Array.from(indices), parts: [] };
    const { check, end } = startCheckThreads({ threads: 2 });
    for (let i = 0; i < 60; i++) await check(mesh);
    await end();
    console.log(process.resourceUsage().maxRSS);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', text]);
  const kilobytes = Number(stdout);
  expect(kilobytes).toBeGreaterThan(100_000);
  expect(kilobytes).toBeLessThan(1_800_000);
});

test('threads for checks refuse a number that is none', () => {
  for (const threads of [0, 1.5, -1]) expect(() => startCheckThreads({ threads })).toThrow(/number of threads/);
});

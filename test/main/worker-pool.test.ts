import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, test } from 'vitest';
import { InspectorError } from '#core/error';
import type { ImportJobResult, JobRequest } from '#core/job/job';
import { writeMeshBytes } from '#core/mesh/mesh-bytes';
import { buildOptions, type BuildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import { openTree } from '#core/tree/open-tree';
import { WorkerPool, type PoolOptions } from '../../main/documents/worker-pool.ts';
import { earlyThread, startThread } from '../../main/worker/early-thread.ts';
import { ball, box } from '../fixtures/shapes.ts';
import { objText, workerScript } from './product.ts';

const misbehaving = new URL('misbehaving-worker.mjs', import.meta.url);
let pools: WorkerPool[] = [];

afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.dispose()));
  pools = [];
});

function poolOf(options: PoolOptions): WorkerPool {
  const pool = new WorkerPool({ size: 1, script: misbehaving, patience: 200, ...options });
  pools.push(pool);
  return pool;
}

function job(fileName: string, length = 1): JobRequest & { readonly kind: 'import'; readonly bytes: Uint8Array } {
  return { kind: 'import', fileName, bytes: new Uint8Array(length) };
}

async function refusalOf(work: Promise<unknown>): Promise<InspectorError> {
  const thrown = await work.then(
    () => new Error('it was not refused'),
    (error: unknown) => error,
  );
  if (thrown instanceof InspectorError) return thrown;
  throw thrown;
}

const replied = (length: number): Partial<ImportJobResult> & { length: number } => ({ kind: 'import', length });

describe('a pool of worker threads', () => {
  test('builds a tree in a thread, from shared memory that stays usable', async () => {
    const pool = poolOf({ script: workerScript });
    const mesh = writeMeshBytes(ball(), (length) => new SharedArrayBuffer(length));
    const request = { kind: 'build', mesh, options: defaultValues(buildOptions) } as const;
    const first = await pool.run(request);
    const second = await pool.run(request);
    expect(openTree(first.tree).triangles).toBe(2 * 48 * 23);
    expect(new Uint8Array(first.tree)).toEqual(new Uint8Array(second.tree));
  });

  test('marks the first build of each kind and split in a thread, whose time can include compilation', async () => {
    const pool = poolOf({ script: workerScript });
    const mesh = writeMeshBytes(ball(), (length) => new SharedArrayBuffer(length));
    const isFirst = async (change: Partial<BuildOptions>): Promise<boolean> => {
      const options = { ...defaultValues(buildOptions), ...change };
      return (await pool.run({ kind: 'build', mesh, options })).isFirstRun;
    };
    expect([await isFirst({}), await isFirst({}), await isFirst({ leafTriangles: 9 }), await isFirst({ kind: 'sphere' })]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  test('takes the bytes of an import without copying them', async () => {
    const request = job('answer', 1000);
    expect(await poolOf({}).run(request)).toEqual(replied(1000));
    expect(request.bytes.length).toBe(0);
  });

  test('leaves a view of a larger buffer to its owner', async () => {
    const bytes = new Uint8Array(new ArrayBuffer(16), 4, 8);
    expect(await poolOf({}).run({ kind: 'import', fileName: 'answer', bytes })).toEqual(replied(8));
    expect(bytes.length).toBe(8);
  });

  test('reports the progress of a job before its result', async () => {
    const fractions: number[] = [];
    await poolOf({}).run(job('answer', 4), { onProgress: (fraction) => fractions.push(fraction) });
    expect(fractions).toEqual([0.25, 0.5, 0.75, 1]);
  });

  test('runs more jobs than it has threads, each with its own result', async () => {
    const pool = poolOf({ size: 2 });
    const lengths = [5, 1, 4, 2, 3, 7, 6];
    const results = await Promise.all(lengths.map((length) => pool.run(job('answer', length))));
    expect(results).toEqual(lengths.map(replied));
  });

  test('takes a thread that was started early, once', async () => {
    const early = earlyThread(startThread(misbehaving));
    const pool = poolOf({ script: new URL('data:text/javascript,'), early });
    expect(await pool.run(job('answer'))).toEqual(replied(1));
    expect(await pool.run(job('answer', 2))).toEqual(replied(2));
    expect(early.take()).toBeNull();
    expect((await refusalOf(pool.run(job('exit')))).code).toBe('worker-lost');
    expect(await refusalOf(pool.run(job('answer')))).toMatchObject({ code: 'worker-lost', detail: 'exit code 0' });
  });

  test('starts a thread of its own when the early one has ended', async () => {
    const ended = new Worker('throw new Error()', { eval: true });
    const early = earlyThread(ended);
    await new Promise((resolve) => ended.once('exit', resolve));
    expect(await poolOf({ early }).run(job('answer'))).toEqual(replied(1));
  });

  test('runs jobs on the thread of the caller, as in a thread of its own', async () => {
    const [local, apart] = [poolOf({ isLocal: true, script: new URL('data:text/javascript,') }), poolOf({ script: workerScript })];
    const read = (pool: WorkerPool, text: string, fileName = 'box.obj'): Promise<ImportJobResult> =>
      pool.run({ kind: 'import', fileName, bytes: new TextEncoder().encode(text) });
    const timeless = ({ mesh, milliseconds: _, ...rest }: ImportJobResult): unknown => ({ ...rest, mesh: new Uint8Array(mesh) });
    expect(timeless(await read(local, objText(box())))).toEqual(timeless(await read(apart, objText(box()))));
    const broken = ['ply\nformat ascii 1.0\nelement vertex banana\nend_header\n', 'broken.ply'] as const;
    const refusal = await refusalOf(read(local, ...broken));
    expect(refusal.toJSON()).toEqual((await refusalOf(read(apart, ...broken))).toJSON());
    expect(refusal.location).toMatchObject({ file: 'broken.ply' });
    const stopped = local.run({ kind: 'import', fileName: 'box.obj', bytes: new Uint8Array(1) }, { signal: AbortSignal.abort() });
    expect((await refusalOf(stopped)).code).toBe('cancelled');
    expect((await read(local, objText(box()))).kind).toBe('import');
  });

  test('refuses a job as cancelled when the worker heeds the flag', async () => {
    const stop = new AbortController();
    const work = refusalOf(poolOf({ patience: 60_000 }).run(job('listen'), { signal: stop.signal, onProgress: () => stop.abort() }));
    expect((await work).code).toBe('cancelled');
  });

  test('ends a worker that does not heed the flag, and replaces it', async () => {
    const pool = poolOf({});
    const stop = new AbortController();
    const work = refusalOf(pool.run(job('hang'), { signal: stop.signal, onProgress: () => stop.abort() }));
    expect((await work).code).toBe('cancelled');
    expect(await pool.run(job('answer'))).toEqual(replied(1));
  });

  test('takes a cancelled job out of the line without starting it', async () => {
    const pool = poolOf({});
    const hanging = new AbortController();
    const waiting = new AbortController();
    const first = refusalOf(pool.run(job('hang'), { signal: hanging.signal }));
    const second = refusalOf(pool.run(job('hang'), { signal: waiting.signal }));
    const third = pool.run(job('answer'));
    waiting.abort();
    expect((await second).code).toBe('cancelled');
    hanging.abort();
    expect((await first).code).toBe('cancelled');
    expect(await third).toEqual(replied(1));
  });

  test.each([
    ['exit', 'worker-lost', 'exit code 3'],
    ['throw', 'worker-lost', 'a defect'],
    ['swell', 'too-large', 'ERR_WORKER_OUT_OF_MEMORY'],
  ])('refuses only the job of a worker that dies (%s), and replaces it', async (death, code, detail) => {
    const pool = poolOf({ maxHeapMegabytes: 32 });
    const error = await refusalOf(pool.run(job(death)));
    expect(error).toMatchObject({ code, detail });
    expect(await pool.run(job('answer'))).toEqual(replied(1));
  });

  test('starts no thread for a job when it is disposed in the same turn', async () => {
    let started = 0;
    const take = (): Worker => {
      started++;
      return startThread(misbehaving);
    };
    const pool = poolOf({ early: { take } as never });
    const refused = refusalOf(pool.run(job('a')));
    await pool.dispose();
    expect((await refused).code).toBe('cancelled');
    expect(started).toBe(0);
  });

  test('refuses what runs and what waits when it is disposed', async () => {
    const pool = poolOf({});
    const running = refusalOf(pool.run(job('hang')));
    const waiting = refusalOf(pool.run(job('answer')));
    await setImmediate();
    await pool.dispose();
    expect((await running).code).toBe('worker-lost');
    expect((await waiting).code).toBe('cancelled');
    expect((await refusalOf(pool.run(job('answer')))).code).toBe('cancelled');
  });
});

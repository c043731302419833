import { InspectorError } from '#core/error';
import { type SharedExports, adoptState, instantiateShared, theSharedKernel } from '#core/kernel/index';
import { writeMeshBytes } from '#core/mesh/mesh-bytes';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { buildOptions, type BuildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import { noProgress } from '#core/progress';
import { buildTree } from '#core/tree/build-tree';
import { buildTreeParallel } from '#core/tree/build-tree-parallel';
import { checkTree } from '#core/tree/check-tree';
import { openTree } from '#core/tree/open-tree';
import { createBuildPool, type BuildPool, type BuildThread, type FromBuilder } from '#core/tree/kinds/wide/parallel/build-pool';
import { buildWideParallel } from '#core/tree/kinds/wide/parallel/build-wide-parallel';
import { serveBuild } from '#core/tree/kinds/wide/parallel/serve-build';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WorkerPool } from '../../main/documents/worker-pool.ts';
import { startBuildPool } from '../../main/worker/start-build-pool.ts';
import { seededRandom } from '../fixtures/random.ts';
import { isFullRun } from '../fixtures/scale.ts';
import { ball, joined, placed, soup } from '../fixtures/shapes.ts';
import { sharedMemory } from '../fixtures/shared-memory.ts';
import { workerScript } from './product.ts';

const helperScript = new URL('../../dist/main/worker/build-helper.js', import.meta.url);
const kernel = theSharedKernel!;
const wide: BuildOptions = { ...defaultValues(buildOptions), kind: 'wide' };
const some = soup(40_000, seededRandom(3), 1, 0.02);

/** Triangles that all lie on one another, beside others. */
function withCopies(): TriangleMesh {
  const indices = some.indices.slice();
  for (let t = 20_000; t < 40_000; t++) indices.set(some.indices.subarray(0, 3), 3 * t);
  return { ...some, indices };
}

function withHoles(): TriangleMesh {
  const positions = some.positions.slice();
  for (let t = 0; t < 5000; t += 7) positions[9 * t + (t % 9)] = t % 2 === 0 ? NaN : -Infinity;
  return { ...some, positions };
}

/** Triangles far apart, and many close together in their middle. */
function clumpIn(cloud: number, clump: number): TriangleMesh {
  const random = seededRandom(clump);
  return joined([soup(clump, random, 0.01, 1e-4), soup(cloud, random, 1, 1e-3)]);
}

/** In a plane, at zeros of either sign. */
function flat(): TriangleMesh {
  return { ...some, positions: some.positions.map((value, i) => (i % 3 === 2 ? (i < 180_000 ? 0 : -0) : value)) };
}

const cases: readonly { readonly name: string; readonly mesh: TriangleMesh; readonly options?: Partial<BuildOptions> }[] = [
  { name: 'a soup', mesh: some },
  { name: 'a soup in leaves of one', mesh: some, options: { leafTriangles: 1 } },
  { name: 'a soup in large leaves', mesh: some, options: { leafTriangles: 64 } },
  { name: 'a soup to a depth of two', mesh: some, options: { maxDepth: 2 } },
  { name: 'a soup down to a least box', mesh: some, options: { leafTriangles: 1, minExtent: 0.3 } },
  { name: 'a soup that is one leaf', mesh: some, options: { minExtent: 100 } },
  { name: 'a ball', mesh: ball(400, 120) },
  { name: 'a ball far from the origin', mesh: placed(ball(400, 120), 1e-3, [5e5, 4e6, 0]) },
  { name: 'needles', mesh: { ...some, positions: some.positions.map((value, i) => (i % 3 === 0 ? value * 1e4 : value)) } },
  // In the cloud, clusters have cells on both sides of where the ranges of two tasks meet.
  ...[22_000, 26_000, 30_000].map((count) => ({ name: `a cloud around a clump of ${count}`, mesh: clumpIn(12_000, count) })),
  { name: 'a plane', mesh: flat() },
  { name: 'one point', mesh: { ...some, positions: some.positions.map(() => 7) } },
  { name: 'copies', mesh: withCopies() },
  { name: 'copies in leaves of one', mesh: withCopies(), options: { leafTriangles: 1 } },
  { name: 'triangles that are not finite', mesh: withHoles() },
  {
    name: 'vertices that no triangle has',
    mesh: { ...some, positions: Float64Array.from([...some.positions, 1e300, -1e9, 0, NaN, Infinity, 5]) },
  },
];

function buildWith(pool: BuildPool, mesh: TriangleMesh, options: Partial<BuildOptions> = {}): Promise<ArrayBuffer | null> {
  return buildWideParallel(kernel, pool, mesh, { ...wide, ...options }, noProgress);
}

function isSame(a: ArrayBuffer | null, b: ArrayBuffer): boolean {
  return a !== null && Buffer.compare(new Uint8Array(a), new Uint8Array(b)) === 0;
}

/** A thread of the pool in this one; what it does with a phase may be changed, and is counted. */
function fakeThread(
  onPhase?: (tasks: {
    readonly take: () => number;
    readonly tell: (message: FromBuilder | null) => void;
    readonly serve: () => void;
  }) => void,
): BuildThread & { done: number } {
  let tell: (message: FromBuilder | null) => void = () => {};
  let own: SharedExports | null = null;
  const served = serveBuild((message) => {
    thread.done += message.done;
    tell(message);
  });
  const thread: BuildThread & { done: number } = {
    done: 0,
    listen: (received) => (tell = received),
    post: (message) => {
      if (message.kind === 'begin') own = instantiateShared(message.module, message.memory);
      if (message.kind !== 'phase' || onPhase === undefined) return served(message);
      adoptState(own!, message.state);
      onPhase({ take: () => own!.takeTask(message.phase.phase), tell, serve: () => served(message) });
    },
  };
  return thread;
}

describe('a tree that several threads build', () => {
  const pools: ReturnType<typeof startBuildPool>[] = [];
  beforeAll(() => {
    for (const helpers of [1, 2, 3, 6]) pools.push(startBuildPool(helpers, helperScript));
  });
  afterAll(() => {
    for (const { end } of pools) end();
  });

  it.each(cases)('has the same bytes as by one: $name', async ({ name, mesh, options = {} }) => {
    const at = cases.findIndex((one) => one.name === name);
    const alone = buildTree(mesh, { ...wide, ...options });
    expect(checkTree(openTree(alone), mesh)).toEqual([]);
    expect(isSame(await buildWith(createBuildPool([]), mesh, options), alone)).toBe(true);
    // Two of the four in turn, unless all are to build.
    for (const { pool } of pools.filter((_, i) => isFullRun || (i + at) % 2 === 0))
      expect(isSame(await buildWith(pool, mesh, options), alone)).toBe(true);
  });

  it('has them where a helper does all, and where it comes too late for anything', async () => {
    const alone = buildTree(some, wide);
    const first = fakeThread();
    expect(isSame(await buildWith(createBuildPool([first]), some), alone)).toBe(true);
    expect(first.done).toBeGreaterThan(20);
    const phases: (() => void)[] = [];
    const late = fakeThread(({ serve }) => phases.push(serve));
    expect(isSame(await buildWith(createBuildPool([late]), some), alone)).toBe(true);
    for (const serve of phases) serve();
    expect(phases.length).toBeGreaterThan(0);
    expect(late.done).toBe(0);
  });

  it('reports ascending progress, and can be cancelled; the pool then builds the next', async () => {
    const { pool } = pools[0]!;
    for (const mesh of [some, withHoles()]) {
      const reported: number[] = [];
      await buildTreeParallel(mesh, wide, pool, (fraction) => reported.push(fraction));
      expect(reported.every((fraction, i) => fraction >= (reported[i - 1] ?? 0))).toBe(true);
      expect(reported.at(-1)).toBe(1);
    }
    // How often this thread tells depends on what a helper leaves it, but for the first and the last time.
    for (const [by, last] of [
      [pool, 1],
      [pool, 2],
      [createBuildPool([]), 3],
      [createBuildPool([]), 9],
    ] as const) {
      let calls = 0;
      const cancel = (): void => {
        if (++calls === last) throw new InspectorError({ code: 'cancelled', message: 'no longer wanted', fix: 'none', location: {} });
      };
      await expect(buildTreeParallel(some, wide, by, cancel)).rejects.toThrow('no longer wanted');
      expect(calls).toBe(last);
    }
    expect(isSame(await buildWith(pool, some), buildTree(some, wide))).toBe(true);
  });

  it('is built by one thread if a helper ends amid its work, has no memory, cannot start or cannot receive messages', async () => {
    const alone = buildTree(some, wide);
    const dying = fakeThread(({ take, tell }) => {
      take();
      setTimeout(() => tell(null), 5);
    });
    const full = fakeThread(({ take, tell }) => {
      take();
      tell({ build: 1, phase: 0, done: 0, isExact: 1, failed: true });
    });
    const deaf = {
      ...fakeThread(),
      post: () => {
        throw new Error('DataCloneError');
      },
    };
    const missing = startBuildPool(2, new URL('no-such-file.js', helperScript));
    for (const pool of [createBuildPool([dying]), createBuildPool([full]), createBuildPool([deaf]), missing.pool]) {
      expect(isSame((await buildTreeParallel(some, wide, pool)).bytes, alone)).toBe(true);
    }
    missing.end();
    // Who is lost stays lost.
    const pool = createBuildPool([dying]);
    expect(await buildWith(pool, some)).toBeNull();
    expect(pool.startBuild(kernel, kernel.createMemory()!)).toBeNull();
  });

  it('is built by one where memory cannot be shared or is too small, and where it is small or of another kind', async () => {
    const thread = fakeThread();
    const pool = createBuildPool([thread]);
    const refused = { ...kernel, createMemory: () => null };
    const small = { ...kernel, createMemory: () => sharedMemory(200) };
    for (const from of [refused, small, null]) {
      expect(isSame((await buildTreeParallel(some, wide, pool, noProgress, from)).bytes, buildTree(some, wide))).toBe(true);
    }
    thread.done = 0;
    const few = soup(30_000, seededRandom(1));
    expect(isSame((await buildTreeParallel(few, wide, pool)).bytes, buildTree(few, wide))).toBe(true);
    expect(isSame((await buildTreeParallel(some, { kind: 'aabb' }, pool)).bytes, buildTree(some, {}))).toBe(true);
    expect(thread.done).toBe(0);
  });

  it('serves one build at a time', async () => {
    const { pool } = pools[1]!;
    const both = await Promise.all([buildWith(pool, some), buildWith(pool, some)]);
    expect(both.map((tree) => tree === null)).toEqual([false, true]);
  });

  it('comes from a worker thread that starts helpers of its own', async () => {
    const pool = new WorkerPool({ size: 1, script: workerScript });
    const mesh = ball(520, 140);
    const bytes = writeMeshBytes(mesh, (length) => new SharedArrayBuffer(length));
    const { tree } = await pool.run({ kind: 'build', mesh: bytes, options: wide, jobs: 3 });
    await pool.dispose();
    expect(isSame(tree, buildTree(mesh, wide))).toBe(true);
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runCompare, type CompareJobRequest, type CompareJobResult } from '#core/job/compare-job';
import type { JobRequest, ResultOf } from '#core/job/job';
import { noProgress } from '#core/progress';
import { WorkerPool, type JobOptions } from '../../main/documents/worker-pool.ts';
import { binaryStl } from '../bench/mesh-files.ts';
import { fasterClock } from '../fixtures/faster-clock.ts';
import { splitNames, treeKinds } from '../fixtures/kinds.ts';
import { isFullRun } from '../fixtures/scale.ts';
import { ball } from '../fixtures/shapes.ts';
import { shuffledBoxes } from '../fixtures/animated.ts';
import { workerScript } from './product.ts';
import { cliFolder } from './cli-folder.ts';

/** Compares trees once for all tests; but in the full run in this thread and with little time for what is measured, which takes many seconds. */
class ComparingOnce extends WorkerPool {
  #compared: Promise<unknown> | null = null;

  override run<Request extends JobRequest>(request: Request, options?: JobOptions): Promise<ResultOf<Request>> {
    if (request.kind !== 'compare') return super.run(request, options);
    this.#compared ??= isFullRun ? super.run(request, options) : Promise.resolve(comparedSoon(request));
    return this.#compared as Promise<ResultOf<Request>>;
  }
}

function comparedSoon(request: CompareJobRequest): CompareJobResult {
  const restore = fasterClock(40);
  try {
    return runCompare(request, noProgress);
  } finally {
    restore();
  }
}
const pool = new ComparingOnce({ script: workerScript, size: 3 });
afterAll(() => pool.dispose());
const { boxwood, folder, json, write } = cliFolder(pool);

describe('tree', () => {
  test('is the same whether one thread or several build it', async () => {
    writeFileSync(join(folder, 'large.stl'), binaryStl(ball(520, 140)));
    const [one, several] = await Promise.all(['1', '3'].map((jobs) => json('tree', 'tree', 'large.stl', '--kind', 'wide', '--jobs', jobs)));
    expect(several).toEqual({ ...(one as object), buildMilliseconds: expect.any(Number) });
  });

  test('builds with the options of its flags', async () => {
    const flags = ['--split', 'median', '--leaf-triangles', '1', '--max-depth', '3', '--min-extent', '0.5', '--kind', 'aabb'];
    expect(await json('tree', 'tree', 'ball.obj', ...flags)).toMatchObject({
      kind: 'aabb',
      split: 'median',
      options: { kind: 'aabb', split: 'median', leafTriangles: 1, maxDepth: 3, minExtent: 0.5 },
      triangles: 2208,
      nodes: 15,
      leaves: 8,
      depth: 3,
      histograms: { leafDepths: [0, 0, 0, 8] },
    });
  });

  test(
    'compares every kind and every split, as an array and as a table, all with the same results',
    async () => {
      const rows = (await json('tree', 'tree', 'small.obj', '--compare', '--leaf-triangles', '2')) as unknown as {
        readonly kind: string;
        readonly split: string;
        readonly queryEngine: string;
        readonly copyMilliseconds: number | null;
        readonly resultHash: string;
        readonly options: { readonly leafTriangles: number };
        readonly buildMilliseconds: number;
        readonly medianBuildMilliseconds: number;
        readonly rays: {
          readonly queries: number;
          readonly nodesVisited: number;
          readonly microseconds: number;
          readonly medianMicroseconds: number;
        };
      }[];
      const [served] = rows.filter(({ queryEngine }) => queryEngine === 'webassembly');
      expect([served?.kind, typeof served?.copyMilliseconds]).toEqual(['wide', 'number']);
      expect(rows.filter((row) => row !== served).map(({ kind, split }) => `${kind} ${split}`)).toEqual([
        ...splitNames.map((split) => `aabb ${split}`),
        ...treeKinds.filter((kind) => kind !== 'aabb').map((kind) => `${kind} sah`),
      ]);
      expect(new Set(rows.map(({ resultHash }) => resultHash)).size).toBe(1);
      for (const { options, rays, buildMilliseconds, medianBuildMilliseconds } of rows) {
        expect(options.leafTriangles).toBe(2);
        expect(rays.queries).toBe(1000);
        expect(rays.nodesVisited).toBeGreaterThan(1);
        expect(rays.medianMicroseconds).toBeGreaterThanOrEqual(rays.microseconds);
        expect(medianBuildMilliseconds).toBeGreaterThanOrEqual(buildMilliseconds);
      }
      const { out } = await boxwood('tree', 'small.obj', '--compare', '--leaf-triangles', '2');
      expect(out).toContain('all rows have the same results\n');
      expect(out).toMatch(/wide +sah +WASM SIMD +\S+ ms +\S+ ms +\S+ ms /);
      expect(out).toMatch(/wide +sah +JavaScript +\S+ ms +none +none /);
      expect(out).toMatch(/leaf-free, against boxes with leaves +bytes × 0\.\d\d +ray (× |within the spread)/);
    },
    5 * 60_000,
  );
});

describe('tree --worst', () => {
  test('lists the worst nodes as JSON and as a table, and refuses what it excludes', async () => {
    const report = (await json('tree', 'tree', 'ball.obj', '--worst', '3', '--worst-by', 'depth')) as {
      readonly depth: number;
      readonly worstNodes: readonly { readonly node: number; readonly depth: number; readonly isLeaf: boolean }[];
    };
    expect(report.worstNodes).toHaveLength(3);
    for (const node of report.worstNodes) expect(node).toMatchObject({ depth: report.depth, isLeaf: true, overlap: 0 });
    expect(await json('tree', 'tree', 'ball.obj')).not.toHaveProperty('worstNodes');
    const { out } = await boxwood('tree', 'ball.obj', '--worst', '5');
    expect(out).toMatch(/\n {2}5 worst nodes by waste\n {5}node +waste % +cost % +overlap % +empty % +depth +triangles +min +max\n/);
    for (const [flags, reason] of [
      [['--worst', '3', '--compare'], '--worst excludes --compare and --refit-over-animation'],
      [['--worst-by', 'cost'], '--worst-by needs --worst'],
    ] as const)
      expect(await boxwood('tree', 'ball.obj', ...flags)).toMatchObject({ exitCode: 64, err: expect.stringContaining(reason) as unknown });
  });
});

describe('tree --refit-over-animation', () => {
  test('reports refit against rebuild of every frame, and advises', async () => {
    write('shuffled.gltf', shuffledBoxes());
    const report = (await json('tree', 'tree', 'shuffled.gltf', '--refit-over-animation', '--frames', '4', '--kind', 'wide')) as {
      readonly frames: readonly unknown[];
    };
    expect(report).toMatchObject({
      clip: { name: 'Shuffle', seconds: 2 },
      options: { kind: 'wide' },
      rebuildPercent: 150,
      ways: [{ way: 'refit' }, { way: 'rebuild', rebuilds: 4 }, { way: 'advised' }],
    });
    expect(report.frames).toHaveLength(4);
    const { out } = await boxwood('tree', 'shuffled.gltf', '--refit-over-animation', '--frames', '5', '--clip', 'Shuffle');
    expect(out).toMatch(/^shuffled\.gltf\n {2}clip Shuffle, 2 s, 5 frames\n/);
    expect(out).toMatch(
      /\n {2}rebuild advised at \d+ of \d+ frames, first at [\d.]+ s, where the ray cost exceeds 150 % of the first frame; a rebuild reduces it by [\d.]+ % on average\n$/,
    );
    expect((await boxwood('tree', 'shuffled.gltf', '--refit-over-animation', '--frames', '2', '--rebuild-percent', '9999')).out).toMatch(
      /\n {2}refit is enough: /,
    );
  });
});

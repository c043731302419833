import { Ajv2020 } from 'ajv/dist/2020.js';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
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
import { ball, box, joined, meshOf, named } from '../fixtures/shapes.ts';
import { shuffledBoxes } from '../fixtures/animated.ts';
import { khrHullText } from '../fixtures/khr-hull.ts';
import { twoScenes } from '../fixtures/scenes.ts';
import { cliScript, expectTwoScreens, objText, productFolder, temporaryFolder, until, workerScript, type CliOutcome } from './product.ts';
import { runInProcess } from './run-in-process.ts';

const folder = temporaryFolder();
const schemas = new Ajv2020({ allowUnionTypes: true });
for (const name of ['error', 'inspect', 'tree', 'query-ray', 'query-sphere', 'query-closest', 'query-box']) {
  schemas.addSchema(JSON.parse(readFileSync(join(productFolder, `resources/schemas/${name}.schema.json`), 'utf8')) as object, name);
}

write('box.obj', objText(box()));
write('ball.obj', objText(ball()));
write('small.obj', objText(ball(16, 8)));
write('yard.gltf', twoScenes());
write('points.obj', 'v 0 0 0\nv 1 0 0\n');
write('broken.ply', 'ply\nformat ascii 1.0\nelement vertex banana\nend_header\n');
write('nan.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv nan 0 0\nf 1 2 3\nf 1 2 4\n');

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

function boxwood(...args: string[]): Promise<CliOutcome> {
  return runInProcess(args, { folder, pool });
}

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
  const restore = fasterClock(14);
  try {
    return runCompare(request, noProgress);
  } finally {
    restore();
  }
}
const pool = new ComparingOnce({ script: workerScript, size: 3 });
afterAll(() => pool.dispose());

/** The one JSON document of a call that succeeds, proven against its schema. */
async function json(schema: string, ...args: string[]): Promise<unknown> {
  const { exitCode, out, err } = await boxwood(...args, '--json');
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  const value: unknown = JSON.parse(out);
  schemas.validate(schema, value);
  expect(schemas.errors ?? null).toBeNull();
  return value;
}

const ray = ['--origin', '0.25,0.1,5', '--direction', '0,0,-2'];

describe('inspect', () => {
  test('reports the contents of a mesh', async () => {
    expect(await json('inspect', 'inspect', 'box.obj')).toMatchObject({
      file: 'box.obj',
      format: 'obj',
      triangles: 12,
      vertices: 8,
      bounds: { min: [-1, -1, -1], max: [1, 1, 1] },
      units: null,
      space: { metresPerUnit: null, up: null, handedness: null },
      scenes: null,
      findings: [],
    });
  });

  test('reports the scenes of a file, and reads the one that is requested', async () => {
    expect(await json('inspect', 'inspect', 'yard.gltf')).toMatchObject({
      triangles: 1,
      scenes: { names: ['Summer', 'Winter'], chosen: 0 },
    });
    expect(await json('inspect', 'inspect', 'yard.gltf', '--scene', 'Winter')).toMatchObject({ triangles: 2, scenes: { chosen: 1 } });
    expect(await json('tree', 'tree', 'yard.gltf', '--scene', '1')).toMatchObject({ triangles: 2 });
    const hits = ['--origin', '0.2,0.2,9', '--direction', '0,0,-1', '--mode', 'all', '--scene', '1'];
    expect(await json('query-ray', 'query', 'ray', 'yard.gltf', ...hits)).toMatchObject({
      hits: [{ partName: 'ice' }, { partName: 'snow' }],
    });
    expect((await boxwood('inspect', 'yard.gltf')).out).toContain('0 (Summer), of 0 (Summer), 1 (Winter)\n');
  });

  test('lists the parts in file order', async () => {
    const both = joined([named('first', box()), named('second', ball(8, 4))]);
    const text = objText(both).replace('f ', 'o first\nf ').split('\n');
    text.splice(text.findIndex((line) => line.startsWith('f ')) + 12, 0, 'o second');
    write('both.obj', text.join('\n'));
    expect(await json('inspect', 'inspect', 'both.obj')).toMatchObject({
      parts: [
        { name: 'first', triangles: 12 },
        { name: 'second', triangles: 48 },
      ],
    });
  });

  test('calls a part without a name by its number, as the app does, and one box one', async () => {
    expect((await boxwood('inspect', 'box.obj')).out).toContain('  1 part\n    part    triangles\n    part 0         12\n');
    write('one.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
    const { out } = await boxwood('query', 'ray', 'one.obj', '--origin', '0.25,0.25,9', '--direction', '0,0,-1');
    expect(out).toMatch(/: 1 hit\n.*\n.*\bpart 0\b.*\n {2}1 node visited, 1 triangle tested, /);
  });

  test('of a file without a triangle succeeds, with the finding and no bounds', async () => {
    const report = await json('inspect', 'inspect', 'points.obj');
    expect(report).toMatchObject({ triangles: 0, bounds: null });
    expect(JSON.stringify(report)).toContain('"no-triangles"');
  });

  test('shows its findings to people, with their fix', async () => {
    const { exitCode, out } = await boxwood('inspect', 'nan.obj');
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^nan\.obj\n {2}format /);
    expect(out).toMatch(/\n {2}(warning|error): .+\. .+\.\n/);
  });
});

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
      const rows = (await json('tree', 'tree', 'small.obj', '--compare', '--leaf-triangles', '2')) as {
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

describe('query ray', () => {
  test('reports what collider it hit, with friction and layers', async () => {
    write('physics.gltf', khrHullText());
    const through = ['physics.gltf', '--origin', '0.2,0.2,9', '--direction', '0,0,-1', '--colliders', 'with', '--mode', 'all'];
    expect(await json('query-ray', 'query', 'ray', ...through)).toMatchObject({
      hits: [
        { role: null },
        { role: null },
        { partName: 'RockCollider', role: { of: 'Rock', physics: { filter: { systems: ['props'] } } } },
      ],
    });
    expect((await boxwood('query', 'ray', ...through)).out).toContain(
      'collider, hull of Rock; friction 0.3 at rest, 0.2 moving (average), restitution 0.1 (average); of props; not with debris\n',
    );
    expect((await boxwood('inspect', 'physics.gltf', '--colliders', 'with')).out).toContain('collider, hull of Rock; friction 0.3 at rest');
  });

  test('gives the first hit, with everything about it', async () => {
    expect(await json('query-ray', 'query', 'ray', 'box.obj', ...ray)).toMatchObject({
      mode: 'first',
      ray: { origin: [0.25, 0.1, 5], direction: [0, 0, -1], far: null },
      hits: [{ triangle: 2, distance: 4, position: [expect.closeTo(0.25, 12), expect.closeTo(0.1, 12), 1], normal: [0, 0, 1], part: 0 }],
    });
  });

  test('gives all hits by distance, or none beyond the max distance, also by its former name', async () => {
    const all = (await json('query-ray', 'query', 'ray', 'box.obj', ...ray, '--mode', 'all')) as {
      readonly hits: { readonly distance: number }[];
    };
    expect(all.hits.map(({ distance }) => distance)).toEqual([4, 6]);
    for (const flag of ['--max-distance', '--far'])
      expect(await json('query-ray', 'query', 'ray', 'box.obj', ...ray, flag, '3.5')).toMatchObject({ ray: { far: 3.5 }, hits: [] });
    expect(await json('query-ray', 'query', 'ray', 'box.obj', '--cull', '--origin', '0.25,0.1,0', '--direction', '0,0,1')).toMatchObject({
      hits: [],
    });
  });

  test('takes values that begin with a minus, and writes -0 as 0', async () => {
    const { out } = await boxwood('query', 'ray', 'box.obj', '--origin', '-1,2,3e-7', '--direction', '-0,-1,0', '--json');
    expect(JSON.parse(out)).toMatchObject({ ray: { origin: [-1, 2, 3e-7], direction: [0, -1, 0] } });
    expect(out).not.toMatch(/-0[,\s]/);
  });
});

describe('query sphere', () => {
  const sphere = ['--center', '0.25,0.1,1.5', '--radius', '0.75'];

  test('gives every triangle it touches with feature, depth and directions, and the push-out', async () => {
    const report = await json('query-sphere', 'query', 'sphere', 'box.obj', ...sphere);
    // Half a unit over the upper side: one of its triangles lies right below, the other begins at the diagonal.
    expect(report).toMatchObject({
      method: 'closest',
      isClosed: true,
      isCenterInside: false,
      sphere: { center: [0.25, 0.1, 1.5], radius: 0.75 },
      triangles: [
        {
          triangle: 2,
          feature: 'face',
          featureIndex: null,
          depth: 0.25,
          distance: 0.5,
          point: [0.25, 0.1, 1],
          direction: [0, 0, 1],
          normal: [0, 0, 1],
          part: 0,
        },
        { triangle: 3, feature: 'edge', normal: [0, 0, 1], part: 0 },
      ],
      pushOut: { total: [0, 0, expect.closeTo(0.25, 9)], center: [0.25, 0.1, expect.closeTo(1.75, 9)], left: [], leftDepth: 0 },
    });
  });

  test('pushes out of a closed mesh by the shortest push-out, and reports it in text', async () => {
    const report = await json('query-sphere', 'query', 'sphere', 'box.obj', '--center', '0.7,0.1,0', '--radius', '0.5');
    expect(report).toMatchObject({ isCenterInside: true, pushOut: { total: [expect.closeTo(0.8, 9), 0, 0], left: [] } });
    const { out } = await boxwood('query', 'sphere', 'box.obj', '--center', '0.7,0.1,0', '--radius', '0.5');
    expect(out).toMatch(/^box\.obj: 2 overlapping triangles, centre inside\n/);
    expect(out).toMatch(/push-out 0\.8, 0, 0 \(length 0\.8, 1 step\), no overlap left\n/);
  });

  test('reports the remaining overlap if the step limit ends the push-out', async () => {
    write('gap.obj', 'v -9 0 -9\nv 9 0 -9\nv 0 0 9\nv -9 1 -9\nv 9 1 -9\nv 0 1 9\nf 1 2 3\nf 4 5 6\n');
    const args = ['query', 'sphere', 'gap.obj', '--center', '0,0.4,0', '--radius', '0.75', '--steps', '3'];
    const report = (await json('query-sphere', ...args)) as { readonly pushOut: { readonly steps: readonly unknown[] } };
    expect(report).toMatchObject({ steps: 3, isClosed: false, isCenterInside: null });
    expect(report.pushOut.steps).toHaveLength(3);
    expect(report).toMatchObject({ pushOut: { left: [{ triangle: 1, feature: 'face', depth: expect.closeTo(0.5, 9) }] } });
    expect((await boxwood(...args)).out).toMatch(/3 steps\), 1 triangle still overlapping, at most 0\.5 deep\n/);
  });

  test('offers the article’s method too', async () => {
    const report = await json('query-sphere', 'query', 'sphere', 'box.obj', ...sphere, '--method', 'article', '--edge-percent', '100');
    expect(report).toMatchObject({ method: 'article', edgePercent: 100, pushOut: { total: [0, 0, expect.closeTo(0.25, 9)] } });
  });

  test('that touches nothing is an empty list and no move', async () => {
    const report = await json('query-sphere', 'query', 'sphere', 'box.obj', '--center', '5,0,0', '--radius', '0');
    expect(report).toMatchObject({ triangles: [], pushOut: { total: [0, 0, 0], steps: [], left: [] } });
    expect((await boxwood('query', 'sphere', 'box.obj', '--center', '5,0,0', '--radius', '0')).out).toMatch(
      /^box\.obj: no overlapping triangle\n {2}\d/,
    );
  });
});

describe('query closest', () => {
  test('gives the triangle, its closest point, the distance and the side', async () => {
    const report = await json('query-closest', 'query', 'closest', 'box.obj', '--point', '0.25,0.1,1.5');
    expect(report).toMatchObject({
      kind: 'aabb',
      point: [0.25, 0.1, 1.5],
      within: null,
      isClosed: true,
      inside: false,
      triangle: 2,
      feature: 'face',
      featureIndex: null,
      position: [0.25, 0.1, 1],
      distance: 0.5,
      direction: [0, 0, 1],
      normal: [0, 0, 1],
      part: 0,
    });
    const { out } = await boxwood('query', 'closest', 'box.obj', '--point', '0.25,0.1,1.5');
    expect(out).toMatch(/^box\.obj: 0\.5 to triangle 2 \(face\), outside\n/);
  });

  test('reports inside, on the surface, and unknown', async () => {
    expect(await json('query-closest', 'query', 'closest', 'box.obj', '--point', '0,0,0.5', '--kind', 'obb')).toMatchObject({
      kind: 'obb',
      inside: true,
      distance: 0.5,
    });
    expect(await json('query-closest', 'query', 'closest', 'box.obj', '--point', '0,0,1')).toMatchObject({
      inside: 'on',
      distance: 0,
      direction: null,
    });
    write('open.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
    expect(await json('query-closest', 'query', 'closest', 'open.obj', '--point', '0,0,1')).toMatchObject({
      isClosed: false,
      inside: null,
    });
  });

  test('begins at a triangle where one is given, with the same result and its cost compared with none', async () => {
    const plain = (await json('query-closest', 'query', 'closest', 'ball.obj', '--point', '0.2,0.3,1.1')) as {
      readonly triangle: number;
      readonly stats: { readonly nodesVisited: number };
    };
    const cached = await json(
      'query-closest',
      'query',
      'closest',
      'ball.obj',
      '--point',
      '0.2,0.3,1.1',
      '--start-at',
      String(plain.triangle),
    );
    expect(plain).toMatchObject({ startAt: null, stats: { uncachedVisited: null } });
    expect(cached).toMatchObject({
      triangle: plain.triangle,
      startAt: plain.triangle,
      stats: { uncachedVisited: plain.stats.nodesVisited },
    });
    expect((cached as typeof plain).stats.nodesVisited).toBeLessThanOrEqual(plain.stats.nodesVisited);
    expect((await boxwood('query', 'closest', 'ball.obj', '--point', '0.2,0.3,1.1', '--start-at', '7')).out).toMatch(
      /nodes visited from triangle 7 \(\d+ without it\)/,
    );
    expect(await boxwood('query', 'closest', 'box.obj', '--point', '0,0,2', '--start-at', '12')).toMatchObject({ exitCode: 64 });
  });

  test('finds nothing beyond the distance', async () => {
    const args = ['query', 'closest', 'box.obj', '--point', '5,0,0', '--max-distance', '3'];
    expect(await json('query-closest', ...args)).toMatchObject({
      within: 3,
      triangle: null,
      position: null,
      distance: null,
      inside: false,
    });
    expect((await boxwood(...args)).out).toMatch(/^box\.obj: nothing within 3, outside\n {2}\d/);
  });
});

describe('query box', () => {
  test('returns every triangle that it overlaps, along the axes and rotated', async () => {
    const upper = await json('query-box', 'query', 'box', 'box.obj', '--min', '-0.5,-0.5,0.75', '--max', '0.5,0.5,2');
    expect(upper).toMatchObject({
      kind: 'aabb',
      box: { kind: 'aligned', min: [-0.5, -0.5, 0.75] },
      triangles: [
        { triangle: 2, part: 0 },
        { triangle: 3, part: 0 },
      ],
    });
    const turned = await json(
      'query-box',
      'query',
      'box',
      'box.obj',
      '--center',
      '0,0,2',
      '--size',
      '1,1,2',
      '--rotate',
      '0,0,90',
      '--kind',
      'dop14',
    );
    expect(turned).toMatchObject({
      kind: 'dop14',
      box: {
        kind: 'oriented',
        halfEdges: [
          [0, 0.5, 0],
          [-0.5, 0, 0],
          [0, 0, 1],
        ],
      },
      triangles: [{ triangle: 2 }, { triangle: 3 }],
    });
    const { out } = await boxwood('query', 'box', 'box.obj', '--min', '3,3,3', '--max', '4,4,4');
    expect(out).toMatch(/^box\.obj: no overlapping triangle\n {2}\d/);
  });

  test('is content with any one of them', async () => {
    const all = ['query', 'box', 'box.obj', '--min', '-2,-2,-2', '--max', '2,2,2'];
    expect(await json('query-box', ...all)).toMatchObject({
      mode: 'all',
      triangles: Array.from({ length: 12 }, (_, triangle) => ({ triangle })),
    });
    expect(await json('query-box', ...all, '--mode', 'any')).toMatchObject({ mode: 'any', triangles: [{ part: 0 }] });
    expect((await boxwood(...all, '--mode', 'any')).out).toMatch(/^box\.obj: at least one overlapping triangle\n/);
  });
});

describe('failures', () => {
  test.each<[string, number, string[], RegExp]>([
    ['a missing file', 2, ['inspect', 'missing.obj'], /^boxwood: missing\.obj: File not found\. .+\.\n$/],
    ['a broken file', 2, ['inspect', 'broken.ply'], /^boxwood: broken\.ply:3(:\d+)?: .+\. .+\.\n$/],
    ['a folder', 2, ['tree', '.'], /^boxwood: \.: This is a folder\. .+\.\n$/],
    ['no triangles for a tree', 2, ['tree', 'points.obj'], /^boxwood: points\.obj: .+\. .+\.\n$/],
    ['no triangles for a ray', 2, ['query', 'ray', 'points.obj', ...ray], /^boxwood: points\.obj: .+\. .+\.\n$/],
    ['an unknown verb', 64, ['inspct', 'box.obj'], /^boxwood: Unknown command 'inspct'\. Did you mean inspect\? .+\.\n$/],
    [
      'an unknown verb with --help',
      64,
      ['inspct', '--help'],
      /^boxwood: Unknown command 'inspct'\. Did you mean inspect\? Else see boxwood --help\.\n$/,
    ],
    [
      'an unknown query with -h',
      64,
      ['query', 'rya', 'box.obj', '-h'],
      /^boxwood: Unknown command 'rya'\. Did you mean ray\? Else see boxwood query --help\.\n$/,
    ],
    ['help of an unknown verb', 64, ['help', 'inspct'], /^boxwood: Unknown command 'inspct'\. Did you mean inspect\? .+\.\n$/],
    ['help of an unknown query', 64, ['help', 'query', 'rya'], /^boxwood: Unknown command 'rya'\. Did you mean ray\? .+\.\n$/],
    [
      'a file name that would drive the terminal',
      2,
      ['inspect', 'a\u001b[2J\u009b2J\nb.obj'],
      /^boxwood: a\ufffd\[2J\ufffd2J\ufffdb\.obj: .+\.\n$/,
    ],
    ['a verb that would drive the terminal', 64, ['\u001b[2J'], /^boxwood: Unknown command '\ufffd\[2J'\. .+\.\n$/],
    ['an unknown query', 64, ['query', 'rya', 'box.obj'], /^boxwood: .+Did you mean ray\?.+\.\n$/],
    [
      'an unknown flag',
      64,
      ['query', 'ray', 'box.obj', '--orgin', '0,0,0'],
      /^boxwood: Unknown option '--orgin'\. Did you mean --origin\? .+\.\n$/,
    ],
    ['a flag that comes later', 64, ['query', 'ray', 'box.obj', ...ray, '--trace'], /^boxwood: Unknown option '--trace'\. .+\.\n$/],
    ['a missing flag', 64, ['query', 'ray', 'box.obj'], /^boxwood: --origin is missing\. .+\.\n$/],
    ['a missing file name', 64, ['inspect'], /^boxwood: .*file.*\.\n$/],
    ['a file too many', 64, ['tree', 'box.obj', 'ball.obj'], /^boxwood: Too many arguments .+\.\n$/],
    [
      'no triangles for a sphere',
      2,
      ['query', 'sphere', 'points.obj', '--center', '0,0,0', '--radius', '1'],
      /^boxwood: points\.obj: .+\. .+\.\n$/,
    ],
    ['a sphere without a centre', 64, ['query', 'sphere', 'box.obj', '--radius', '1'], /^boxwood: --center is missing\. .+\.\n$/],
    ['a sphere without a radius', 64, ['query', 'sphere', 'box.obj', '--center', '0,0,0'], /^boxwood: --radius is missing\. .+\.\n$/],
    [
      'a centre misspelt',
      64,
      ['query', 'sphere', 'box.obj', '--centre', '0,0,0'],
      /^boxwood: Unknown option '--centre'\. Did you mean --center\? .+\.\n$/,
    ],
    [
      'a negative radius',
      64,
      ['query', 'sphere', 'box.obj', '--center', '0,0,0', '--radius', '-1'],
      /^boxwood: --radius cannot be "-1"\. .+\.\n$/,
    ],
    [
      'a radius without end',
      64,
      ['query', 'sphere', 'box.obj', '--center', '0,0,0', '--radius', 'Infinity'],
      /^boxwood: --radius cannot be "Infinity"\. .+\.\n$/,
    ],
    [
      'steps beyond the limit',
      64,
      ['query', 'sphere', 'box.obj', '--center', '0,0,0', '--radius', '1', '--steps', '0'],
      /^boxwood: --steps cannot be 0\. .+\.\n$/,
    ],
    ['a box without its greatest corner', 64, ['query', 'box', 'box.obj', '--min', '0,0,0'], /^boxwood: --max is missing\. .+\.\n$/],
    ['a box said twice', 64, ['query', 'box', 'box.obj', '--min', '0,0,0', '--size', '1,1,1'], /^boxwood: --min and --max exclude .+\.\n$/],
    ['a box the wrong way round', 64, ['query', 'box', 'box.obj', '--min', '1,0,0', '--max', '0,1,1'], /^boxwood: The min corner .+\.\n$/],
    ['a point missing', 64, ['query', 'closest', 'box.obj'], /^boxwood: --point is missing\. .+\.\n$/],
    [
      'a negative max distance by its former name',
      64,
      ['query', 'closest', 'box.obj', '--point', '0,0,0', '--within', '-1'],
      /^boxwood: --within cannot be "-1"\. .+\.\n$/,
    ],
    [
      'a vector of two',
      64,
      ['query', 'ray', 'box.obj', '--origin', '0,0', '--direction', '0,0,1'],
      /^boxwood: --origin cannot be "0,0"\. .+\.\n$/,
    ],
    ['a vector that is empty', 64, ['query', 'ray', 'box.obj', '--origin', '0,,0', '--direction', '0,0,1'], /^boxwood: --origin .+\.\n$/],
    ['a direction of zero', 64, ['query', 'ray', 'box.obj', '--origin', '0,0,0', '--direction', '0,0,0'], /^boxwood: --direction .+\.\n$/],
    [
      'a negative max distance',
      64,
      ['query', 'ray', 'box.obj', ...ray, '--max-distance', '-1'],
      /^boxwood: --max-distance cannot be "-1"\. .+\.\n$/,
    ],
    [
      'an option out of range',
      64,
      ['tree', 'box.obj', '--leaf-triangles', '0'],
      /^boxwood: --leaf-triangles cannot be 0\. .+1 to 1024\.\n$/,
    ],
    ['an option that is no number', 64, ['tree', 'box.obj', '--min-extent', 'x'], /^boxwood: --min-extent cannot be "x"\. .+\.\n$/],
    ['an unknown split', 64, ['tree', 'box.obj', '--split', 'best'], /^boxwood: --split cannot be "best"\. .+median, seeds, .+\.\n$/],
    ['a clip without its run', 64, ['tree', 'box.obj', '--clip', 'Walk'], /^boxwood: --clip needs --refit-over-animation\..+\n$/],
    [
      'two ways to measure',
      64,
      ['tree', 'box.obj', '--compare', '--refit-over-animation'],
      /^boxwood: --compare and --refit-over-animation exclude each other\..+\n$/,
    ],
    [
      'a mesh that does not move',
      64,
      ['tree', 'box.obj', '--refit-over-animation'],
      /^boxwood: .*The file has no animation of its mesh\..+\n$/,
    ],
    [
      'a kind to compare',
      64,
      ['tree', 'box.obj', '--compare', '--kind', 'obb'],
      /^boxwood: --kind and --compare exclude each other\..+\n$/,
    ],
    [
      'threads for what is measured',
      64,
      ['tree', 'box.obj', '--compare', '--jobs', '2'],
      /^boxwood: --jobs excludes --compare and --refit-over-animation\..+\n$/,
    ],
    ['no threads', 64, ['query', 'pair', 'box.obj', 'ball.obj', '--jobs', '0'], /^boxwood: --jobs cannot be 0\. .+1 to 64\.\n$/],
    ['an unknown kind', 64, ['tree', 'box.obj', '--kind', 'cubes'], /^boxwood: --kind cannot be "cubes"\. Use one of aabb, .*\n$/],
    [
      'a scene that is not there',
      64,
      ['inspect', 'yard.gltf', '--scene', 'Spring'],
      /^boxwood: yard\.gltf \/scenes: There is no scene "Spring"\. Choose one of 0 \(Summer\), 1 \(Winter\)\.\n$/,
    ],
    ['a scene of a format without any', 64, ['tree', 'box.obj', '--scene', '0'], /^boxwood: box\.obj: .+\.\n$/],
    ['a port that is none', 64, ['serve', '--port', '70000'], /^boxwood: --port cannot be "70000"\. .+\.\n$/],
  ])('%s: exit code %i and one line', async (_, wanted, args, line) => {
    const { exitCode, out, err } = await boxwood(...args);
    expect(err).toMatch(line);
    expect(err.split('\n')).toHaveLength(2);
    expect({ exitCode, out }).toEqual({ exitCode: wanted, out: '' });
  });

  test('with --json are one JSON document too, in a closed set of codes', async () => {
    const { exitCode, out } = await boxwood('tree', 'broken.ply', '--json');
    expect(exitCode).toBe(2);
    const value: unknown = JSON.parse(out);
    expect(schemas.validate('error', value)).toBe(true);
    expect(value).toMatchObject({ error: { location: { file: 'broken.ply', line: 3 } } });
  });

  test('show a stack with --debug alone, without control characters too', async () => {
    expect((await boxwood('inspect', 'missing.obj', '--debug')).err).toContain('\n    at ');
    expect((await boxwood('inspect', '\u001b[2J.obj', '--debug')).err).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });

  test('no verb shows the help and is wrong usage', async () => {
    const { exitCode, out, err } = await boxwood();
    expect({ exitCode, out }).toEqual({ exitCode: 64, out: '' });
    expect(err).toContain('Commands:');
  });
});

describe('a push-out that takes long', () => {
  test('reports its progress, and ends when it is cancelled', async () => {
    const side = 60;
    const corners = Array.from({ length: (side + 1) ** 2 }, (_, i) => [(i % (side + 1)) / 30 - 1, Math.floor(i / (side + 1)) / 30 - 1]);
    const faces = Array.from({ length: side * side }, (_, i) => i + Math.floor(i / side)).flatMap((at) => [
      at,
      at + 1,
      at + side + 2,
      at,
      at + side + 2,
      at + side + 1,
    ]);
    const sheet = (z: number) =>
      meshOf(
        corners.flatMap((corner) => [...corner, z]),
        faces,
      );
    write('sheets.obj', objText(joined([sheet(0), sheet(1.3)])));
    const stop = new AbortController();
    const { exitCode, out, err } = await runInProcess(
      ['query', 'sphere', 'sheets.obj', '--center', '0,0,0.7', '--radius', '1', '--steps', '1024'],
      {
        folder,
        showsProgress: true,
        signal: stop.signal,
        onErr: (text) => {
          if (text.includes('querying')) stop.abort();
        },
      },
    );
    expect({ exitCode, out }).toEqual({ exitCode: 130, out: '' });
    expect(err).toContain('Cancelled');
  });
});

describe('serve', () => {
  /** Presses Ctrl-C when the address is there. */
  async function servedUntilCtrlC(name: string): Promise<CliOutcome> {
    const child = spawn(process.execPath, [cliScript, 'serve', name, '--no-open'], { cwd: folder });
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    await until(() => out.endsWith('\n'));
    child.kill('SIGINT');
    const [exitCode] = (await once(child, 'close')) as [number];
    return { exitCode, out, err };
  }

  test('prints its address, serves until Ctrl-C, and ends well', async () => {
    const { exitCode, out, err } = await servedUntilCtrlC('box.obj');
    expect(out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{32}\n$/);
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  });

  test.each(['serve', 'open'])('%s prints files that cannot be read, one line each, and shows the others', async (verb) => {
    const environment = { ...process.env, BOXWOOD_SHELL: 'browser', CI: '1' };
    const args = [cliScript, verb, 'missing.obj', 'box.obj', 'broken.ply', ...(verb === 'serve' ? ['--no-open'] : [])];
    const child = spawn(process.execPath, args, { cwd: folder, env: environment });
    let err = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    await until(() => err.split('\n').length > 2);
    child.kill('SIGINT');
    const [exitCode] = (await once(child, 'close')) as [number];
    expect(exitCode).toBe(0);
    expect(err.split('\n').sort()).toEqual([
      '',
      expect.stringMatching(/^boxwood: broken\.ply:3: .+\.$/),
      expect.stringMatching(/^boxwood: missing\.obj: .+\.$/),
    ]);
  });
});

describe('progress', () => {
  /** What is printed as if a person sat at the terminal, or not. */
  async function shown(showsProgress: boolean): Promise<string> {
    return (await runInProcess(['inspect', 'ball.obj'], { folder, showsProgress })).err;
  }

  test('is shown to a person and taken away again, and to nobody else', async () => {
    expect(await shown(true)).toMatch(/^(\r\u001b\[Kparsing \d+ %)+\r\u001b\[K$/);
    expect(await shown(false)).toBe('');
  });
});

test.each([
  '',
  'inspect',
  'check',
  'repair',
  'tree',
  'query',
  'query ray',
  'query sphere',
  'query closest',
  'query box',
  'query pair',
  'serve',
  'open',
])('help of "%s" has an example', async (verb) => {
  const { exitCode, out, err } = await boxwood(...verb.split(' ').filter((word) => word !== ''), '--help');
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  expect(out).toContain('Example:\n  boxwood ');
  expectTwoScreens(out);
  expect(out).toMatchSnapshot();
});

test('help can be requested in front of a verb', async () => {
  const { out } = await boxwood('query', 'ray', '--help');
  expect(await boxwood('help', 'query', 'ray')).toEqual({ exitCode: 0, out, err: '' });
});

test('the version is that of the package', async () => {
  const { version } = JSON.parse(readFileSync(join(productFolder, 'package.json'), 'utf8')) as { version: string };
  expect(await boxwood('--version')).toEqual({ exitCode: 0, out: `${version}\n`, err: '' });
});

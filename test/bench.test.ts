import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { articleBars, measureArticle, recordArticle } from './bench/article.ts';
import { parseBenchArgs } from './bench/bench-args.ts';
import { benchMesh, benchRadius, type BenchMesh } from './bench/bench-mesh.ts';
import { failedLine, skippedLine, tableHead, tableLine } from './bench/bench-table.ts';
import { SkippedTask, taskNames, units, type BenchTask } from './bench/bench-task.ts';
import { projectFolder } from './bench/corpus-folder.ts';
import { recordRows } from './bench/history.ts';
import { compare, spreadOf } from './bench/compare.ts';
import { benchTables, withTables } from './bench/benchmark-tables.ts';
import { rivalBvh } from './bench/rival.ts';
import { runBench, type Measured } from './bench/run-bench.ts';
import { tasks } from './bench/tasks.ts';
import { isFullRun } from './fixtures/scale.ts';
import { ball, joined, knot } from './fixtures/shapes.ts';
import { temporaryFolder } from './fixtures/temporary-folder.ts';

/** CGAL, FCL and Embree take seconds to compile, and Boxwood is its own rival. */
const fromNpm = tasks.filter(({ rival }) => rival !== 'CGAL' && rival !== 'FCL' && rival !== 'Embree' && rival !== 'Boxwood');
const own = tasks.flatMap(({ name, rival }) => (rival === 'Boxwood' ? [name] : []));
const small = benchMesh('tiny', knot(2, 3, 48, 8));

async function measured(mesh: BenchMesh, ...names: readonly string[]): Promise<readonly Measured[]> {
  return runBench(
    mesh.name,
    async () => mesh,
    tasks.filter(({ name }) => names.length === 0 || names.includes(name)),
    0,
    () => {},
  );
}

/** @throws Error for a task that failed. */
function done(measured: Measured): Extract<Measured, { row: unknown }> {
  if ('failed' in measured) throw new Error(measured.failed.error);
  if ('skipped' in measured) throw new Error(measured.skipped.reason);
  return measured;
}

describe('the bench', () => {
  test('measures every task on a small mesh, and the rivals return the same results', async () => {
    const reported: Measured[] = [];
    const all = await runBench(
      'tiny',
      async () => small,
      fromNpm,
      0,
      (one) => reported.push(one),
    );
    expect(reported).toEqual(all);
    expect(all.length).toBeGreaterThan(0);
    for (const { row, disagreement } of all.map(done)) {
      expect(disagreement).toBeNull();
      expect(Object.keys(row)).toEqual(['task', 'mesh', 'rival', 'ours', 'theirs', 'unit', 'ratio', 'oursMedian', 'theirsMedian', 'hash']);
      expect(row).toMatchObject({
        mesh: 'tiny',
        rival: expect.stringMatching(
          /^(three(-mesh-bvh)?|physx-js-webidl|@dimforge\/rapier3d-compat|jolt-physics|@gltf-transform\/core|tinyusdz|Node) \d+\.\d+\.\d+/,
        ),
        hash: expect.stringMatching(/^[0-9a-f]{16}$/),
      });
      expect(row.ours).toBeGreaterThan(0);
      expect(row.theirs).toBeGreaterThan(0);
      expect(row.ratio).toBe(units[row.unit].isMoreBetter ? row.ours / row.theirs : row.theirs / row.ours);
    }
  });

  test('runs the same queries each time, and the hash covers the results', async () => {
    const names = ['rays-random', 'closest', 'closest-near', 'sphere', 'capsule', 'segment', 'sweep', 'pairs-boolean', 'distance'];
    const hashes = async (mesh: BenchMesh): Promise<readonly string[]> => (await measured(mesh, ...names)).map((one) => done(one).row.hash);
    const first = await hashes(small);
    expect(await hashes(small)).toEqual(first);
    const other = await hashes(benchMesh('tiny', ball(16, 9)));
    expect(other.filter((hash) => first.includes(hash))).toEqual([]);
  });

  test.each([
    'rays-random',
    'rays-grid',
    'closest',
    'closest-near',
    'sphere',
    'box',
    'capsule',
    'triangle',
    'frustum',
    'hull',
    'segment',
    'pairs-all',
    'pairs-boolean',
    'distance',
  ])('detects a rival with %s results', async (name) => {
    const [one] = await measured({ ...small, rival: rivalBvh(ball(16, 9)) }, name);
    expect(done(one!).disagreement).toMatch(/\d+ of \d+/);
  });

  test('notices a rival that finds as many pairs, but others', async () => {
    // The same surface with its vertices numbered backwards: each triangle has the name of another, or of none.
    const { positions, indices } = small.mesh;
    const last = positions.length / 3 - 1;
    const renumbered = {
      ...small.mesh,
      positions: positions.map((_, i) => positions[3 * (last - Math.floor(i / 3)) + (i % 3)]!),
      indices: indices.map((v) => last - v),
    };
    const [one] = await measured({ ...small, rival: rivalBvh(renumbered) }, 'pairs-all');
    expect(done(one!).disagreement).toMatch(/pairs are found by one and not by the other/);
  });

  test('reports the exception of a task in its row, or of reading the mesh, and continues', async () => {
    const throwing: BenchTask = { ...tasks[0]!, run: () => Promise.reject(new Error('no memory')) };
    const all = await runBench(
      'tiny',
      async () => small,
      [throwing, tasks.find(({ name }) => name === 'sphere')!],
      0,
      () => {},
    );
    expect(all[0]).toEqual({ failed: { task: throwing.name, mesh: 'tiny', error: 'no memory' } });
    expect(done(all[1]!).row.task).toBe('sphere');
    const unread = await runBench(
      '69k',
      () => Promise.reject(new Error('damaged')),
      tasks,
      1,
      () => {},
    );
    expect(unread).toEqual(tasks.map(({ name }) => ({ failed: { task: name, mesh: '69k', error: 'damaged' } })));
  });

  test('skips what needs CGAL where it is not, and says so', async () => {
    const none: BenchTask = { ...tasks[0]!, run: () => Promise.reject(new SkippedTask('there is no CGAL: install libcgal-dev')) };
    const [one] = await runBench(
      'tiny',
      async () => small,
      [none],
      1,
      () => {},
    );
    expect(one).toEqual({ skipped: { task: 'build', mesh: 'tiny', reason: 'there is no CGAL: install libcgal-dev' } });
    expect(skippedLine((one as Extract<Measured, { skipped: unknown }>).skipped)).toBe(
      'build           tiny SKIPPED: there is no CGAL: install libcgal-dev',
    );
  });

  test('builds the same tree by two threads as by one', async () => {
    const [one] = await measured(small, 'build-parallel');
    expect(done(one!)).toMatchObject({ disagreement: null, row: { rival: 'Boxwood in one thread', unit: 'ms' } });
  });

  test('says what it measures against where Boxwood is its own rival', async () => {
    const quick = ['swept-box', 'swept-hull', 'walk', ...(isFullRun ? own : [])];
    const all = await measured(small, ...quick);
    expect(all.length).toBeGreaterThan(2);
    for (const one of all) expect(done(one).row.rival).toMatch(/^Boxwood [a-zA-Z0-9]/);
  });

  test.runIf(isFullRun)('finds as many self-intersections as CGAL', async () => {
    const crossed = benchMesh('tiny', joined([knot(2, 3, 48, 8), ball(16, 9)]));
    const all = await measured(crossed, 'self-crossings', 'health');
    expect(all.length).toBeGreaterThan(0);
    for (const one of all)
      if (!('skipped' in one)) expect(done(one)).toMatchObject({ disagreement: null, row: { rival: expect.stringMatching(/^CGAL \d/) } });
      else console.warn(skippedLine(one.skipped));
  });

  test('warms each side up for 1.5 seconds and at least two runs, then runs both in turns', async () => {
    let clock = 0;
    const now = vi.spyOn(performance, 'now').mockImplementation(() => clock);
    let calls = '';
    const side = (name: string, milliseconds: number) => ({
      run: () => {
        calls += name;
        clock += milliseconds;
      },
    });
    try {
      const { oursMilliseconds, theirsMilliseconds } = await compare(side('a', 400), side('b', 2000), 2);
      expect(calls).toBe('aaaabbabab');
      expect([oursMilliseconds.min, theirsMilliseconds.median]).toEqual([400, 2000]);
    } finally {
      now.mockRestore();
    }
  });

  test('reports the minimum and the median of its runs', () => {
    expect(spreadOf([5])).toEqual({ min: 5, median: 5 });
    expect(spreadOf([7, 1, 9])).toEqual({ min: 1, median: 7 });
    expect(spreadOf([10, 2, 8, 4])).toEqual({ min: 2, median: 6 });
  });

  test('gives both sides the same numbers: centred, f32, in a ball of radius 10, without triangles that name a vertex twice', () => {
    const source = ball(16, 9, 1234.5);
    const moved = {
      ...source,
      positions: source.positions.map((value) => value + 1e6),
      indices: Uint32Array.from([...source.indices, 3, 3, 4]),
    };
    const { mesh, treed, rival } = benchMesh('tiny', moved);
    expect(mesh.indices.length).toBe(source.indices.length);
    expect(treed.tree.meshTriangles).toBe(mesh.indices.length / 3);
    expect([...rival.geometry.getAttribute('position').array]).toEqual([...mesh.positions]);
    const radii = Array.from({ length: mesh.positions.length / 3 }, (_, v) => Math.hypot(...mesh.positions.subarray(3 * v, 3 * v + 3)));
    expect(Math.max(...radii)).toBeCloseTo(benchRadius, 5);
  });

  test('has its tasks once, by the names of the targets', () => {
    const names = tasks.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect([...taskNames].sort()).toEqual([...names].sort());
  });
});

describe('its arguments', () => {
  const all = { tasks, meshes: ['69k', '871k'], rounds: 7, json: null, record: false, article: false, manual: false };

  test('choose tasks, meshes and where to write', () => {
    expect(parseBenchArgs([], tasks)).toEqual(all);
    const some = parseBenchArgs(['--task', 'sphere,build', '--task=open', '--mesh', '69k', '--rounds', '3', '--json', 'out.json'], tasks);
    expect(some).toMatchObject({ meshes: ['69k'], rounds: 3, json: 'out.json', record: false });
    expect(some.tasks.map(({ name }) => name)).toEqual(['build', 'sphere', 'open']);
    expect(parseBenchArgs(['--manual'], tasks)).toEqual({ ...all, manual: true });
    expect(parseBenchArgs(['--article'], tasks)).toEqual({ ...all, article: true });
    expect(parseBenchArgs(['--record'], tasks)).toEqual({ ...all, record: true });
  });

  test.each([
    [['--task', 'fly'], /Unknown --task fly\. Known: build/],
    [['--mesh', '1k'], /Unknown --mesh 1k\. Known: 69k, 871k/],
    [['--rounds', '0'], /whole number of 1 or more/],
    [['--record', '--mesh', '69k'], /whole run/],
    [['--manual', '--record'], /--manual takes no other flag/],
    [['--article', '--mesh', '69k'], /--article takes no other flag/],
    [['--fast'], /--fast/],
  ])('refuse %j', (args, message) => {
    expect(() => parseBenchArgs(args, tasks)).toThrow(message);
  });
});

describe('its report', () => {
  const row = {
    task: 'rays-random',
    mesh: '871k',
    rival: 'three-mesh-bvh 0.9.17',
    ours: 1.23456,
    theirs: 0.4,
    unit: 'M/s',
    ratio: 3.0864,
    oursMedian: 1.2,
    theirsMedian: 0.39,
    hash: '0123456789abcdef',
  } as const;

  test('is a table', () => {
    expect(`${tableHead}\n${tableLine(row)}`).toBe(
      [
        'task            mesh       ours     median     theirs     median unit           ratio  hash of ours',
        'rays-random     871k       1.23       1.20      0.400      0.390 M/s           3.09 x  0123456789abcdef',
      ].join('\n'),
    );
  });

  test('has a row for a task that failed', () => {
    expect(failedLine({ task: 'open', mesh: '69k', error: 'no memory' })).toBe('open             69k FAILED: no memory');
  });

  test('goes to the history with version, day and machine, below one head', () => {
    const file = join(temporaryFolder(), 'history.tsv');
    recordRows([row], file);
    recordRows([row, row], file);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe('version\tdate\tnode\tprocessor\ttask\tmesh\trival\tours\ttheirs\tunit\tratio\tours median\ttheirs median\thash');
    expect(lines[3]).toMatch(
      /^\d+\.\d+\.\d+\t\d{4}-\d\d-\d\d\t[\d.]+\t[^\t]+\trays-random\t871k\tthree-mesh-bvh 0\.9\.17\t1\.235\t0\.4\tM\/s\t3\.086\t1\.2\t0\.39\t0123456789abcdef$/,
    );
  });

  test('goes to the manual from the newest record: the last run of one machine, with its date', () => {
    const file = join(temporaryFolder(), 'history.tsv');
    recordRows(
      [
        { ...row, ours: 9 },
        { ...row, ratio: 1 },
      ],
      file,
    );
    const history = readFileSync(file, 'utf8').replaceAll(/\d{4}-\d\d-\d\d\t[\d.]+\t[^\t]+/g, '2026-01-02\t22.1.0\tSome | Processor');
    const older = history.split('\n')[1]!.replace('2026-01-02', '2025-01-02');
    const [head = '', ...lines] = history.trimEnd().split('\n');
    recordArticle(
      [
        {
          split: 'seeds',
          storage: 'leaf-free',
          bytesPerTriangle: 21.04,
          pose: 1234.5,
          ray: 2,
          sphere: 0.12345,
          poseVolumes: 152.9,
          rayVolumes: 40.25,
          sphereVolumes: 66,
        },
      ],
      file,
    );
    const tables = benchTables([head, older, ...lines].join('\n'), readFileSync(file, 'utf8'));
    expect(tables.split('\n').filter((line) => line.startsWith('| '))).toEqual([
      '|  | mesh | Boxwood | rival |  | unit | better by |',
      '| --- | --- | --: | --: | --- | --- | --: |',
      '| first hit, random rays | 871k | 1.24 | 0.4 | three-mesh-bvh 0.9.17 | M/s | 1 × |',
      '| split | storage | bytes per triangle | tree against tree, µs per pose | node pairs per pose | ray, µs | nodes per ray | sphere, µs | nodes per sphere |',
      '| --- | --- | --: | --: | --: | --: | --: | --: | --: |',
      '| two seeds | leaf-free | 21 | 1,235 | 153 | 2 | 40.3 | 0.123 | 66 |',
    ]);
    expect(tables).toMatch(/^2026-01-02, Boxwood \d+\.\d+\.\d+, Node 22\.1\.0, Some \| Processor, one thread unless stated otherwise,/);
    const page = readFileSync(join(projectFolder, 'resources/manual/benchmarks.md'), 'utf8');
    const written = withTables(page, tables);
    expect(written).toContain(tables);
    expect(withTables(written, tables)).toBe(written);
    expect(() => withTables('# Boxwood', tables)).toThrow(/has no <!-- bench/);
    expect(() => benchTables(head, head)).toThrow('no run is recorded');
  });

  test('draws the comparison of ABB-2010: the same results, and fewer bytes without leaves', () => {
    const rows = measureArticle(small.mesh, { rays: 50, spheres: 20, motions: 4, seed: 1, turnMilliseconds: 0 });
    expect(rows.map(({ split, storage }) => `${storage} ${split}`)).toEqual([
      'aabb median',
      'aabb seeds',
      'leaf-free median',
      'leaf-free seeds',
      'quantised median',
      'quantised seeds',
      'compressed median',
      'compressed seeds',
    ]);
    expect(rows[2]!.bytesPerTriangle).toBeLessThan(rows[0]!.bytesPerTriangle);
    expect(rows[6]!.bytesPerTriangle).toBeLessThan(rows[4]!.bytesPerTriangle);
    // Storage without leaves tests no box of a leaf.
    expect(rows[2]!.rayVolumes).toBeLessThan(rows[0]!.rayVolumes);
    expect(rows[2]!.poseVolumes).toBeLessThan(rows[0]!.poseVolumes);
    const bars = articleBars(rows);
    expect(bars.match(/█+/g)).toHaveLength(56);
    expect(bars).toMatch(/bytes per triangle\n {2}spatial median {2}leaves stored {11}[\d. ]{8} {2}× 1\.00 {2}█{40}\n/);
  });

  test.each([
    ['without the meshes', ['--rounds', '1'], { BOXWOOD_CORPUS: '/nowhere' }, 2, /^Missing mesh: \/nowhere/],
    ['with a wrong flag', ['--quick'], {}, 64, /--quick.*\nnpm run bench -- \[--task/],
  ])('%s says so and ends with its exit code', (_, args, environment, code, message) => {
    const script = fileURLToPath(new URL('../dist/bench/bench.js', import.meta.url));
    const { status, stderr } = spawnSync(process.execPath, [script, ...args], {
      encoding: 'utf8',
      env: { ...process.env, ...environment },
    });
    expect(stderr).toMatch(message);
    expect(status).toBe(code);
  });
});

import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { box } from '../fixtures/shapes.ts';
import { cliCalls, cliFolder } from './cli-folder.ts';
import { expectTwoScreens, objText, temporaryFolder, warmPool } from './product.ts';

const pool = warmPool(2);
const { folder, write } = cliFolder(pool);
const { boxwood, json, schemas } = cliCalls(folder, ['error', 'scene', 'scene-run'], pool);

const at = (x: number, y: number, z: number): number[] => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];

function writeScene(name: string, instances: readonly object[], meshes: readonly string[] = ['box.obj']): void {
  const scene = { format: 'boxwood-scene', version: 1, meshes, instances };
  schemas.validate('scene', scene);
  expect(schemas.errors ?? null).toBeNull();
  write(name, JSON.stringify(scene));
}

/** Cubes of edge 2 in a row: 0 and 1 touch, 1 and 2 overlap, 3 is apart and flies to 0. */
writeScene('row.boxwood-scene.json', [
  { mesh: 0, matrix: at(0, 0, 0) },
  { mesh: 0, matrix: at(2, 0, 0), set: 'static' },
  { mesh: 0, matrix: at(3, 0.5, 0) },
  { mesh: 0, matrix: at(0, 10, 0), motion: { kind: 'velocity', velocity: [0, -4, 0] } },
]);

describe('boxwood scene', () => {
  test.each(['sap', 'tree', 'grid', 'brute'])('lists the pairs of boxes, those that touch too: %s', async (method) => {
    const report = await json('scene-run', 'scene', 'row.boxwood-scene.json', '--method', method, '--steps', '3', '--pairs');
    expect(report).toMatchObject({
      file: 'row.boxwood-scene.json',
      meshes: [{ file: 'box.obj', triangles: 12 }],
      instances: 4,
      moving: 3,
      method,
      pairs: [
        [0, 1],
        [1, 2],
      ],
      // At step 2 the fourth cube is at y = 2, and touches 0 and 1.
      steps: [{ pairs: 2 }, { pairs: 2 }, { pairs: 4 }],
    });
  });

  test.each(['shell', 'insertion', 'native'])('sorts by %s, with segments', async (sort) => {
    const report = await json('scene-run', 'scene', 'row.boxwood-scene.json', '--sort', sort, '--segments', '2');
    expect(report).toMatchObject({
      sort,
      segments: 2,
      pairs: null,
      steps: [{ pairs: 2, swaps: sort === 'native' ? null : expect.any(Number) }],
    });
  });

  test('70 equal boxes in a row are cut into 20, 20, 20 and 10 with 4 segments, and have the same pairs with any number', async () => {
    write('unit.obj', objText(box([0, 0, 0], [1, 1, 1])));
    const row = Array.from({ length: 70 }, (_, i) => ({ mesh: 0, matrix: at(i, 0, 0) }));
    writeScene('seventy.json', row, ['unit.obj']);
    const report = await json('scene-run', 'scene', 'seventy.json', '--segments', '4', '--pairs');
    const sizes = [20, 20, 20, 10];
    expect(report).toMatchObject({ segmentSizes: [sizes, sizes, sizes], steps: [{ pairs: 69, sweep: { axis: 0, segments: [4, 4, 4] } }] });
    const { out } = await boxwood('scene', 'seventy.json', '--segments', '4');
    expect(out).toMatch(/boxes that begin in each segment at step 0\n {4}x \(swept\): 20, 20, 20, 10\n {4}y: 20, 20, 20, 10\n/);
    const brute = await json('scene-run', 'scene', 'seventy.json', '--method', 'brute', '--pairs');
    expect(report['pairs']).toEqual(brute['pairs']);
    expect(brute['segmentSizes']).toBeNull();
    for (const segments of ['1', '2', '7', '69', '70', '1024'])
      expect((await json('scene-run', 'scene', 'seventy.json', '--segments', segments, '--pairs'))['pairs']).toEqual(brute['pairs']);
  });

  test('lists the pairs of every step with --all-pairs, those of surfaces too', async () => {
    const report = await json('scene-run', 'scene', 'row.boxwood-scene.json', '--steps', '3', '--all-pairs', '--narrow');
    const first = await json('scene-run', 'scene', 'row.boxwood-scene.json', '--pairs', '--narrow');
    const all = report['allPairs'] as { step: number; pairs: number[][]; overlaps: number[][] }[];
    expect(all.map(({ step, pairs }) => [step, pairs.length])).toEqual([
      [0, 2],
      [1, 2],
      [2, 4],
    ]);
    expect(all[0]).toEqual({ step: 0, pairs: first['pairs'], overlaps: first['overlaps'] });
    expect(all[2]!.pairs).toEqual([
      [0, 1],
      [0, 3],
      [1, 2],
      [1, 3],
    ]);
    expect([report['pairs'], first['allPairs']]).toEqual([null, null]);
    const { out } = await boxwood('scene', 'row.boxwood-scene.json', '--steps', '3', '--all-pairs');
    expect(out).toMatch(/pairs at step 0\n.*pairs at step 1\n.*pairs at step 2\n/s);
  });

  test('refuses the flags of sweep and prune with other methods', async () => {
    for (const flags of [
      ['--method', 'grid', '--sort', 'shell'],
      ['--method', 'tree', '--segments', '4'],
      ['--method', 'brute', '--compare', '--sort', 'native'],
    ])
      expect(await boxwood('scene', 'row.boxwood-scene.json', ...flags)).toMatchObject({
        exitCode: 64,
        err: expect.stringContaining(`is for sweep and prune, not for ${flags[1]}`),
      });
    // The comparison runs sweep and prune with these segments.
    expect(await boxwood('scene', 'row.boxwood-scene.json', '--method', 'grid', '--segments', '4', '--compare')).toMatchObject({
      exitCode: 0,
    });
  });

  test('prints a table', async () => {
    const { out } = await boxwood('scene', 'row.boxwood-scene.json', '--pairs', '--steps', '2');
    expect(out).toMatch(/^row\.boxwood-scene\.json: 4 instances of 1 mesh, 3 moving; method sap, shell sort\n {2}step {2}pairs {2}tests/);
    expect(out).toContain('  pairs at step 0\n    0  1\n    1  2\n');
    expectTwoScreens((await boxwood('scene', '--help')).out);
  });

  test('leaves out static pairs and layers that ignore each other', async () => {
    writeScene('sets.json', [
      { mesh: 0, matrix: at(0, 0, 0), set: 'static' },
      { mesh: 0, matrix: at(1, 0, 0), set: 'static' },
      { mesh: 0, matrix: at(0, 1, 0), layer: 2, mask: 0xfffffffd },
      { mesh: 0, matrix: at(0, 0, 1), layer: 2, mask: 0xfffffffd },
    ]);
    const report = await json('scene-run', 'scene', 'sets.json', '--pairs');
    expect(report['pairs']).toEqual([
      [0, 2],
      [0, 3],
      [1, 2],
      [1, 3],
    ]);
  });

  test('reads meshes in folders below, each once', async () => {
    const inner = await json('scene-run', 'scene', 'row.boxwood-scene.json');
    writeScene(
      'two.json',
      [
        { mesh: 0, matrix: at(0, 0, 0) },
        { mesh: 1, matrix: at(0.5, 0, 0) },
        { mesh: 2, matrix: at(9, 0, 0) },
      ],
      ['box.obj', './ball.obj', 'box.obj'],
    );
    const report = await json('scene-run', 'scene', 'two.json', '--pairs');
    expect(inner['meshes']).toHaveLength(1);
    expect(report).toMatchObject({ meshes: [{ triangles: 12 }, {}, { triangles: 12 }], pairs: [[0, 1]] });
  });

  test.each([
    ['../secret.obj', 'unsafe-path'],
    ['/etc/passwd', 'unsafe-path'],
    ['https://example.org/a.obj', 'unsafe-path'],
    ['link.obj', 'unsafe-path'],
    ['gone.obj', 'missing-file'],
  ])('refuses the mesh %s', async (path, code) => {
    if (path === 'link.obj') symlinkSync(join(temporaryFolder(), '..'), join(folder, 'link.obj'));
    writeScene('bad.json', [], [path]);
    const { exitCode, out, err } = await boxwood('scene', 'bad.json', '--json');
    expect(JSON.parse(out)).toMatchObject({ error: { code, location: { file: 'bad.json', pointer: '/meshes/0' } } });
    expect(err).toMatch(/^boxwood: bad\.json \/meshes\/0: /);
    if (code === 'unsafe-path')
      expect(err).toContain(`The mesh ${JSON.stringify(path)} of the scene is outside of the folder of the scene`);
    expect(exitCode).toBe(2);
  });

  test('refuses a wrong matrix, a mesh without triangles and a wrong flag, each with its location', async () => {
    write(
      'wrong.json',
      JSON.stringify({
        format: 'boxwood-scene',
        version: 1,
        meshes: ['box.obj'],
        instances: [{ mesh: 0, matrix: at(0, 0, 0).fill(0, 0, 3) }],
      }),
    );
    expect(await boxwood('scene', 'wrong.json')).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('wrong.json /instances/0/matrix: '),
    });
    writeScene('points.json', [{ mesh: 0, matrix: at(0, 0, 0) }], ['points.obj']);
    expect(await boxwood('scene', 'points.json')).toMatchObject({ exitCode: 2, err: expect.stringContaining('/meshes/0: ') });
    expect(await boxwood('scene', 'row.boxwood-scene.json', '--method', 'octree')).toMatchObject({
      exitCode: 64,
      err: expect.stringContaining('--method cannot be "octree"'),
    });
    expect(await boxwood('scene', 'row.boxwood-scene.json', '--segments', '0.5')).toMatchObject({ exitCode: 64 });
    expect(await boxwood('scene', 'gone.json')).toMatchObject({ exitCode: 2 });
  });

  test('compares a scene with a pair that no test decides, without that pair', async () => {
    const of = (size: number, x: number): number[] => [size, 0, 0, 0, 0, size, 0, 0, 0, 0, size, 0, x, 0, 0, 1];
    writeScene(
      'scales.json',
      [of(1e-160, 0), of(1e160, 0), of(1, 0), of(1, 1.5)].map((matrix) => ({ mesh: 0, matrix })),
    );
    const report = await json('scene-run', 'scene', 'scales.json', '--compare', '--steps', '2');
    const { leaves, steps } = report['compare'] as { leaves: { instances: number; pairs: number }[]; steps: number };
    expect(steps).toBe(2);
    // Of five pairs of boxes all but that with 1e-160 and 1e160.
    expect(leaves.at(-1)).toMatchObject({ instances: 4, pairs: 4 });
    expect((await boxwood('scene', 'scales.json', '--compare', '--steps', '2')).out).toContain('2 steps; later: the second one');
  });

  test('refuses an archive, and says what to do with it', async () => {
    expect(await boxwood('scene', 'yard.boxwood-scene.zip')).toMatchObject({
      exitCode: 2,
      out: '',
      err: expect.stringMatching(/^boxwood: yard\.boxwood-scene\.zip: This is an archive of a scene.*Unpack it/s),
    });
  });

  test('runs an empty scene', async () => {
    writeScene('empty.json', [], []);
    for (const method of ['sap', 'tree', 'grid', 'brute'])
      expect(await json('scene-run', 'scene', 'empty.json', '--method', method, '--steps', '2', '--pairs')).toMatchObject({ pairs: [] });
  });

  test('repeats its pairs from run to run', async () => {
    write('small-box.obj', objText(box([0, 0, 0], [1, 1, 1])));
    const walkers = Array.from({ length: 300 }, (_, i) => ({
      mesh: 0,
      matrix: at((i * 7) % 13, (i * 5) % 11, (i * 3) % 17),
      motion: { kind: 'walk', seed: i, stride: 0.5 },
    }));
    writeScene('walk.json', walkers, ['small-box.obj']);
    const pairsOf = async (...flags: string[]): Promise<unknown> =>
      ((await json('scene-run', 'scene', 'walk.json', '--steps', '8', ...flags))['steps'] as { pairs: number }[]).map(({ pairs }) => pairs);
    const first = await pairsOf();
    expect(first).toEqual(await pairsOf());
    expect(first).toEqual(await pairsOf('--method', 'brute'));
    expect(new Set(first as number[]).size).toBeGreaterThan(3);
  });
});

describe('boxwood scene with input that is hard to use', () => {
  test('states the vertices that are not finite, and the triangles that they leave out', async () => {
    write('bad.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv nan 0 0\nv inf 0 0\nf 1 2 3\nf 1 2 4\nf 1 3 5\nf 3 4 5\n');
    writeScene(
      'bad-scene.json',
      [0, 1].map((mesh) => ({ mesh, matrix: at(0.5 * mesh, 0, 0) })),
      ['bad.obj', 'box.obj'],
    );
    expect(await json('scene-run', 'scene', 'bad-scene.json')).toMatchObject({
      meshes: [
        { file: 'bad.obj', triangles: 4, nonFiniteVertices: 2, trianglesLeftOut: 3 },
        { file: 'box.obj', triangles: 12, nonFiniteVertices: 0, trianglesLeftOut: 0 },
      ],
    });
    const { out } = await boxwood('scene', 'bad-scene.json');
    expect(out).toContain('  bad.obj: 2 vertices with a coordinate that is not finite; 3 triangles left out\n');
    expect(out.match(/left out/g)).toHaveLength(1);
  });

  test('goes on without pairs whose scales differ too much, and names them', async () => {
    const scaled = (scale: number): number[] => at(0, 0, 0).map((value, k) => (k < 15 ? value * scale : value));
    const instances = [scaled(1e-160), scaled(1e160), at(0, 0, 0), at(1.5, 1, 1)];
    writeScene(
      'scales.json',
      instances.map((matrix) => ({ mesh: 0, matrix })),
    );
    const report = await json('scene-run', 'scene', 'scales.json', '--narrow', '--pairs');
    expect(report).toMatchObject({ overlaps: [[2, 3]], steps: [{ narrow: { undecided: 1, undecidedPairs: [[0, 1]] } }] });
    const { out } = await boxwood('scene', 'scales.json', '--narrow');
    expect(out).toContain('step 0: 1 pair not decided, their matrices differ too much in scale: 0 and 1\n');
  });

  test('refuses flags that print something other than --csv', async () => {
    for (const flag of [['--json'], ['--pairs'], ['--all-pairs'], ['--narrow'], ['--method', 'grid'], ['--sort', 'native']]) {
      const { exitCode, err } = await boxwood('scene', 'row.boxwood-scene.json', '--compare', '--csv', ...flag);
      expect([exitCode, err]).toEqual([64, expect.stringContaining(`so ${flag[0]} has no effect`)]);
    }
  });

  test('prints the first 100 pairs of each step as text, step 0 once, and how many more there are', async () => {
    const many = Array.from({ length: 20 }, (_, i) => ({ mesh: 0, matrix: at(i / 100, 0, 0) }));
    writeScene('many.json', many);
    const { out } = await boxwood('scene', 'many.json', '--pairs', '--all-pairs', '--steps', '2', '--narrow');
    for (const step of [0, 1]) {
      expect(out.match(new RegExp(`  pairs at step ${step}\n`, 'g'))).toHaveLength(1);
      expect(out.match(new RegExp(`  pairs of surfaces at step ${step}\n`, 'g'))).toHaveLength(1);
    }
    expect(out.match(/ {4}and 90 more: see --json\n/g)).toHaveLength(4);
    const report = await json('scene-run', 'scene', 'many.json', '--all-pairs');
    expect((report['allPairs'] as { pairs: unknown[] }[])[0]!.pairs).toHaveLength(190);
  });
});

describe('boxwood scene --narrow', () => {
  // Balls 0 and 1 overlap; the boxes of 0 and 2 overlap at a corner, where the spheres do not touch; 3 is inside 0 without contact.
  const small = at(0, 0, 0).map((value, i) => (i % 5 === 0 && i < 15 ? value / 4 : value));
  writeScene(
    'balls.json',
    [
      { mesh: 0, matrix: at(0, 0, 0) },
      { mesh: 0, matrix: at(1.5, 0, 0) },
      { mesh: 0, matrix: at(-1.5, 1.5, 1.5) },
      { mesh: 0, matrix: small },
    ],
    ['ball.obj'],
  );

  test('narrows the pairs of boxes down to those of surfaces, the same with two threads', async () => {
    const report = await json('scene-run', 'scene', 'balls.json', '--narrow', '--pairs');
    expect(report).toMatchObject({
      threads: 1,
      steps: [{ pairs: 3, narrow: { spheres: 2, overlaps: 1, lost: 0 } }],
      pairs: [
        [0, 1],
        [0, 2],
        [0, 3],
      ],
      overlaps: [[0, 1]],
    });
    const two = await json('scene-run', 'scene', 'balls.json', '--narrow', '--pairs', '--threads', '2', '--steps', '2');
    expect(two).toMatchObject({ threads: 2, overlaps: [[0, 1]], steps: [{}, { narrow: { overlaps: 1 } }] });
    const { out } = await boxwood('scene', 'balls.json', '--narrow', '--pairs');
    expect(out).toContain('spheres  by axes  surfaces');
    expect(out).toContain('  pairs of surfaces at step 0\n    0  1\n');
  });

  test('is needed for threads', async () => {
    expect(await boxwood('scene', 'balls.json', '--threads', '2')).toMatchObject({
      exitCode: 64,
      err: expect.stringContaining('Add --narrow'),
    });
  });
});

describe('boxwood scene --compare', () => {
  test('has the curves of both figures, with equal pairs and fewer tests for sets apart', async () => {
    const crowd = Array.from({ length: 64 }, (_, i) => ({
      mesh: 0,
      matrix: at(i % 4, Math.floor(i / 4) % 4, 1.5 * Math.floor(i / 16)),
      ...(i % 2 === 0 ? { set: 'static' } : { motion: { kind: 'walk', seed: i, stride: 0.1 } }),
    }));
    writeScene('crowd.json', crowd, ['small.obj']);
    const report = await json('scene-run', 'scene', 'crowd.json', '--compare', '--steps', '3', '--segments', '4');
    const { broad, leaves, sets } = report['compare'] as Record<'broad' | 'leaves', Record<string, number | string | null>[]> & {
      sets: { apart: number; together: number };
    };
    expect([...new Set(broad.map(({ instances }) => instances))]).toEqual([8, 16, 32, 64]);
    const all = broad.filter(({ instances }) => instances === 64);
    expect(all.map(({ method, sort, segments }) => [method, sort, segments])).toEqual([
      ['sap', 'insertion', 1],
      ['sap', 'shell', 1],
      ['sap', 'shell', 4],
      ['sap', 'native', 1],
      ['tree', null, null],
      ['grid', null, null],
      ['brute', null, null],
    ]);
    expect(new Set(all.map(({ pairs }) => pairs)).size).toBe(1);
    expect(all[0]!['pairs']).toBeGreaterThan(50);
    expect(all[0]!['firstSwaps']).toBeGreaterThan(all[1]!['firstSwaps'] as number);
    expect(leaves.map(({ instances }) => instances)).toEqual([8, 16, 32, 64]);
    expect(leaves.at(-1)!['nodesAfter']).toBeLessThan(leaves.at(-1)!['nodesBefore'] as number);
    expect(leaves.at(-1)!['pairs']).toBeGreaterThan(50);
    expect(sets.apart).toBeLessThan(sets.together);
    // Rounds have a spread, and the processor time of the worker.
    expect((report['compare'] as { leafClock: string }).leafClock).toBe('processor');
    for (const { millisecondsBefore, quartilesBefore } of leaves as unknown as {
      millisecondsBefore: number;
      quartilesBefore: number[];
    }[]) {
      expect(quartilesBefore[0]).toBeLessThanOrEqual(millisecondsBefore);
      expect(quartilesBefore[1]).toBeGreaterThanOrEqual(millisecondsBefore);
    }
    const { out } = await boxwood('scene', 'crowd.json', '--compare', '--segments', '4');
    expect(out).toContain('sap, insertion sort');
    expect(out).toContain('a tree for each set: ');
    expect(out).toContain('medians of 9 rounds, processor time\n');
    expect(out).toMatch(
      /the leaf-free tree tests fewer nodes, and (the difference in time is within the spread|is \w+ by more than the spread)\n/,
    );
    const csv = (await boxwood('scene', 'crowd.json', '--csv', '--segments', '4')).out.trimEnd().split('\n');
    expect(csv[0]).toMatch(/^figure,instances,curve,first_milliseconds,/);
    expect(csv).toHaveLength(1 + 4 * 7 + 4 * 2);
    expect(csv.every((line) => line.split(',').length === 11)).toBe(true);
    expect(csv.join('\n')).toContain('2,64,sap shell sort with 4 segments,');
    expect(csv.at(-1)).toMatch(/^3,64,leaf-free,/);
  });
});

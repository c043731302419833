import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ball, box, channel } from '../fixtures/shapes.ts';
import { collidersText } from '../../main/cli/colliders-text.ts';
import type { CompareReport } from '../../main/cli/colliders-text.ts';
import { cliFolder } from './cli-folder.ts';
import { objText, warmPool } from './product.ts';

const pool = warmPool(3);
const { boxwood, folder, json, write } = cliFolder(pool);

describe('convex hull', () => {
  test('counts the vertices and faces of the hull of a mesh', async () => {
    expect(await json('convex-hull', 'convex', 'hull', 'box.obj')).toMatchObject({
      per: 'whole',
      hulls: [{ part: 0, component: null, dimension: 3, vertices: 8, faces: 6, volume: 8, area: 24, exactVolume: 8, maxDistance: 0 }],
      out: null,
      verified: null,
    });
    expect((await boxwood('convex', 'hull', 'box.obj')).out).toMatch(/^box\.obj: 1 convex hull\n.*vertices.*\n.*8 +6 +8 +0\.0 % +24 +0\n$/);
  });

  test('limits vertices, and writes the hulls as parts of a mesh', async () => {
    const left = ball(8, 5);
    write('two.obj', `o left\n${objText(left)}o right\n${shifted(objText(box([2, 2, 2], [3, 3, 3])), left.positions.length / 3)}`);
    const args = ['convex', 'hull', 'two.obj', '--per', 'part', '--max-vertices', '12', '-o', 'hulls.obj'];
    const report = await json('convex-hull', ...args);
    expect(report).toMatchObject({ out: 'hulls.obj', format: 'obj', verified: true });
    const hulls = report['hulls'] as readonly { readonly vertices: number; readonly volume: number; readonly exactVolume: number }[];
    expect(hulls.map(({ vertices }) => vertices <= 12)).toEqual([true, true]);
    expect(hulls[0]!.volume).toBeGreaterThan(hulls[0]!.exactVolume);
    expect(await json('inspect', 'inspect', 'hulls.obj')).toMatchObject({ parts: [{ name: expect.any(String) }, { triangles: 12 }] });
    expect((await boxwood(...args)).out).toContain('hulls.obj: ');
  });

  test('has one line for a flat mesh, and an error for one without triangles or with too few vertices', async () => {
    write('flat.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
    expect((await boxwood('convex', 'hull', 'flat.obj')).out).toContain('flat');
    expect(await boxwood('convex', 'hull', 'points.obj')).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('no usable triangle'),
    });
    expect(await boxwood('convex', 'hull', 'ball.obj', '--max-vertices', '3')).toMatchObject({
      exitCode: 64,
      err: expect.stringContaining('Use 4 or more'),
    });
    expect(await boxwood('convex', 'hull', 'box.obj', '-o', 'box.obj')).toMatchObject({ exitCode: 64 });
    expect(await boxwood('convex', 'hull', 'nan.obj')).toMatchObject({ exitCode: 0, out: expect.stringContaining('flat') });
  });
});

describe('query convex', () => {
  test('of flat hulls names the one plane that the article tests', async () => {
    write('square.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 2 4 3\n');
    expect((await boxwood('query', 'convex', 'square.obj', 'square.obj')).out).toContain('the projections overlap on the only plane\n');
    const apart = await boxwood('query', 'convex', 'square.obj', 'square.obj', '--translate', '0,0,2');
    expect(apart.out).toContain('the projections are apart on the only plane\n');
  });

  test('gives the push-out of hulls that overlap, by both methods', async () => {
    const report = await json('query-convex', 'query', 'convex', 'box.obj', 'box.obj', '--translate', '1.5,0.25,0');
    expect(report).toMatchObject({
      verticesA: 8,
      overlap: true,
      sat: { axis: [1, 0, 0], depth: 0.5, pushOut: [0.5, 0, 0], feature: { kind: 'faceA' }, axesTested: 3 },
      gjk: { distance: 0, depth: 0.5 },
      article: { overlap: true, depth: 0.5 },
      disagreement: 0,
    });
    expect((await boxwood('query', 'convex', 'box.obj', 'box.obj', '--translate', '1.5,0.25,0')).out).toContain(
      'push-out of B     0.5, 0, 0, depth 0.5\n',
    );
  });

  test('gives the distance of hulls that are apart, and errors of transforms and empty meshes', async () => {
    expect(await json('query-convex', 'query', 'convex', 'box.obj', 'ball.obj', '--translate', '3,0,0')).toMatchObject({
      overlap: false,
      sat: { depth: 0, pushOut: [0, 0, 0] },
      gjk: { distance: expect.closeTo(1, 6), depth: 0 },
    });
    expect((await boxwood('query', 'convex', 'box.obj', 'ball.obj', '--translate', '30,0,0')).out).toContain('are apart\n');
    expect(await boxwood('query', 'convex', 'box.obj', 'ball.obj', '--scale', '0')).toMatchObject({ exitCode: 64 });
    expect(await boxwood('query', 'convex', 'box.obj', 'points.obj')).toMatchObject({ exitCode: 2 });
  });
});

describe('query penetration', () => {
  test('gives a push-out that separates, with bounds', async () => {
    const args = ['query', 'penetration', 'box.obj', 'box.obj', '--translate', '1.5,0.25,0.1'];
    expect(await json('query-penetration', ...args)).toMatchObject({
      overlap: true,
      pushOut: [expect.closeTo(0.5, 4), expect.closeTo(0, 3), expect.closeTo(0, 3)],
      lower: expect.closeTo(0.5, 3),
      upper: expect.closeTo(0.5, 4),
      localRadius: expect.closeTo(0.5, 4),
      verified: true,
    });
    const { out } = await boxwood(...args);
    expect(out).toContain('verified       yes');
    expect(out).toContain('local minimum  yes, no separating translation within 0.5 of it is shorter\n');
    expect((await boxwood('query', 'penetration', 'box.obj', 'box.obj', '--translate', '5,0,0')).out).toContain('do not overlap\n');
    expect(await boxwood('query', 'penetration', 'box.obj', 'points.obj')).toMatchObject({ exitCode: 2 });
  });
});

describe('decompose', () => {
  test('divides a channel into hulls that keep the space between its walls, and writes them as parts', async () => {
    write('channel.obj', objText(channel()));
    const report = await json('decompose', 'decompose', 'channel.obj', '--resolution', '24', '--max-vertices', '16', '-o', 'walls.obj');
    expect(report).toMatchObject({ method: 'vhacd', out: 'walls.obj', verified: true });
    const hulls = report['hulls'] as readonly { readonly vertices: number }[];
    expect(hulls.length).toBeGreaterThan(1);
    expect(Math.max(...hulls.map(({ vertices }) => vertices))).toBeLessThanOrEqual(16);
    // The space between the walls is 60 of the 160 of the convex hull.
    expect(report['phantomVolume']).toBeLessThan(20);
    expect(report['missingVolume']).toBeLessThan(20);
    expect((await json('inspect', 'inspect', 'walls.obj'))['parts']).toHaveLength(hulls.length);
  });

  test('takes the hulls of components, which fill the space between the walls', async () => {
    const report = await json('decompose', 'decompose', 'channel.obj', '--method', 'hull');
    expect(report['hulls']).toHaveLength(1);
    expect(report).toMatchObject({
      phantomVolume: expect.closeTo(60, -1),
      missingVolume: 0,
      maxDeviation: { inward: expect.closeTo(0, 9) },
    });
    expect((await boxwood('decompose', 'box.obj', '--method', 'hull')).out).toMatch(
      /^box\.obj: 1 convex hull\n[^]*phantom volume {2}0 \(grid of 48 cells\)\n/,
    );
  });

  test('compares all methods, and writes the chosen one with the names of an engine', async () => {
    write('channel.obj', objText(channel()));
    const args = ['decompose', 'channel.obj', '--compare', '--max-hulls', '4', '--resolution', '16'];
    const report = await json('decompose-compare', ...args, '--keep', 'vhacd-4', '--collider-names', 'unreal', '-o', 'kept.obj');
    expect(report).toMatchObject({ volume: 100, out: 'kept.obj', verified: true, skipped: [{ id: 'coacd' }] });
    const rows = report['colliders'] as readonly {
      readonly id: string;
      readonly cost: number;
      readonly error: number;
      readonly isBest: boolean;
    }[];
    const row = (id: string): (typeof rows)[number] => rows.find((collider) => collider.id === id)!;
    expect(row('box-containing')).toMatchObject({ cost: 1, phantomVolume: expect.closeTo(60, 0), isBest: true });
    expect(row('vhacd-4').error).toBeLessThan(row('hull').error);
    expect(row('sphere-containing').isBest).toBe(false);
    const { parts } = (await json('inspect', 'inspect', 'kept.obj')) as { readonly parts: readonly { readonly name: string }[] };
    expect(parts.map(({ name }) => name.slice(0, 4))).toEqual(parts.map(() => 'UCX_'));
    const text = collidersText(report as unknown as CompareReport);
    expect(text).toMatch(/^channel\.obj: volume 100\n +collider +id +bodies/);
    expect(text).toContain('CoACD: skipped. The command ');
    for (const wrong of [
      ['--keep', 'hull'],
      ['--method', 'hull'],
      ['-o', 'x.obj'],
      ['--keep', 'none', '-o', 'x.obj'],
    ])
      expect(await boxwood(...args, ...wrong), wrong.join(' ')).toMatchObject({ exitCode: 64 });
    expect(await boxwood('decompose', 'channel.obj', '--keep', 'hull')).toMatchObject({ exitCode: 64 });
  });

  test('remeshes and simplifies to one surface', async () => {
    for (const [method, ...flags] of [['remesh', '--resolution', '16'], ['simplify']] as const) {
      const report = await json('decompose', 'decompose', 'ball.obj', '--method', method, '--max-triangles', '100', ...flags);
      expect(report).toMatchObject({ method, hulls: [{ convex: false, volume: expect.any(Number) }] });
      const [surface] = report['hulls'] as readonly { readonly faces: number }[];
      expect(surface!.faces).toBeLessThanOrEqual(110);
    }
  });

  test('keeps a limit of hulls by merging, and reports how many', async () => {
    write('channel.obj', objText(channel()));
    const limited = async (file: string, limit: number, hulls = limit): Promise<Record<string, unknown>> => {
      const report = await json('decompose', 'decompose', file, '--max-hulls', String(limit), '--resolution', '8');
      expect(report['hulls']).toHaveLength(hulls);
      return report;
    };
    // Without a hull to spare: the exact hull.
    expect(await limited('channel.obj', 1)).toMatchObject({ hulls: [{ volume: expect.closeTo(160, 9) }], findings: [] });
    // Without a limit the method makes four hulls of the channel at this resolution.
    expect(await limited('channel.obj', 2)).toMatchObject({ findings: [{ code: 'merged-hulls', count: 2 }] });
    expect(await limited('channel.obj', 3)).toMatchObject({ findings: [{ code: 'merged-hulls', count: 1 }] });
    expect(await limited('channel.obj', 5, 4)).toMatchObject({ findings: [] });
    const four = [0, 2, 4, 6].map((x) => shifted(objText(box([x, 0, 0], [x + 1, 1, 1])), 4 * x));
    write('four.obj', four.join(''));
    expect(await limited('four.obj', 4)).toMatchObject({ hulls: Array(4).fill({ vertices: 8, faces: 6, volume: 1 }), findings: [] });
    expect(await limited('four.obj', 2)).toMatchObject({ findings: [{ code: 'merged-hulls', count: 2 }] });
    expect((await boxwood('decompose', 'four.obj', '--max-hulls', '1')).out).toContain(
      'The mesh has 4 separate components: 4 hulls were merged into 1 to keep the limit\n',
    );
  });

  test('has the exact hull of a convex mesh, however thin', async () => {
    for (const height of [2, 1e-3, 1e-9]) {
      write('plate.obj', objText(box([0, 0, 0], [1, 1, height])));
      const report = await json('decompose', 'decompose', 'plate.obj');
      expect(report).toMatchObject({ hulls: [{ vertices: 8, faces: 6, volume: expect.any(Number) }], findings: [], missingVolume: 0 });
      const [hull] = report['hulls'] as readonly { readonly volume: number }[];
      expect(hull!.volume / height).toBeCloseTo(1, 9);
    }
  });

  test('refuses flat and empty meshes', async () => {
    write('flat.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
    expect(await boxwood('decompose', 'flat.obj', '--method', 'hull')).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('no part with a volume'),
    });
    expect(await boxwood('decompose', 'points.obj')).toMatchObject({ exitCode: 2 });
  });
});

describe('deviation', () => {
  test('measures a collider against its rendered mesh, both ways, with findings', async () => {
    write('small.obj', objText(box([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5])));
    const samples = ['--max-samples', '5000'];
    const report = await json('deviation', 'deviation', 'box.obj', 'small.obj', '--density', '2.5', ...samples);
    expect(report).toMatchObject({
      aToB: { max: expect.closeTo(Math.sqrt(0.75), 9) },
      bToA: { max: expect.closeTo(0.5, 9), mean: expect.closeTo(0.5, 9) },
      volumes: { a: 8, b: 1 },
      density: 2.5,
      masses: { a: 20, b: 2.5 },
      findings: [{ code: 'invisible-wall', triangles: 12, regionCount: 1, regions: [{ area: expect.closeTo(24, 6), triangles: 12 }] }],
    });
    expect((await boxwood('deviation', 'box.obj', 'small.obj', ...samples)).out).toMatch(
      /mass +8 of A, 1 of B, at density 1\n {2}invisible-wall: area 24 in 12 triangles farther than [\d.]+, 1 region\n/,
    );
    expect((await json('deviation', 'deviation', 'small.obj', 'box.obj', ...samples))['findings']).toMatchObject([
      { code: 'fall-through' },
    ]);
    expect((await boxwood('deviation', 'box.obj', 'box.obj', ...samples)).out).toContain('No part is farther outside');
    expect(await boxwood('deviation', 'box.obj', 'points.obj')).toMatchObject({ exitCode: 2 });
  });
});

describe('fit', () => {
  test('fits shapes that contain every vertex, and writes them', async () => {
    const args = ['fit', 'ball.obj', '--shape', 'capsule', '--containing', '-o', 'capsule.obj'];
    expect(await json('fit', ...args)).toMatchObject({
      containing: true,
      shapes: [{ part: 0, shape: 'capsule', parameters: { radius: expect.closeTo(1, 3) }, contains: true }],
      out: 'capsule.obj',
      verified: true,
    });
    expect(await json('fit', 'fit', 'box.obj', '--shape', 'box', '--containing')).toMatchObject({
      shapes: [{ shape: 'box', volume: expect.closeTo(8, 9), hullRatio: expect.closeTo(1, 9), parameters: { center: expect.any(Array) } }],
    });
    expect((await boxwood('fit', 'box.obj', '--shape', 'sphere')).out).toMatch(/^box\.obj: 1 sphere\n.*\n.*center /);
  });

  test('shows no column that is empty: a pack of spheres has no distance of its vertices', async () => {
    const heading = async (shape: string): Promise<string> =>
      (await boxwood('fit', 'box.obj', '--shape', shape, ...(shape === 'spheres' ? ['--max-spheres', '2'] : []))).out.split('\n')[1]!;
    expect((await heading('spheres')).trim().split(/ {2,}/)).toEqual(['body', 'volume', 'max to mesh', 'contains', 'parameters']);
    expect(await heading('sphere')).toContain('times hull  max distance  rms to shape  rms to mesh  max to mesh');
  });

  test('needs a shape, and a mesh with triangles', async () => {
    expect(await boxwood('fit', 'box.obj')).toMatchObject({ exitCode: 64, err: expect.stringContaining('--shape') });
    expect(await boxwood('fit', 'box.obj', '--shape', 'cone')).toMatchObject({ exitCode: 64 });
    expect(await boxwood('fit', 'points.obj', '--shape', 'box')).toMatchObject({ exitCode: 2 });
  });
});

/** The text of a mesh whose vertices come after `count` others. */
function shifted(text: string, count: number): string {
  return text
    .split('\n')
    .filter((line) => !line.startsWith('o '))
    .map((line) => (line.startsWith('f ') ? line.replace(/\d+/g, (vertex) => String(Number(vertex) + count)) : line))
    .join('\n');
}

describe('fit --shape spheres', () => {
  test('writes the packs as planners read them, as YAML and as JSON, and as a mesh', async () => {
    const report = await json('fit', 'fit', 'box.obj', '--shape', 'spheres', '--max-spheres', '8', '-o', 'pack.json');
    expect(report).toMatchObject({ containing: true, shapes: [{ shape: 'spheres', contains: true, maxDistance: null }], verified: true });
    expect(report).not.toHaveProperty('packs');
    type Pack = { name: string; parameters: { spheres: { center: number[]; radius: number }[] } };
    const [pack] = (report['shapes'] as Pack[]).map(({ name, parameters }) => ({ name, ...parameters }));
    expect(pack!.spheres).toHaveLength(8);
    expect(JSON.parse(readFileSync(join(folder, 'pack.json'), 'utf8'))).toEqual({ collision_spheres: { [pack!.name]: pack!.spheres } });
    expect(await boxwood('fit', 'box.obj', '--shape', 'spheres', '--max-spheres', '8', '-o', 'pack.yml')).toMatchObject({ exitCode: 0 });
    const [head, link, ...rows] = readFileSync(join(folder, 'pack.yml'), 'utf8').trimEnd().split('\n');
    expect([head, link]).toEqual(['collision_spheres:', `  "${pack!.name}":`]);
    expect(rows.map((row) => JSON.parse(row.replace(/^ {4}- /, '')) as unknown)).toEqual(pack!.spheres);
    expect(await boxwood('fit', 'box.obj', '--shape', 'spheres', '--max-spheres', '4', '-o', 'spheres.obj')).toMatchObject({ exitCode: 0 });
  });
});

test('hulls keep a limit of faces, and a margin enlarges both hulls', async () => {
  const hulls = await json('convex-hull', 'convex', 'hull', 'ball.obj', '--max-faces', '20');
  expect((hulls as unknown as { hulls: { faces: number }[] }).hulls[0]!.faces).toBeLessThanOrEqual(20);
  const pair = await json('query-convex', 'query', 'convex', 'box.obj', 'box.obj', '--translate', '2.25,0,0', '--margin', '0.25');
  expect(pair).toMatchObject({ overlap: false, margin: { radius: 0.25, overlap: true, depth: 0.25, shallow: true }, right: 'both' });
});

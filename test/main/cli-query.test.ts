import { describe, expect, test } from 'vitest';
import { khrHullText } from '../fixtures/khr-hull.ts';
import { cliFolder } from './cli-folder.ts';
import { warmPool } from './product.ts';

const pool = warmPool(3);
const { boxwood, json, write } = cliFolder(pool);
const ray = ['--origin', '0.25,0.1,5', '--direction', '0,0,-2'];

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

  test('reports inside, on the surface, and beyond an open mesh', async () => {
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
      inside: false,
      signedDistance: 1,
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
        { triangle: 2, part: 0, feature: 'face', featureIndex: null, depth: 0.25, direction: [0, 0, 1] },
        { triangle: 3, part: 0, feature: 'face', featureIndex: null, depth: 0.25, direction: [0, 0, 1] },
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

  test('is pushed out to where it is free, and reports what is left at a step limit', async () => {
    const low = ['query', 'box', 'box.obj', '--min', '-0.5,-0.5,0.75', '--max', '0.5,0.5,2'];
    const { pushOut } = (await json('query-box', ...low)) as { pushOut: { total: number[]; moved: { min: number[] } } };
    expect(pushOut).toMatchObject({ isClosed: true, isCenterInside: false, steps: { length: 1 }, left: [], leftDepth: 0 });
    expect(pushOut.total[2]).toBeCloseTo(0.25, 12);
    expect(pushOut.moved.min[2]).toBeGreaterThan(1);
    expect((await boxwood(...low)).out).toMatch(/push-out 0, 0, 0\.25 \(length 0\.25, 1 step\), no overlap left/);
    const corner = ['query', 'box', 'box.obj', '--min', '-2,-2,0.75', '--max', '-0.5,-0.5,2', '--steps', '1', '--json'];
    expect(JSON.parse((await boxwood(...corner)).out)).toMatchObject({ steps: 1, pushOut: { steps: { length: 1 } } });
    expect(await json('query-box', ...low, '--mode', 'any')).toMatchObject({ pushOut: null });
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

describe('query plane', () => {
  const middle = ['query', 'plane', 'box.obj', '--point', '0,0,0.25', '--normal', '0,0,2'];

  test('returns the triangles that the plane overlaps, and with a thickness those of the slab', async () => {
    const report = (await json('query-plane', ...middle)) as { triangles: { triangle: number }[] };
    // Of the 12 triangles of a box the plane crosses those of the 4 sides.
    expect(report.triangles).toHaveLength(8);
    expect(report).toMatchObject({ thickness: 0, plane: { normal: [0, 0, 2] }, outlines: null, outlineTotals: null });
    // The faces at z = 1 are 0.75 above the plane: touching counts.
    const slab = (await json('query-plane', ...middle, '--thickness', '1.5', '--kind', 'obb')) as { triangles: unknown[] };
    expect(slab).toMatchObject({ kind: 'obb', thickness: 1.5 });
    expect(slab.triangles).toHaveLength(10);
    const thinner = (await json('query-plane', ...middle, '--thickness', '1.4999999999999998')) as { triangles: unknown[] };
    expect(thinner.triangles).toHaveLength(8);
    expect(await json('query-plane', ...middle, '--mode', 'any')).toMatchObject({ triangles: [{ part: 0 }] });
    const { out } = await boxwood('query', 'plane', 'box.obj', '--point', '0,0,3', '--normal', '0,0,1', '--outlines');
    expect(out).toMatch(/^box\.obj: no overlapping triangle\n {2}no outline\n {2}\d/);
  });

  test('reports the closed and open outlines of the cut', async () => {
    const report = (await json('query-plane', ...middle, '--outlines')) as { outlines: { points: number[][]; triangles: number[] }[] };
    expect(report).toMatchObject({
      outlineTotals: { closed: 1, open: 0, length: 8, area: 4 },
      outlines: [{ closed: true, length: 8, area: 4 }],
    });
    const [outline] = report.outlines;
    expect(outline!.points).toHaveLength(8);
    expect(outline!.triangles).toHaveLength(8);
    expect(outline!.points.every((point) => point[2] === 0.25)).toBe(true);
    const { out } = await boxwood(...middle, '--outlines');
    expect(out).toMatch(/^box\.obj: 8 overlapping triangles\n/);
    expect(out).toContain('  1 closed and 0 open outlines, 8 long, area 4\n');
    write('sheet.obj', 'v 0 0 0\nv 4 0 0\nv 4 3 0\nv 0 3 0\nf 1 2 3\nf 1 3 4\n');
    const cut = ['query', 'plane', 'sheet.obj', '--point', '1,0,0', '--normal', '1,0,0', '--outlines'];
    expect(await json('query-plane', ...cut)).toMatchObject({
      outlineTotals: { closed: 0, open: 1, length: 3, area: null },
      outlines: [{ closed: false, area: null, points: { length: 3 }, triangles: { length: 2 } }],
    });
    expect((await boxwood(...cut)).out).toMatch(/outline +state +segments +length +area\n +1 +open +2 +3 +-\n/);
  });
});

describe('queries with other shapes', () => {
  const found = (report: Record<string, unknown>): readonly number[] =>
    (report['triangles'] as { triangle: number }[]).map(({ triangle }) => triangle);

  test('a capsule reports every triangle that it overlaps, with feature and depth', async () => {
    const capsule = ['query', 'capsule', 'box.obj', '--from', '0.25,0.1,1.5', '--to', '0.25,0.1,3', '--radius', '0.75'];
    const report = await json('query-capsule', ...capsule);
    expect(report).toMatchObject({
      mode: 'all',
      capsule: { from: [0.25, 0.1, 1.5], to: [0.25, 0.1, 3], radius: 0.75 },
      triangles: [
        { triangle: 2, feature: 'face', depth: 0.25, distance: 0.5, point: [0.25, 0.1, 1], direction: [0, 0, 1] },
        { triangle: 3 },
      ],
    });
    expect((await boxwood(...capsule)).out).toContain('2 overlapping triangles');
    expect(await json('query-capsule', ...capsule, '--sides', 'back')).toMatchObject({ sides: 'back', triangles: [] });
    expect((await boxwood('query', 'capsule', 'box.obj', '--from', '0,0,0')).exitCode).toBe(64);
  });

  test('a triangle, a frustum and a hull report what they overlap', async () => {
    const triangle = await json('query-triangle', 'query', 'triangle', 'box.obj', '--a', '0,0,0', '--b', '3,0.1,0.2', '--c', '3,0.2,0.1');
    expect(found(triangle).length).toBeGreaterThan(0);
    // A box from 0.5 to 1.5 on each axis, which has one corner of the mesh.
    const matrix = '2,0,0,0,0,2,0,0,0,0,2,0,-2,-2,-2,1';
    const frustum = await json('query-frustum', 'query', 'frustum', 'box.obj', '--matrix', matrix);
    write(
      'corner.csv',
      ['# a box', ...[0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1, (i >> 1) & 1, i >> 2].map((bit) => 0.5 + bit).join(','))].join('\n'),
    );
    const hull = await json('query-hull', 'query', 'hull', 'box.obj', '--points', 'corner.csv');
    expect(found(frustum).length).toBeGreaterThan(2);
    expect(found(hull)).toEqual(found(frustum));
    expect((await boxwood('query', 'frustum', 'box.obj', '--matrix', '1,2,3')).exitCode).toBe(64);
    expect((await boxwood('query', 'frustum', 'box.obj', '--matrix', '1,0,0,0,0,1,0,0,0,0,0,0,0,0,0,1')).exitCode).toBe(64);
    expect((await boxwood('query', 'hull', 'box.obj', '--points', 'absent.csv')).exitCode).toBe(2);
  });

  test('a segment reports hits with their fraction, and a polygon where it is hit', async () => {
    const segment = ['query', 'segment', 'box.obj', '--from', '0.25,0.1,5', '--to', '0.25,0.1,-3'];
    expect(await json('query-segment', ...segment)).toMatchObject({ mode: 'first', hits: [{ triangle: 2, fraction: 0.5, distance: 4 }] });
    expect(await json('query-segment', ...segment, '--mode', 'all')).toMatchObject({ hits: [{ fraction: 0.5 }, { fraction: 0.75 }] });
    expect((await boxwood(...segment)).out).toContain('1 hit');
    const polygon = ['query', 'polygon', '--points', '-1,-1,0;1,-1,0;1,1,0;-1,1,0', '--from', '1.01,0,2', '--to', '1.01,0,-2'];
    expect(await json('query-polygon', ...polygon)).toMatchObject({ point: [1.01, 0, 0], inside: false, insideByAngles: true });
    expect((await boxwood(...polygon)).out).toContain('outside at');
    expect((await boxwood('query', 'polygon', '--points', '0,0,0;1,1', '--from', '0,0,0', '--to', '0,0,1')).exitCode).toBe(64);
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { quake3File } from '../fixtures/quake3-file.ts';
import { box, joined } from '../fixtures/shapes.ts';
import { cliFolder } from './cli-folder.ts';
import { objText, warmPool } from './product.ts';

const pool = warmPool(3);
const { boxwood, json, write, folder } = cliFolder(pool);

/** A room of six walls that overlap at their edges; each wall is a closed box. */
const walls = [
  box([-3, -3, -3], [3, -2, 3]),
  box([-3, 2, -3], [3, 3, 3]),
  box([-3, -3, -3], [-2, 3, 3]),
  box([2, -3, -3], [3, 3, 3]),
  box([-3, -3, -3], [3, 3, -2]),
  box([-3, -3, 2], [3, 3, 3]),
];

describe('bsp', () => {
  test('casts a ray in the tree and in an AABB tree', async () => {
    const { ray } = await json('bsp', 'bsp', 'box.obj', '--origin', '0.5,0.25,5', '--direction', '0,0,-2');
    expect(ray).toMatchObject({ bsp: { distance: 4 }, aabb: { distance: 4 } });
    const { bsp, aabb } = ray as unknown as { bsp: { triangle: number }; aabb: { triangle: number } };
    expect(bsp.triangle).toBe(aabb.triangle);
    expect((await boxwood('bsp', 'box.obj', '--origin', '9,9,9', '--direction', '1,0,0')).out).toMatch(/BSP +no hit/);
    expect(await boxwood('bsp', 'box.obj', '--origin', '9,9,9')).toMatchObject({ exitCode: 64 });
  });

  test('moves a sphere exactly, and by offset planes that stop it too early at an edge', async () => {
    const motion = ['--sweep', 'sphere', '--radius', '0.5', '--from', '1.4,5,0', '--to', '1.4,0,0'];
    const { sweep } = await json('bsp', 'bsp', 'box.obj', ...motion);
    // It touches the edge at x = 1 when its centre is 0.3 above the top, and the moved planes say 0.5.
    expect(sweep).toMatchObject({ offset: { state: 'hit', normal: [0, 1, 0] }, bsp: { state: 'hit' }, startsInSolid: false });
    const { bsp, aabb, offset, offsetEarly } = sweep as unknown as Record<'bsp' | 'aabb' | 'offset', { time: number }> & {
      offsetEarly: number;
    };
    expect(bsp.time).toBe(aabb.time);
    expect(5 * bsp.time).toBeCloseTo(5 - 1.3, 9);
    expect(5 * offset.time).toBeCloseTo(5 - 1.5, 12);
    expect(offsetEarly).toBeCloseTo(0.2, 9);
    expect((await boxwood('bsp', 'box.obj', ...motion)).out).toContain('offset planes stop the shape 0.2 too early');
    const { sweep: box } = await json('bsp', 'bsp', 'box.obj', '--sweep', 'box', '--size', '1,1,1', '--from', '0,5,0', '--to', '0,0,0');
    expect(box).toMatchObject({ offset: { time: 0.7 }, bsp: { state: 'hit' } });
    expect(await boxwood('bsp', 'box.obj', '--radius', '1')).toMatchObject({ exitCode: 64 });
    expect(await boxwood('bsp', 'box.obj', '--sweep', 'cone', '--from', '0,0,0', '--to', '1,0,0')).toMatchObject({ exitCode: 64 });
  });

  test('follows an object from cell to cell, and counts the cells in sight', async () => {
    write('walls.obj', objText(joined(walls)));
    const args = ['--route', '0,0,0;1.5,0,0;5,0,0', '--object-radius', '0.75', '--point', '0,0,0', '--visible'];
    const { route, visible, cells } = await json('bsp', 'bsp', 'walls.obj', ...args);
    expect(route).toMatchObject({ state: 'blocked', differences: 0 });
    const { cellTriangles, allTriangles, contacts } = route as unknown as Record<'cellTriangles' | 'allTriangles' | 'contacts', number>;
    expect(contacts).toBeGreaterThan(5);
    expect(cellTriangles).toBeLessThan(allTriangles / 2);
    // The room is one cell, and sealed.
    expect(visible).toMatchObject([{ point: [0, 0, 0], visible: 1, inFront: 1 }]);
    expect(cells).toBeGreaterThan(1);
    const { out } = await boxwood('bsp', 'walls.obj', ...args);
    expect(out).toContain('route: stopped by solid');
    expect(out).toContain('sees at most 1 cell of 1');
    const beyond = await boxwood('bsp', 'box.obj', '--route', '9,0,0;0,0,0', '--point', '9,0,0', '--point', '0,0,0', '--visible');
    expect(beyond.out).toContain('route: starts outside the box -1.25, -1.25, -1.25 to 1.25, 1.25, 1.25\n');
    expect(beyond.out).toContain('9, 0, 0: no cell to see from, outside the box -1.25');
    expect(beyond.out).toContain('0, 0, 0: no cell to see from, in the solid');
    expect((await boxwood('bsp', 'box.obj', '--route', '0,0,0;9,0,0')).out).toContain('route: starts in the solid\n');
    expect(await boxwood('bsp', 'walls.obj', '--object-radius', '1')).toMatchObject({ exitCode: 64 });
  });

  test('compares itself with an AABB tree', async () => {
    const { comparison } = await json('bsp', 'bsp', 'box.obj', '--compare');
    expect(comparison).toMatchObject({ rays: 1000, points: 1000, differences: 0, bsp: { nodes: 6, leaves: 7 } });
    expect((await boxwood('bsp', 'box.obj', '--compare')).out).toContain('all results are the same');
  });

  test('reports solid, cells, portals and points of a closed mesh', async () => {
    const report = await json('bsp', 'bsp', 'box.obj', '--point', '0,0,0', '--point', '1,0,0', '--point', '1.1,0,0', '--point', '9,0,0');
    expect(report).toMatchObject({
      closed: true,
      openEdges: 0,
      leak: null,
      nodes: 6,
      leaves: 7,
      splits: 0,
      solidVolume: 8,
      emptyVolume: 2.5 ** 3 - 8,
      cells: 6,
      cellList: null,
      bounds: { min: [-1.25, -1.25, -1.25], max: [1.25, 1.25, 1.25] },
      points: [
        { point: [0, 0, 0], side: 'solid', cell: null, leak: null },
        { side: 'on', cell: null },
        { side: 'empty', leak: [[1.1, 0, 0], expect.any(Array)] },
        { side: 'empty', cell: null, leak: null },
      ],
    });
    expect((await boxwood('bsp', 'box.obj', '--planes', 'random')).out).toMatch(/solid volume +8 ±/);
  });

  test('lists the cells with their neighbours', async () => {
    const { cellList, cells, emptyVolume } = (await json('bsp', 'bsp', 'box.obj', '--cells')) as unknown as {
      readonly cellList: readonly { readonly volume: number; readonly cell: number; readonly neighbours: readonly number[] }[];
      readonly cells: number;
      readonly emptyVolume: number;
    };
    expect(cellList).toHaveLength(cells);
    expect(cellList.reduce((sum, { volume }) => sum + volume, 0)).toBeCloseTo(emptyVolume, 12);
    for (const { cell, neighbours } of cellList)
      for (const other of neighbours) expect(cellList.find((one) => one.cell === other)!.neighbours).toContain(cell);
    expect((await boxwood('bsp', 'box.obj', '--cells')).out).toMatch(/cell +volume +faces +neighbours/);
  });

  test('reports a sealed room, and its leak without a wall', async () => {
    write('room.obj', objText(joined(walls)));
    const sealed = await json('bsp', 'bsp', 'room.obj', '--point', '0,0,0');
    expect(sealed).toMatchObject({ closed: true, solidVolume: 6 ** 3 - 4 ** 3, points: [{ side: 'empty', leak: [] }] });
    expect((await boxwood('bsp', 'room.obj', '--point', '0,0,0')).out).toContain('enclosed by solid');
    write('open-room.obj', objText(joined(walls.slice(0, 5))));
    const open = (await json('bsp', 'bsp', 'open-room.obj', '--point', '0,0,0')) as unknown as {
      readonly points: readonly { readonly leak: readonly (readonly number[])[] }[];
    };
    const { leak } = open.points[0]!;
    expect(leak[0]).toEqual([0, 0, 0]);
    expect(leak.at(-1)!.some((value) => Math.abs(value) > 3)).toBe(true);
    expect((await boxwood('bsp', 'open-room.obj', '--point', '0,0,0')).out).toContain('open to the outside');
  });

  test('refuses a mesh with a hole, and shows the way through it', async () => {
    write(
      'hole.obj',
      'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\nf 1 4 3 2\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n',
    );
    const outcome = await boxwood('bsp', 'hole.obj', '--json', '--point', '1,2,3');
    expect(outcome.exitCode).toBe(1);
    const report = JSON.parse(outcome.out) as { readonly leak: readonly (readonly number[])[] };
    expect(report).toMatchObject({
      closed: false,
      points: [{ point: [1, 2, 3], side: null, cell: null, leak: null }],
      openEdges: 4,
      nodes: null,
      splits: null,
      solidVolume: null,
      cells: null,
      portals: null,
    });
    expect(report.leak.map((point) => point.slice(0, 2))).toEqual([
      [0.5, 0.5],
      [0.5, 0.5],
      [0.5, 0.5],
    ]);
    expect(report.leak[0]![2]).toBeLessThan(1);
    expect(report.leak[1]![2]).toBe(1);
    expect(report.leak[2]![2]).toBeGreaterThan(1);
    expect((await boxwood('bsp', 'hole.obj')).out).toMatch(/not closed: 4 open edges\n {2}leak, from inside to outside:/);
  });

  test('of a damaged level says in every verb how many brushes were left out, and why', async () => {
    const cube = [
      [-1, 0, 0, 0],
      [1, 0, 0, 8],
      [0, -1, 0, 0],
      [0, 1, 0, 8],
      [0, 0, -1, 0],
      [0, 0, 1, 8],
    ] as const;
    writeFileSync(join(folder, 'damaged.bsp'), quake3File({ brushes: [cube, [[NaN, 0, 0, 1], ...cube], cube.slice(0, 4)] }));
    const brushes = ['damaged.bsp', '--colliders', 'only'];
    const report = JSON.parse((await boxwood('bsp', ...brushes, '--json')).out) as unknown;
    expect(report).toMatchObject({
      solidVolume: 512,
      findings: [
        { code: 'unusable-brushes', severity: 'error', count: 1, locations: [{ index: 1 }] },
        { code: 'unusable-brushes', severity: 'error', count: 1, locations: [{ index: 2 }] },
      ],
    });
    expect((await boxwood('bsp', ...brushes)).out).toMatch(
      /error: Brushes with a plane that is missing or not finite were left out.*\(1\).*brush 1.*error: Brushes whose planes bound no volume/s,
    );
    const verbs = [
      ['query', 'ray', ...brushes, '--origin', '4,4,20', '--direction', '0,0,-1'],
      ['tree', ...brushes],
      ['check', ...brushes],
    ];
    for (const args of verbs)
      expect((await boxwood(...args)).err, args.join(' ')).toMatch(
        /^Warning: damaged\.bsp: Brushes with a plane .* were left out: .* \(1\)$/m,
      );
  });

  test('of a level compares visible sets with those that its compiler stored', async () => {
    const cube = [
      [-1, 0, 0, 0],
      [1, 0, 0, 8],
      [0, -1, 0, 0],
      [0, 1, 0, 8],
      [0, 0, -1, 0],
      [0, 0, 1, 8],
    ] as const;
    // The plane is x = 0: cluster 0 is x below 0, and sees itself alone; cluster 1 sees both.
    writeFileSync(join(folder, 'seen.bsp'), quake3File({ brushes: [cube], visibility: [1, 3] }));
    const args = ['bsp', 'seen.bsp', '--colliders', 'only', '--point', '-0.5,4,4', '--point', '4,4,8.5', '--visible'] as const;
    const { visible, cells } = (await json('bsp', ...args)) as unknown as {
      readonly cells: number;
      readonly visible: readonly { readonly visible: number; readonly map: Record<string, number> }[];
    };
    expect(visible.map(({ map }) => [map['cluster'], map['visibleClusters'], map['clusters']])).toEqual([
      [0, 1, 2],
      [1, 2, 2],
    ]);
    // One of the six cells around the cube is in cluster 0.
    expect(cells).toBe(6);
    expect(visible[0]!.map).toMatchObject({ both: 1, onlyOurs: visible[0]!.visible - 1, onlyMap: 0 });
    expect(visible[1]!.map).toMatchObject({ both: visible[1]!.visible, onlyOurs: 0, onlyMap: 6 - visible[1]!.visible });
    expect((await boxwood(...args)).out).toMatch(
      /level's own set: cluster 0 sees 1 of 2 clusters; 1 cell in both sets, \d only in ours, 0 only/,
    );
    writeFileSync(join(folder, 'unseen.bsp'), quake3File({ brushes: [cube] }));
    const without = await json('bsp', 'bsp', 'unseen.bsp', '--colliders', 'only', '--point', '-0.5,4,4', '--visible');
    expect(without['visible']).toMatchObject([{ map: null }]);
  });

  test.each([
    [['--point', '1,2'], 64, /--point cannot be/],
    [['--planes', 'best'], 64, /--planes/],
    [['--max-splits', '-1'], 64, /--max-splits/],
    [['--max-splits', '0'], 0, /^$/],
  ])('with %j ends with %i', async (flags, exitCode, message) => {
    expect(await boxwood('bsp', 'box.obj', ...flags)).toMatchObject({ exitCode, err: expect.stringMatching(message) });
  });

  test('refuses a file without triangles, and a tree beyond the limit', async () => {
    expect(await boxwood('bsp', 'points.obj')).toMatchObject({ exitCode: 2, err: expect.stringContaining('no triangle') });
    write('crossing.obj', objText(joined([box(), box([-0.5, -2, -0.5], [0.5, 2, 0.5])])));
    expect(await boxwood('bsp', 'crossing.obj', '--max-splits', '1')).toMatchObject({
      exitCode: 2,
      err: expect.stringMatching(/crossing\.obj: .*splits more than 1 polygons/),
    });
  });
});

import { describe, expect, test } from 'vitest';
import { cliFolder } from './cli-folder.ts';
import { warmPool } from './product.ts';

const pool = warmPool(3);
const { boxwood, json, write } = cliFolder(pool);
// A cube without its upper side.
const open =
  'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\nf 1 4 3 2\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n';

describe('query inside', () => {
  test('reports side and winding number of a closed mesh', async () => {
    expect(await json('query-inside', 'query', 'inside', 'box.obj', '--point', '0.1,0.2,0.3')).toMatchObject({
      inside: true,
      winding: 1,
      windingError: 0,
      isClosed: true,
      isOriented: false,
    });
    expect(await json('query-inside', 'query', 'inside', 'box.obj', '--point', '0.1,0.2,1')).toMatchObject({ inside: 'on', winding: null });
    expect((await boxwood('query', 'inside', 'box.obj', '--point', '0,0,3')).out).toMatch(
      /^box\.obj: outside\n {2}winding number 0, closed surface\n {2}\d/,
    );
  });

  test('reports five sixths in the middle of an open cube, with every kind of tree', async () => {
    write('open.obj', open);
    for (const kind of ['aabb', 'wide', 'dop14'])
      expect(
        await json('query-inside', 'query', 'inside', 'open.obj', '--point', '0.5,0.5,0.5', '--accuracy', '1e-9', '--kind', kind),
      ).toMatchObject({ inside: true, winding: expect.closeTo(5 / 6, 9), isClosed: false });
    expect((await boxwood('query', 'inside', 'open.obj', '--point', '0.5,0.5,0.5')).out).toContain('winding number 0.833333');
  });

  test('reports triangles that were flipped', async () => {
    write('flipped.obj', open.replace('f 1 4 3 2', 'f 1 2 3 4'));
    expect(await json('query-inside', 'query', 'inside', 'flipped.obj', '--point', '0.5,0.5,0.5')).toMatchObject({
      inside: true,
      isOriented: true,
    });
    expect((await boxwood('query', 'inside', 'flipped.obj', '--point', '0.5,0.5,0.5')).out).toContain('triangles were flipped');
  });

  test.each([
    [['--accuracy', '0'], /--accuracy/],
    [['--accuracy', '0.5'], /--accuracy/],
    [['--point', '1,2'], /--point cannot be/],
  ])('refuses %s', async (flags, message) => {
    expect(await boxwood('query', 'inside', 'box.obj', '--point', '0,0,0', ...flags)).toMatchObject({
      exitCode: 64,
      err: expect.stringMatching(message),
    });
  });
});

describe('query within', () => {
  test('lists every triangle up to the last bit of the distance', async () => {
    const report = (await json('query-within', 'query', 'within', 'box.obj', '--point', '0.5,0.1,3', '--distance', '2')) as {
      readonly triangles: readonly number[];
    };
    expect(report).toMatchObject({ distance: 2, triangles: [2] });
    expect(
      await json('query-within', 'query', 'within', 'box.obj', '--point', '0.5,0.1,3', '--distance', '1.9999999999999998'),
    ).toMatchObject({
      triangles: [],
    });
    expect((await boxwood('query', 'within', 'box.obj', '--point', '0,0,0', '--distance', '9')).out).toMatch(
      /^box\.obj: 12 triangles within 9\n {2}0, 1, 2, .*11\n/,
    );
    expect(await boxwood('query', 'within', 'box.obj', '--point', '0,0,0')).toMatchObject({ exitCode: 64 });
  });
});

describe('query closest with a count', () => {
  test('lists the nearest triangles by distance, and the signed distance', async () => {
    expect(await json('query-closest', 'query', 'closest', 'box.obj', '--point', '0.5,0.1,0.75', '--count', '3')).toMatchObject({
      triangle: 2,
      inside: true,
      winding: 1,
      signedDistance: -0.25,
      closest: [
        { triangle: 2, distance: 0.25, position: [0.5, 0.1, 1], feature: 'face', partName: '' },
        { distance: expect.closeTo(0.377492, 5) },
        { distance: 0.5 },
      ],
    });
    expect(await json('query-closest', 'query', 'closest', 'box.obj', '--point', '0,0,3')).toMatchObject({
      closest: null,
      signedDistance: 2,
    });
    const { out } = await boxwood('query', 'closest', 'box.obj', '--point', '0.5,0.1,0.75', '--count', '3');
    expect(out).toMatch(/distance +triangle +feature +position/);
    expect(await boxwood('query', 'closest', 'box.obj', '--point', '0,0,2', '--count', '0')).toMatchObject({ exitCode: 64 });
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bezierText, bicubicBall, bowl } from '../fixtures/patches.ts';
import { quake3File } from '../fixtures/quake3-file.ts';
import { cliFolder } from './cli-folder.ts';
import { warmPool } from './product.ts';

const pool = warmPool(3);
const { boxwood, json, write, folder } = cliFolder(pool);

describe('patch', () => {
  test('reports patches, triangles and the proven error', async () => {
    write('ball.bpt', bezierText(bicubicBall));
    const usual = await json('patch', 'patch', 'ball.bpt');
    const fine = await json('patch', 'patch', 'ball.bpt', '--tolerance', '0.0001');
    expect(usual).toMatchObject({ tolerance: 0, patches: 8, degrees: ['3x3'], bounds: { min: [-1, -1, -1], max: [1, 1, 1] } });
    expect(usual['error']).toBeLessThanOrEqual(1e-3 * Math.hypot(2, 2, 2));
    expect(fine['error']).toBeLessThanOrEqual(1e-4);
    expect(fine['triangles']).toBeGreaterThan(usual['triangles'] as number);
    expect((await boxwood('patch', 'ball.bpt')).out).toMatch(/patches +8\n.*degrees +3x3\n.*triangles/s);
  });

  test('the other verbs read patches as triangles', async () => {
    write('bowl.bezier', bezierText([bowl]));
    const { hits } = (await json('query-ray', 'query', 'ray', 'bowl.bezier', '--origin', '0,0,5', '--direction', '0,0,-1')) as unknown as {
      readonly hits: readonly { readonly distance: number }[];
    };
    expect(Math.abs(hits[0]!.distance - 5)).toBeLessThan(4e-3);
    expect(await json('inspect', 'inspect', 'bowl.bezier')).toMatchObject({ format: 'bezier', parts: [{ name: 'patch 0' }] });
    write('ball.bpt', bezierText(bicubicBall));
    expect(await json('bsp', 'bsp', 'ball.bpt', '--point', '0,0,0')).toMatchObject({ closed: true, points: [{ side: 'solid' }] });
  });

  test('the other verbs take a tolerance, for one mesh and for two', async () => {
    write('ball.bpt', bezierText(bicubicBall));
    const triangles = async (...flags: string[]): Promise<unknown> => (await json('inspect', 'inspect', 'ball.bpt', ...flags))['triangles'];
    expect(await triangles('--curve-error', '0.01')).toBe((await json('patch', 'patch', 'ball.bpt', '--tolerance', '0.01'))['triangles']);
    expect(await triangles('--curve-error', '0')).toBe(await triangles());
    const pairs = async (...flags: string[]): Promise<string> =>
      (await boxwood('query', 'pair', 'ball.bpt', 'ball.bpt', '--translate', '1,0,0', ...flags)).out;
    expect(await pairs('--curve-error', '0.1')).not.toBe(await pairs());
    expect(await boxwood('inspect', 'ball.bpt', '--curve-error', '-1')).toMatchObject({ exitCode: 64 });
  });

  test('reads the curved faces of a Quake 3 BSP', async () => {
    writeFileSync(join(folder, 'level.bsp'), quake3File());
    expect(await json('patch', 'patch', 'level.bsp')).toMatchObject({ patches: 2, degrees: ['2x2'] });
    expect(await json('inspect', 'inspect', 'level.bsp')).toMatchObject({ format: 'quake3' });
  });

  test.each([
    [['box.obj'], 2, /box\.obj: The file has no Bézier patches/],
    [['missing.bpt'], 2, /missing\.bpt/],
    [['broken.bpt'], 2, /broken\.bpt:2: /],
    [['none.bpt'], 2, /no Bézier patches/],
    [['bowl.bezier', '--tolerance', '-1'], 64, /--tolerance/],
    [['bowl.bezier', '--tolerance', '1e-12'], 2, /Use a larger tolerance/],
  ])('with %j ends with %i', async (args, exitCode, message) => {
    write('bowl.bezier', bezierText([bowl]));
    write('broken.bpt', '1\n3 x\n0 0 0 0 0 0 0 0 0 0 0 0 0 0 0');
    write('none.bpt', '0\n');
    expect(await boxwood('patch', ...args)).toMatchObject({ exitCode, err: expect.stringMatching(message) });
  });
});

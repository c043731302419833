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
    expect(usual).toMatchObject({
      tolerance: 1e-3 * Math.hypot(2, 2, 2),
      patches: 8,
      degrees: ['3x3'],
      bounds: { min: [-1, -1, -1], max: [1, 1, 1] },
    });
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

  test('queries have a result on the surface itself, with its error', async () => {
    write('bowl.bezier', bezierText([bowl]));
    write('ball.bpt', bezierText(bicubicBall));
    const surface = async (schema: string, ...args: string[]) =>
      (await json(schema, 'query', ...args))['surface'] as Record<string, number>;
    const down = ['--origin', '0.25,0.25,5', '--direction', '0,0,-2'];
    const ray = await surface('query-ray', 'ray', 'bowl.bezier', ...down);
    // The bowl is z = x² + y².
    expect(Math.abs(ray['distance']! - 4.875)).toBeLessThanOrEqual(ray['tolerance']!);
    expect(ray['tolerance']).toBeLessThan(1e-4);
    expect(await surface('query-ray', 'ray', 'bowl.bezier', ...down, '--max-distance', '4')).toMatchObject({
      distance: null,
      problem: null,
    });
    const closest = await surface('query-closest', 'closest', 'bowl.bezier', '--point', '0,0,0.75');
    expect([closest['lower']! <= Math.SQRT1_2, closest['upper']! >= Math.SQRT1_2 - 1e-12]).toEqual([true, true]);
    expect(closest['upper']! - closest['lower']!).toBeLessThanOrEqual(closest['tolerance']!);
    const sphere = await surface('query-sphere', 'sphere', 'bowl.bezier', '--center', '0,0,-1', '--radius', '0.5');
    expect([sphere['lower'], sphere['upper']]).toEqual([expect.closeTo(1, 4), expect.closeTo(1, 4)]);
    const motion = ['--from', '0,0,-5', '--to', '0,0,5'];
    const sweep = await surface('query-sweep', 'sweep', 'bowl.bezier', '--shape', 'sphere', '--radius', '0.5', ...motion);
    expect(Math.abs(10 * sweep['time']! - 4.5)).toBeLessThanOrEqual(sweep['tolerance']!);
    const box = await surface('query-sweep', 'sweep', 'bowl.bezier', '--shape', 'box', '--size', '1,1,1', ...motion);
    expect(Math.abs(10 * box['time']! - 4.5)).toBeLessThanOrEqual(box['tolerance']!);
    // The top of the ball is at z = 1, the bottom of the moved bowl at its translation.
    expect(await surface('query-pair', 'pair', 'ball.bpt', 'bowl.bezier', '--translate', '0,0,0.9')).toMatchObject({ overlap: true });
    expect(await surface('query-pair', 'pair', 'ball.bpt', 'bowl.bezier', '--translate', '0,0,1.1')).toMatchObject({ overlap: false });
    expect(await surface('query-ray', 'ray', 'box.obj', ...down)).toBeNull();
    expect((await boxwood('query', 'ray', 'bowl.bezier', ...down)).out).toMatch(/on the curved surface: distance 4\.87\d+, within /);
    const pair = await boxwood('query', 'pair', 'ball.bpt', 'bowl.bezier', '--translate', '0,0,1.1');
    expect(pair.out).toMatch(/on the curved surface: they do not intersect, within /);
  });

  test('reads the curved faces of a Quake 3 BSP', async () => {
    writeFileSync(join(folder, 'level.bsp'), quake3File());
    expect(await json('patch', 'patch', 'level.bsp')).toMatchObject({ patches: 2, degrees: ['2x2'] });
    expect(await json('inspect', 'inspect', 'level.bsp')).toMatchObject({ format: 'quake3' });
  });

  test('of a level with a damaged face measures the others, and says what was left out', async () => {
    writeFileSync(join(folder, 'half.bsp'), quake3File({ firstVertex: 999 }));
    const report = await json('patch', 'patch', 'half.bsp');
    expect(report).toMatchObject({ patches: 2, findings: [{ code: 'unusable-faces', severity: 'error', count: 1 }] });
    expect((await boxwood('patch', 'half.bsp')).out).toMatch(/error: Faces of an unknown kind, .* were left out \(1\)/);
  });

  test.each([
    [['box.obj'], 2, /box\.obj: The file has no Bézier patches/],
    [['missing.bpt'], 2, /missing\.bpt/],
    [['broken.bpt'], 2, /broken\.bpt:2: /],
    [['none.bpt'], 2, /no Bézier patches/],
    [['point.bpt'], 2, /point\.bpt: The Bézier patches have no usable triangle/],
    [['damaged.bsp'], 2, /damaged\.bsp.*: The file has no usable Bézier patches\. Faces .* not finite, were left out \(1\)/],
    [['bowl.bezier', '--tolerance', '-1'], 64, /--tolerance/],
    [['bowl.bezier', '--tolerance', '1e-12'], 2, /Use a larger tolerance/],
  ])('with %j ends with %i', async (args, exitCode, message) => {
    write('bowl.bezier', bezierText([bowl]));
    write('broken.bpt', '1\n3 x\n0 0 0 0 0 0 0 0 0 0 0 0 0 0 0');
    write('none.bpt', '0\n');
    write('point.bpt', bezierText([{ degreeU: 1, degreeV: 1, points: new Float64Array(12).fill(3) }]));
    writeFileSync(join(folder, 'damaged.bsp'), quake3File({ gridHeight: NaN }));
    expect(await boxwood('patch', ...args)).toMatchObject({ exitCode, err: expect.stringMatching(message) });
  });
});

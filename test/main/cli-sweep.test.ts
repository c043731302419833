import { describe, expect, test } from 'vitest';
import { cliFolder } from './cli-folder.ts';
import { warmPool } from './product.ts';

const pool = warmPool(3);
const { boxwood, json, write } = cliFolder(pool);
const sphere = ['--shape', 'sphere', '--radius', '0.5'];
const down = ['--from', '0.25,0.1,4', '--to', '0.25,0.1,0'];

describe('query sweep', () => {
  test('gives the first contact of a sphere, with its proven interval', async () => {
    const report = (await json('query-sweep', 'query', 'sweep', 'box.obj', ...sphere, ...down)) as { readonly interval: readonly number[] };
    expect(report).toMatchObject({
      shape: { kind: 'sphere', radius: 0.5 },
      state: 'hit',
      time: expect.closeTo(0.625, 9),
      triangle: 2,
      feature: 'face',
      featureIndex: null,
      position: [expect.closeTo(0.25, 9), expect.closeTo(0.1, 9), 1],
      normal: [0, 0, 1],
      part: 0,
    });
    expect(report.interval[0]).toBeLessThanOrEqual(0.625);
    expect(report.interval[1]).toBeGreaterThanOrEqual(0.625);
    expect((report.interval[1]! - report.interval[0]!) * 4).toBeLessThan(1e-9);
  });

  test('sweeps a capsule, a rotated box and a hull from a file', async () => {
    const sweep = async (...shape: string[]): Promise<unknown> =>
      json('query-sweep', 'query', 'sweep', 'box.obj', '--shape', ...shape, ...down);
    expect(await sweep('capsule', '--axis', '0,0,1', '--radius', '0.5')).toMatchObject({ state: 'hit', time: expect.closeTo(0.375, 9) });
    expect(await sweep('box', '--size', '2,1,1', '--rotate', '0,90,0', '--kind', 'dop14')).toMatchObject({
      kind: 'dop14',
      shape: {
        halfEdges: [
          [0, 0, -1],
          [0, 0.5, 0],
          [0.5, 0, 0],
        ],
      },
      time: expect.closeTo(0.5, 9),
    });
    write('hull.csv', '# a tip\n0,0,0\n1 0 1\n\n-1, 0, 1\n');
    expect(await sweep('hull', '--points', 'hull.csv')).toMatchObject({
      shape: { kind: 'hull', points: 3 },
      time: expect.closeTo(0.75, 9),
    });
  });

  test('misses, and starts inside', async () => {
    const miss = ['query', 'sweep', 'box.obj', ...sphere, '--from', '3,0,4', '--to', '3,0,-4'];
    expect(await json('query-sweep', ...miss)).toMatchObject({ state: 'miss', time: null, interval: null, triangle: null, normal: null });
    expect((await boxwood(...miss)).out).toMatch(/^box\.obj: no contact: the sphere can move freely\n/);
    const inside = ['query', 'sweep', 'box.obj', ...sphere, '--from', '0.25,0.1,1.5', '--to', '0,0,4'];
    expect(await json('query-sweep', ...inside)).toMatchObject({ state: 'startsInside', time: 0, interval: [0, 0] });
    expect((await boxwood(...inside)).out).toMatch(/^box\.obj: the sphere touches the mesh at the start\n {2}triangle /);
    expect((await boxwood('query', 'sweep', 'box.obj', ...sphere, ...down)).out).toMatch(
      /^box\.obj: the sphere hits the mesh at time 0\.625/,
    );
  });

  test.each([
    [['--from', '0,0,4', '--to', '0,0,0'], '--shape is missing'],
    [['--shape', 'cone', ...down], '--shape cannot be "cone"'],
    [['--shape', 'sphere', ...down], '--radius is missing'],
    [['--shape', 'sphere', '--radius', '1', '--axis', '0,0,1', ...down], '--axis does not belong to --shape sphere'],
    [['--shape', 'sphere', '--radius', '1', '--to', '0,0,1'], '--from is missing'],
    [['--shape', 'box', '--size', '1,-1,1', ...down], '--size cannot be'],
    [[...sphere, ...down, '--tolerance', '-1'], '--tolerance cannot be -1'],
  ])('refuses %j', async (flags, message) => {
    const { exitCode, err } = await boxwood('query', 'sweep', 'box.obj', ...flags);
    expect(exitCode).toBe(64);
    expect(err).toContain(message);
  });

  test('refuses points that are none, with their file and line', async () => {
    write('bad.csv', '0,0,0\n1,2\n');
    const { exitCode, err } = await boxwood('query', 'sweep', 'box.obj', '--shape', 'hull', '--points', 'bad.csv', ...down);
    expect(exitCode).not.toBe(0);
    expect(err).toContain('bad.csv');
    expect(err).toContain('Line 2');
  });
});

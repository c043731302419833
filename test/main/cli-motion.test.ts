import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { objText } from './product.ts';
import { ball, box } from '../fixtures/shapes.ts';
import { cliCalls, cliFolder } from './cli-folder.ts';
import { warmPool } from './product.ts';

const pool = warmPool(3);
const { folder, write } = cliFolder(pool);
const { boxwood, json, schemas } = cliCalls(folder, ['error', 'query-motion', 'motion-certificate', 'verify'], pool);
const at = (x: number, y: number, z: number): string => `1,0,0,0,0,1,0,0,0,0,1,0,${x},${y},${z},1`;
const down = ['--from', at(0, 0.1, 5), '--to', at(0, 0.1, -5)];

describe('query motion', () => {
  test('gives the first contact, and a certificate that verify accepts', async () => {
    const report = await json('query-motion', 'query', 'motion', 'box.obj', 'small.obj', ...down, '--certificate', 'hit.json');
    expect(report).toMatchObject({
      path: 'slerp',
      state: 'hit',
      time: expect.closeTo(0.3, 2),
      witness: { a: { feature: 'face' }, distance: expect.closeTo(0, 4) },
      certificate: { file: 'hit.json' },
    });
    const content = JSON.parse(readFileSync(join(folder, 'hit.json'), 'utf8')) as { readonly rows: readonly unknown[] };
    schemas.validate('motion-certificate', content);
    expect(schemas.errors ?? null).toBeNull();
    expect(content.rows.length).toBeGreaterThan(0);
    expect(await json('verify', 'verify', 'hit.json')).toMatchObject({ ok: true, format: 'boxwood-motion', mismatches: 0, problems: [] });
    expect((await boxwood('verify', 'hit.json')).out).toMatch(/^hit\.json\n {2}verified: hit; no contact before time 0\.3/);
    expect((await boxwood('query', 'motion', 'box.obj', 'small.obj', ...down)).out).toMatch(
      /^small\.obj against box\.obj: contact at time 0\.3.*\n {2}triangle \d+ of A, face, at /,
    );
  });

  test('rotates about an axis by more than half a turn, along a screw, with a separation', async () => {
    const turn = ['--from', at(4, 0, 0), '--to', at(4, 0, 0), '--pivot', '-4,0,0', '--axis', '0,0,1', '--angle', '360'];
    // The ball winds round the cube in a circle of radius 4, and comes nearer than 2 over its edges only.
    expect(await json('query-motion', 'query', 'motion', 'box.obj', 'small.obj', ...turn)).toMatchObject({
      state: 'apart',
      time: null,
      motion: { angleDegrees: expect.closeTo(360, 9), axis: [0, 0, 1] },
    });
    expect(await json('query-motion', 'query', 'motion', 'box.obj', 'small.obj', ...turn, '--separation', '1.9')).toMatchObject({
      state: 'hit',
      separation: 1.9,
    });
    expect(await json('query-motion', 'query', 'motion', 'box.obj', 'small.obj', ...turn, '--tolerance', '1.9')).toMatchObject({
      state: 'near',
    });
    const screw = ['--path', 'screw', '--from', at(4, 0, 0), '--to', '0,1,0,0,-1,0,0,0,0,0,1,0,0,4,2,1'];
    expect(await json('query-motion', 'query', 'motion', 'box.obj', 'small.obj', ...screw)).toMatchObject({
      path: 'screw',
      motion: { angleDegrees: expect.closeTo(90, 9), step: [expect.closeTo(0, 9), expect.closeTo(0, 9), expect.closeTo(2, 9)] },
    });
  });

  test.each([
    [['--certificate', 'box.obj'], '--certificate is an input file'],
    [['--certificate', './small.obj'], '--certificate is an input file'],
    [['--certificate', ''], '--certificate has no file name'],
    [['--trace', 'small.obj'], '--trace is the input file'],
    [['--certificate', 'same.json', '--trace', './same.json'], '--trace and --certificate are the same file'],
  ])('replaces no mesh: %j', async (flags, message) => {
    const before = ['box.obj', 'small.obj'].map((name) => readFileSync(join(folder, name), 'utf8'));
    const { exitCode, out, err } = await boxwood('query', 'motion', 'box.obj', 'small.obj', ...down, ...flags);
    expect({ exitCode, out }).toEqual({ exitCode: 64, out: '' });
    expect(err).toContain(message);
    expect(['box.obj', 'small.obj'].map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual(before);
  });

  test('starts touching', async () => {
    expect(await json('query-motion', 'query', 'motion', 'box.obj', 'small.obj', '--from', at(1, 0, 0), '--to', at(9, 0, 0))).toMatchObject(
      {
        state: 'startsTouching',
        time: 0,
        interval: [0, 0],
      },
    );
  });

  test.each([
    [['--to', at(0, 0, 0)], '--from is missing'],
    [['--from', at(0, 0, 0)], '--to is missing'],
    [['--from', '1,2', '--to', at(0, 0, 0)], '--from cannot be "1,2"'],
    [['--from', at(0, 0, 9), '--to', '2,0,0,0,0,2,0,0,0,0,2,0,0,0,0,1'], 'differ by more than rotation and translation'],
    [['--from', at(0, 0, 9), '--to', '-1,0,0,0,0,-1,0,0,0,0,1,0,0,0,0,1'], 'A rotation of 180° has no shortest direction'],
    [[...down, '--angle', 'x'], '--angle cannot be "x"'],
    [[...down, '--path', 'spline'], '--path cannot be "spline"'],
  ])('refuses %j', async (flags, message) => {
    const { exitCode, err } = await boxwood('query', 'motion', 'box.obj', 'small.obj', ...flags);
    expect(err).toContain(message);
    expect(exitCode).toBe(64);
  });
});

describe('verify of a certificate', () => {
  test('fails for another mesh, a changed proof and a wrong claim', async () => {
    write('moving.obj', objText(ball(16, 8)));
    const aslant = ['--from', at(0.5, 0.4, 5), '--to', at(0.5, 0.4, -5)];
    await boxwood('query', 'motion', 'small.obj', 'moving.obj', ...aslant, '--certificate', 'own.json');
    const text = readFileSync(join(folder, 'own.json'), 'utf8');
    const fails = async (changed: string): Promise<string> => {
      writeFileSync(join(folder, 'own.json'), changed);
      const { exitCode, out } = await boxwood('verify', 'own.json');
      expect(exitCode).toBe(1);
      return out;
    };
    expect(await fails(text.replace(/"rows": \[[^]*\]\n\}/, '"rows": []\n}'))).toContain('no proof from');
    expect(await fails(text.replace(/"freeUntil": [\d.]+/, '"freeUntil": 0.5'))).toContain('NOT verified');
    write('moving.obj', objText(box([-1, -1, -1], [1, 1, 1.5])));
    expect(await fails(text)).toContain('Mesh B (moving.obj) is not the mesh of the certificate');
  });

  test('refuses what is no certificate', async () => {
    write('none.json', '{"format": "boxwood-motion", "version": 2}');
    const { exitCode, err } = await boxwood('verify', 'none.json');
    expect(exitCode).toBe(2);
    expect(err).toContain('none.json');
    expect(err).toContain('"version" is missing or not valid');
  });
});

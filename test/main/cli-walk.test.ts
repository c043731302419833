import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cliCalls, cliFolder } from './cli-folder.ts';
import { productFolder, warmPool } from './product.ts';

const pool = warmPool(3);
const { folder } = cliFolder(pool);
const { boxwood, json, schemas } = cliCalls(folder, ['error', 'walk', 'walk-file'], pool);

const fall = {
  format: 'boxwood-walk',
  version: 1,
  body: { shape: 'capsule', radius: 0.25, height: 1 },
  start: [0.1, 2.5, 0.2],
  settings: { stepHeight: 0.2 },
  inputs: [
    { move: [0, 0, 0], steps: 60 },
    { move: [0.5, 0, 0], look: [0, 0, 1], steps: 4 },
  ],
};
const write = (name: string, content: unknown): void => {
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
};
write('fall.json', fall);

interface Report {
  readonly steps: readonly { readonly position: readonly number[]; readonly contacts: readonly unknown[] }[];
}

/** The cost depends on the tree. */
function withoutStats(report: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { ...report, stats: null, kind: null };
}

describe('boxwood walk', () => {
  test('replays a walk: positions, contacts, and where it ends', async () => {
    schemas.validate('walk-file', fall);
    expect(schemas.errors ?? null).toBeNull();
    const report = await json('walk', 'walk', 'box.obj', '--replay', 'fall.json');
    expect(report).toMatchObject({
      replay: 'fall.json',
      kind: 'aabb',
      settings: { mode: 'swept', gravity: 9.81, stepHeight: 0.2 },
      end: { position: [expect.closeTo(0.1 + 0.5 / 16, 6), expect.closeTo(1.5, 3), 0.2], grounded: true },
      tunnelled: false,
    });
    const { steps } = report as unknown as Report;
    expect(steps).toHaveLength(64);
    expect(Object.keys(steps[0]!)).toEqual(['position', 'contacts']);
    expect(steps[0]!.contacts).toEqual([]);
    expect(steps[63]!.contacts[0]).toMatchObject({ feature: 'face', normal: [0, 1, 0], part: 0 });
    const rest = withoutStats(report);
    const again = withoutStats(await json('walk', 'walk', 'box.obj', '--replay', 'fall.json', '--kind', 'dop14'));
    expect(again).toEqual(rest);
    expect((await boxwood('walk', 'box.obj', '--replay', 'fall.json')).out).toMatch(
      /^box\.obj: 64 steps, 1 s, mode swept\n {2}from 0\.1, 2\.5, 0\.2 to .*, ends on the ground\n .*passes through no triangle\n {2}\d+ sweeps/,
    );
  });

  test('compares the mode of the article, whose fast camera passes through', async () => {
    write('fast.json', {
      ...fall,
      body: { shape: 'sphere', radius: 0.25 },
      start: [-3, 0.1, 0.2],
      settings: { gravity: 0, view: 'chase' },
      inputs: [{ move: [192, 0, 0], steps: 2 }],
    });
    const swept = await json('walk', 'walk', 'box.obj', '--replay', 'fast.json');
    expect(swept).toMatchObject({ end: { position: [expect.closeTo(-1.25, 3), 0.1, 0.2] }, tunnelled: false });
    expect((swept as unknown as Report).steps[0]).toHaveProperty('camera');
    const article = await json('walk', 'walk', 'box.obj', '--replay', 'fast.json', '--mode', 'article');
    expect(article).toMatchObject({ settings: { mode: 'article' }, end: { position: [3, 0.1, 0.2] }, tunnelled: true });
    expect((await boxwood('walk', 'box.obj', '--replay', 'fast.json', '--mode', 'article')).out).toContain('PASSED THROUGH');
  });

  test('replays the walk of the manual', async () => {
    const manual = readFileSync(join(productFolder, 'resources/manual/motion.md'), 'utf8');
    const text = /```json\n([^`]*boxwood-walk[^`]*)```/.exec(manual)![1]!;
    write('manual.json', text);
    schemas.validate('walk-file', JSON.parse(text));
    expect(schemas.errors ?? null).toBeNull();
    const report = await json('walk', 'walk', join(productFolder, 'resources/samples/keep.glb'), '--replay', 'manual.json');
    expect(report).toMatchObject({ tunnelled: false, end: { grounded: true } });
  });

  test.each([
    [[], '--replay is missing'],
    [['--replay', 'fall.json', '--mode', 'run'], '--mode cannot be "run"'],
    [['--replay', 'fall.json', '--mode', 'article'], 'Mode article moves a sphere only'],
    [['--replay', 'none.json'], 'none.json'],
  ])('refuses %j', async (flags, message) => {
    const { exitCode, err } = await boxwood('walk', 'box.obj', ...flags);
    expect(exitCode).toBe(message === 'none.json' ? 2 : 64);
    expect(err).toContain(message);
  });

  test.each([
    ['not json', 'it is not JSON'],
    [[], 'it is not an object'],
    [{ ...fall, format: 'walk' }, '"format" is missing or not valid'],
    [{ ...fall, body: { shape: 'box', radius: 1 } }, '"body" is missing or not valid'],
    [{ ...fall, start: [0, 1] }, '"start" is missing or not valid'],
    [{ ...fall, speed: 1 }, '"speed" is unknown'],
    [{ ...fall, settings: { gravity: -1 } }, '"settings.gravity" cannot be -1'],
    [{ ...fall, settings: { wind: 1 } }, 'Unknown option "wind"'],
    [{ ...fall, inputs: [{ move: [0, 0, 0] }, { move: [0, 0] }] }, '"inputs[1].move" is missing or not valid'],
    [{ ...fall, inputs: [{ move: [0, 0, 0], steps: 0 }] }, '"inputs[0].steps" is missing or not valid'],
    [{ ...fall, body: { shape: 'capsule', radius: 1, height: 1 } }, 'height of the capsule cannot be 1'],
    [{ ...fall, start: [0, 1, 0] }, 'The body starts on the surface'],
    [{ ...fall, inputs: [{ move: [0, 0, 0], steps: 100_001 }] }, 'The walk has 100001 steps'],
  ])('refuses the walk %j', async (content, message) => {
    write('bad.json', content);
    const { exitCode, err } = await boxwood('walk', 'box.obj', '--replay', 'bad.json');
    expect(exitCode).not.toBe(0);
    expect(err).toContain(message);
  });
});

import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { EngineReport } from '#core/engines/engine-report';
import { engines } from '#core/engines/engines';
import { ball, channel, placed } from '../fixtures/shapes.ts';
import { objText, productFolder, temporaryFolder } from './product.ts';
import { runInProcess } from './run-in-process.ts';

const folder = temporaryFolder();
const schemas = new Ajv2020({ allowUnionTypes: true });
for (const name of ['error', 'ignored', 'inspect', 'check'])
  schemas.addSchema(JSON.parse(readFileSync(join(productFolder, `resources/schemas/${name}.schema.json`), 'utf8')) as object, name);
writeFileSync(join(folder, 'channel.obj'), objText(channel()));
writeFileSync(join(folder, 'ball.obj'), objText(placed(ball(), 1000, [0.1, 0, 0])));
writeFileSync(join(folder, 'sheet.obj'), 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n');
writeFileSync(join(folder, 'thin.obj'), 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0.5 1e-7 0\nf 1 2 3\nf 1 2 4\nf 1 2 3\n');

interface Report {
  readonly engine: (EngineReport & { readonly metresPerUnit: number | null }) | null;
  readonly findings: readonly {
    readonly code: string;
    readonly count: number;
    readonly triangles: readonly number[];
    readonly detail: string | null;
  }[];
}

async function json(...args: string[]): Promise<Report> {
  const { out, err } = await runInProcess(['check', ...args, '--json'], { folder });
  expect(err).toBe('');
  const value: unknown = JSON.parse(out);
  schemas.validate('check', value);
  expect(schemas.errors ?? null).toBeNull();
  return value as Report; // The schema has proven it.
}

const codes = 'refused-shapes,vanished-triangles,missing-volume,phantom-volume,moved-vertices';

describe('check --engine', () => {
  test('reports the lid of a channel as phantom volume in MuJoCo, with its triangles', async () => {
    const { engine, findings } = await json('channel.obj', '--engine', 'mujoco', '--only', codes);
    // A hull of 4 by 4 by 10 less walls and floor of 1.
    expect(engine).toMatchObject({ engine: 'mujoco', phantomVolume: 2 * 3 * 10, missingVolume: 0, metresPerUnit: null });
    // Of the middle of the lid, the walls are 1 away, and the floor 3.
    expect(engine!.maxPhantom).toBeCloseTo(1, 2);
    expect(findings).toMatchObject([{ code: 'phantom-volume', count: 1, detail: 'A volume of 60, up to 1 from the surface' }]);
    expect(findings[0]!.triangles.length).toBeGreaterThan(0);
  });

  test('has a report of every engine, and none without one', async () => {
    expect((await json('channel.obj')).engine).toBeNull();
    const names = Object.keys(engines);
    expect(names.length).toBe(10);
    for (const name of names)
      expect((await json('channel.obj', '--engine', name, '--only', codes)).engine, name).toMatchObject({ engine: name });
  });

  test('reports what vanishes, moves and is refused', async () => {
    const thin = await json('thin.obj', '--engine', 'jolt', '--only', codes);
    expect(thin.findings).toMatchObject([{ code: 'vanished-triangles', count: 2, triangles: [0, 1] }]);
    const moved = await json('ball.obj', '--engine', 'jolt', '--only', codes);
    expect(moved.findings).toMatchObject([{ code: 'moved-vertices' }]);
    expect(moved.engine!.maxMoved).toBeGreaterThan(1e-4);
    expect(moved.engine!.maxMoved).toBeLessThan(1e-3);
    expect((await json('sheet.obj', '--engine', 'mujoco', '--only', codes)).findings).toMatchObject([
      { code: 'refused-shapes', count: 1, detail: 'part 0: its convex hull has no volume' },
    ]);
  });

  test('prints the figures, and fails over --fail-on', async () => {
    const { out, exitCode } = await runInProcess(['check', 'channel.obj', '--engine', 'isaac', '--fail-on', 'error'], { folder });
    expect(exitCode).toBe(1);
    expect(out).toMatch(/as held by Isaac Sim 5\.0\n {2}shapes +1 shape, of which 1 convex hull\n/);
    expect(out).toMatch(/phantom +volume 60, at most 1 from the mesh at /);
    expect(out).toMatch(/error phantom-volume: 1 shape\./);
  });
});

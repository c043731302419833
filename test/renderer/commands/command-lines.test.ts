import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { changedFlags, checkOptions, rayOptions } from '#core/options';
import { changeRay, changeRayOptions, changeSphere, select } from '../../../renderer/commands/actions.ts';
import { commandLineOf, currentSubject } from '../../../renderer/commands/command-lines.ts';
import { runCommand } from '../../../renderer/commands/keymap.ts';
import { box } from '../../fixtures/shapes.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { objText } from '../../fixtures/write-text.ts';
import { runInProcess } from '../../main/run-in-process.ts';
import { fakeAppWithBox, type FakeApp } from '../fake-app.ts';

let app: FakeApp;
let document: number;
beforeEach(async () => {
  ({ app, document } = await fakeAppWithBox());
});

/** Runs a copied command line on the same box, with JSON output. */
async function run(line: string): Promise<{ readonly [field: string]: unknown }> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'box.obj'), objText(box()));
  const [program, ...args] = line.split(' ');
  expect(program).toBe('boxwood');
  const { exitCode, out, err } = await runInProcess([...args, '--json'], { folder });
  expect(err).toBe('');
  expect([0, 1]).toContain(exitCode);
  return JSON.parse(out);
}

test('only values that differ from the defaults become flags', () => {
  expect(changedFlags(rayOptions, { mode: rayOptions.mode.default, cull: false })).toEqual([]);
  expect(changedFlags(rayOptions, { mode: 'all', cull: true })).toEqual(['--mode', 'all', '--cull']);
  expect(changedFlags(checkOptions, { failOn: 'error' })).toEqual(['--fail-on', 'error']);
});

test('the command of a ray finds the hits of the window', async () => {
  changeRay(app.store, 'Ray', { origin: [-5, 0.25, 1e-7], direction: [1, 0, 0], far: 20 });
  changeRayOptions(app.store, 'All', { mode: 'all' });
  const line = commandLineOf(app.store, 'ray')!;
  expect(line).toBe('boxwood query ray box.obj --origin -5,0.25,1e-7 --direction 1,0,0 --far 20 --mode all');
  const hits = app.store.ray.value!.result.hits;
  expect(hits.length).toBeGreaterThan(1);
  expect((await run(line))['hits']).toHaveLength(hits.length);
});

test('the command of a sphere finds the touches of the window', async () => {
  changeSphere(app.store, 'Sphere', { center: [1.2, 0, 0], radius: 0.5 });
  const touches = app.store.sphere.value!.triangles;
  expect(touches.length).toBeGreaterThan(0);
  const report = await run(commandLineOf(app.store, 'sphere')!);
  expect(
    (report['triangles'] as readonly { readonly triangle: number }[]).map(({ triangle }) => triangle).toSorted((a, b) => a - b),
  ).toEqual([...touches].toSorted((a, b) => a - b));
});

test('the commands of checks and tree run', async () => {
  expect(commandLineOf(app.store, 'compare')).toBe('boxwood tree box.obj --compare');
  for (const subject of ['check', 'tree'] as const) {
    const line = commandLineOf(app.store, subject)!;
    expect(line).toBe(`boxwood ${subject} box.obj`);
    await run(line);
  }
});

test('names with spaces and quotes are quoted', async () => {
  const { app: other, host } = await fakeAppWithBox();
  const id = host.begin("it's a box.obj");
  host.parsed(id, box());
  host.ready(id);
  await expect.poll(() => other.store.documents.value.length).toBe(2);
  select(other.store, { kind: 'document', document: id });
  await expect.poll(() => commandLineOf(other.store, 'check')).toBe("boxwood check 'it'\\''s a box.obj'");
});

test('the command follows the tool, then the selection', () => {
  expect(currentSubject(app.store)).toBe('tree');
  changeRay(app.store, 'Ray', { origin: [-5, 0, 0], direction: [1, 0, 0] });
  runCommand(app, 'rayTool');
  expect(currentSubject(app.store)).toBe('ray');
  runCommand(app, 'selectTool');
  select(app.store, { kind: 'hit', hit: 0 });
  expect(currentSubject(app.store)).toBe('ray');
  select(app.store, { kind: 'node', document, node: 0 });
  expect(currentSubject(app.store)).toBe('tree');
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { changedFlags, checkOptions, rayOptions } from '#core/options';
import { changeRay, changeRayOptions, changeSphere, select } from '../../../renderer/commands/actions.ts';
import { commandLineOf, currentSubject } from '../../../renderer/commands/command-lines.ts';
import { setColliderOptions } from '../../../renderer/commands/collider-actions.ts';
import { whyNoColliderLine, repairLine } from '../../../renderer/commands/shape-lines.ts';
import { repairForm } from '../../../renderer/state/repair/repair-form.ts';
import { setClearance } from '../../../renderer/commands/measure-actions.ts';
import { changeMovingMesh, useAsMovingMesh } from '../../../renderer/commands/moving-actions.ts';
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
  for (const name of ['box.obj', 'crate.obj']) writeFileSync(join(folder, name), objText(box()));
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

/** Opens a second box, `crate.obj`, as the moving mesh. */
async function openMoving(): Promise<number> {
  const { app: other, host, document: fixed } = await fakeAppWithBox();
  [app, document] = [other, fixed];
  const id = host.begin('crate.obj');
  host.parsed(id, box());
  await expect.poll(() => app.store.documents.value.length).toBe(2);
  host.ready(id);
  await expect.poll(() => app.store.scene.value.trees.has(id)).toBe(true);
  return id;
}

test('the commands of hulls, push-out and clearance use the pose of the moving mesh', async () => {
  const moving = await openMoving();
  useAsMovingMesh(app.store, moving);
  changeMovingMesh(app.store, 'Move', { translate: [1.5, 0, 0] });
  const convex = await run(commandLineOf(app.store, 'separation')!);
  expect(convex).toMatchObject({ overlap: true, sat: { depth: 0.5 } });
  const penetration = await run(commandLineOf(app.store, 'penetration')!);
  expect(penetration).toMatchObject({ verified: true });
  changeMovingMesh(app.store, 'Move', { translate: [5, 0, 0] });
  setClearance(app.store, 'Measure', [
    { document, part: null },
    { document: moving, part: 0 },
  ]);
  expect(await run(commandLineOf(app.store, 'clearance')!)).toMatchObject({ distance: 3 });
});

test('the command of a collider has the options of its method alone', async () => {
  setColliderOptions(app, { method: 'box', containing: true, maxHulls: 3 });
  expect(commandLineOf(app.store, 'collider')).toBe('boxwood fit box.obj -o box-collider.glb --shape box --containing');
  await run(commandLineOf(app.store, 'collider')!);
  setColliderOptions(app, { method: 'vhacd' });
  expect(commandLineOf(app.store, 'collider')).toBe('boxwood decompose box.obj -o box-collider.glb --max-hulls 3 --max-vertices 34');
  await run(commandLineOf(app.store, 'collider')!);
  setColliderOptions(app, { per: 'part' });
  expect(whyNoColliderLine(app.store)).toContain('whole meshes');
  expect(commandLineOf(app.store, 'collider')).toBeNull();
});

test('the commands of a BSP tree and of a repair run', async () => {
  const bsp = await run(commandLineOf(app.store, 'bsp')!);
  expect(bsp).toMatchObject({ closed: true });
  const shown = app.store.activeDocument.value!;
  const form = repairForm(box(), 1, ['weld', 'fix-winding'], { values: { weld: 0.001 } });
  expect(repairLine(shown, form)).toBe('boxwood repair box.obj -o box-repaired.obj --weld 0.001 --fix-winding');
  await run(repairLine(shown, form));
});

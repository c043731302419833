import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { shuffledBoxes } from '../fixtures/animated.ts';
import { ball, knot } from '../fixtures/shapes.ts';
import { objText } from '../fixtures/write-text.ts';
import { describeApp } from './app.ts';
import { documentReady, restPointer, steadyView, typeInto } from './view.ts';

const resources = join(dirname(fileURLToPath(import.meta.url)), '../../resources');
const manual = join(resources, 'manual');
const samples = join(resources, 'samples');
const writing = process.env['BOXWOOD_TEST_MODE'] === 'write-pictures';

const folder = mkdtempSync(join(tmpdir(), 'boxwood-pictures-'));
const boxes = join(folder, 'boxes.gltf');
writeFileSync(boxes, shuffledBoxes());
const scan = join(folder, 'scan.obj');
writeFileSync(scan, objText(withHoles()));
/** The sample; without a picture to write, the same knot of a sixth of its triangles, of which each pose is counted and drawn in a moment. */
const moving = writing ? join(samples, 'knot.ply') : join(folder, 'knot.obj');
if (!writing) writeFileSync(moving, objText(knot(3, 7, 200, 8, 0.28)));
afterAll(() => rmSync(folder, { recursive: true }));

/** The pictures of README and manual, of the generated sample. `npm run pictures` keeps them; every run makes sure that they can be made. */
describeApp('the pictures of the README', ['resources/samples/keep.glb'], (app) => {
  test('the tree of a mesh, with the path to one node', async () => {
    const { page } = app();
    await documentReady(page, 'keep.glb');
    await typeInto(page, 'box-level-field', '5');
    for (const node of ['1', '2']) await page.locator(`[data-node="${node}"]`).click();
    for (let i = 0; i < 7; i++) {
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowDown');
    }
    await restPointer(page);
    await expect.poll(() => page.getByTestId('status-selection').innerText()).toMatch(/node/);
    if (writing) await keep(page, 'inspect');
  });

  test('a ray with all its hits', async () => {
    const { page } = app();
    await page.keyboard.press('Escape');
    await typeInto(page, 'box-level-field', '0');
    await page.keyboard.press('t');
    const ray = {
      'origin-x': '-36',
      'origin-y': '3.4',
      'origin-z': '1',
      'direction-x': '1',
      'direction-y': '-0.012',
      'direction-z': '0.085',
    };
    for (const [name, text] of Object.entries(ray)) await typeInto(page, `ray-${name}`, text);
    await page.getByTestId('properties').getByRole('radio', { name: 'All', exact: true }).click();
    await page.locator('[data-hit="1"]').waitFor();
    // Beside the list and the legend that the ray has opened.
    await page.keyboard.press('Shift+F');
    await restPointer(page);
    if (writing) await keep(page, 'ray');
  });

  test('two meshes that intersect', async () => {
    const { page, drop } = app();
    for (const key of ['Delete', 'b', 'g']) await page.keyboard.press(key);
    await drop([moving]);
    await documentReady(page, basename(moving));
    const pose = { 'move-x': '27.5', 'move-y': '6.5', 'move-z': '19.5', 'turn-x': '14', 'turn-y': '20', 'turn-z': '-8', scale: '2.6' };
    for (const [name, text] of Object.entries(pose)) await typeInto(page, `moving-${name}`, text);
    await page.getByTestId('tab-contacts').waitFor();
    // The list of contacts has opened below the list of meshes, which has rows in sight only.
    await (await documentReady(page, basename(moving))).dblclick();
    await restPointer(page);
    await expect.poll(() => page.getByTestId('pair-overlap').innerText()).toBe('intersect');
    await app().picture('pair-manual');
    if (writing) await keep(page, 'pair');
  });
});

describeApp('the pictures of a sphere and of an export', ['resources/samples/keep.glb'], (app) => {
  test('a sphere with the triangles that it touches', async () => {
    const { page } = app();
    await documentReady(page, 'keep.glb');
    await steadyView(page);
    await page.keyboard.press('s');
    const { x, y, width, height } = (await page.getByTestId('view').boundingBox())!;
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.locator('[data-touch]').first().waitFor();
    await typeInto(page, 'sphere-radius', '6');
    await page.keyboard.press('Shift+F');
    await restPointer(page);
    if (writing) await keep(page, 'sphere');
  });

  test('the formats of an export', async () => {
    const { page } = app();
    await page.keyboard.press('Control+e');
    await page.getByTestId('export').waitFor();
    await restPointer(page);
    if (writing) await keep(page, 'export');
    await page.keyboard.press('Escape');
  });
});

describeApp('the pictures of the probe', ['resources/samples/keep.glb'], (app) => {
  test('a capsule with the triangles that it overlaps, next to a pinned box', async () => {
    const { page } = app();
    await documentReady(page, 'keep.glb');
    await page.keyboard.press('Shift+E');
    await typeInto(page, 'probe-center-x', '6');
    await typeInto(page, 'probe-center-y', '1');
    await typeInto(page, 'probe-center-z', '14');
    await page.getByRole('button', { name: 'Pin', exact: true }).click();
    await page.getByTestId('probe-shape').selectOption('capsule');
    for (const [name, text] of Object.entries({ 'from-x': '-8', 'from-y': '2', 'to-x': '6', 'to-y': '2', radius: '2.5' }))
      await typeInto(page, `probe-${name}`, text);
    await page.locator('[data-probed]').first().waitFor();
    await page.keyboard.press('Shift+F');
    await restPointer(page);
    if (writing) await keep(page, 'probe');
  });

  test('a slice of signed distance', async () => {
    const { page } = app();
    await page.getByRole('button', { name: 'Remove Box 1' }).click();
    await page.getByTestId('probe-shape').selectOption('slice');
    for (const [name, text] of Object.entries({
      cells: writing ? '256' : '16',
      'point-x': '0',
      'point-y': '4',
      'point-z': '2',
      size: '30',
    }))
      await typeInto(page, `probe-${name}`, text);
    await expect.poll(() => page.getByTestId('slice').getAttribute('data-state')).toBe('done');
    await restPointer(page);
    if (writing) await keep(page, 'slice');
  });
});

describeApp('the picture of the query debugger', ['resources/samples/knot.ply'], (app) => {
  test('the steps of a ray, with the nodes by state', async () => {
    const { page } = app();
    await documentReady(page, 'knot.ply');
    await page.keyboard.press('t');
    const ray = {
      'origin-x': '-7',
      'origin-y': '1.2',
      'origin-z': '0.35',
      'direction-x': '1',
      'direction-y': '-0.18',
      'direction-z': '-0.06',
    };
    for (const [name, text] of Object.entries(ray)) await typeInto(page, `ray-${name}`, text);
    await page.getByTestId('tab-trace').click();
    await page.getByTestId('trace-record').click();
    await page.getByTestId('trace-now').waitFor();
    await page.getByTestId('trace-slider').fill('88');
    await expect.poll(() => page.getByTestId('trace-now').innerText()).toContain('the nearest hit so far');
    await page.getByTestId('tab-trace').click();
    await page.keyboard.press('Shift+F');
    await restPointer(page);
    if (writing) await keep(page, 'query-debugger');
  });
});

describeApp('the picture of the checks', ['resources/samples/damaged.obj'], (app) => {
  test('the findings of a damaged mesh', async () => {
    const { page } = app();
    await documentReady(page, 'damaged.obj');
    await page.keyboard.press('k');
    await page.getByTestId('tab-findings').waitFor();
    await page.getByText('Boundary loops (holes)', { exact: true }).first().click();
    await page.keyboard.press('n');
    await restPointer(page);
    if (writing) await keep(page, 'health');
  });
});

describeApp('the picture of the repairs', [scan], (app) => {
  test('what they change on a scan with holes', async () => {
    const { page } = app();
    await documentReady(page, 'scan.obj');
    await page.keyboard.press('Shift+R');
    for (const repair of ['weld', 'drop-duplicates', 'fill-holes', 'simplify']) await page.getByTestId(`repair-${repair}`).check();
    await page.getByTestId('repair-preview').click();
    await page.getByTestId('repair-report').waitFor();
    await restPointer(page);
    if (writing) await keep(page, 'repair');
  });
});

describeApp('the picture of an animation', [boxes], (app) => {
  test('refit against rebuild over a clip', async () => {
    const { page } = app();
    await documentReady(page, 'boxes.gltf');
    await page.keyboard.press('d');
    await page.locator('.deform-bar [data-command="play"]').click();
    const frames = writing ? 21 : 5;
    await typeInto(page, 'deform-frames', String(frames));
    await page.getByTestId('deform-measure').click();
    await expect.poll(() => page.getByTestId('refit-table').locator('tbody tr').count()).toBe(frames);
    await restPointer(page);
    if (writing) await keep(page, 'deform');
  });
});

async function keep(page: Page, name: string): Promise<void> {
  mkdirSync(manual, { recursive: true });
  await steadyView(page);
  await page.screenshot({ path: join(manual, `${name}.png`) });
}

/** A ball with five holes, and with ten of its triangles twice; without a picture to write, of a sixteenth of the triangles. */
function withHoles(): TriangleMesh {
  const mesh = writing ? ball(96, 48) : ball(24, 12);
  const missing = new Set(
    writing
      ? [40, 41, 42, 43, 900, 1500, 1501, 1502, 1503, 3000, 3001, 5100, 5101, 5102]
      : [40, 41, 42, 43, 100, 160, 161, 162, 163, 300, 301, 400, 401, 402],
  );
  const kept = [...mesh.indices].filter((_, i) => !missing.has(Math.floor(i / 3)));
  return { ...mesh, indices: Uint32Array.from([...kept, ...kept.slice(600, 630)]) };
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { readBoxwoodFile } from '#core/bake/boxwood/read-boxwood';
import { importMesh } from '#core/import/import-mesh';
import { noProgress } from '#core/progress';
import { openTree } from '#core/tree/open-tree';
import { ball, knot } from '../fixtures/shapes.ts';
import { temporaryFolder } from '../main/product.ts';
import { objText } from '../fixtures/write-text.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { axeViolations } from './axe-violations.ts';
import { holdFirstJob } from './hold-first-job.ts';
import { countGl, documentReady, meshRow, restPointer, samePicture, steadyView, typeInto, viewAtRest } from './view.ts';

/** Of a sixth of the triangles of the sample, so that each bake takes a moment. */
const shape = knot(3, 7, 200, 8, 0.28);
const sample = join(temporaryFolder(), 'knot.obj');
writeFileSync(sample, objText(shape));
const ray = { 'origin-x': '-40', 'origin-y': '0.1', 'origin-z': '0.2', 'direction-x': '1', 'direction-y': '0', 'direction-z': '0' };

describeApp(
  'baking in the served app',
  [sample],
  (app) => {
    let baked: Buffer;
    let shown: { readonly statistics: string; readonly hits: string };

    test('the dialog shows what each format keeps and loses', async () => {
      const { page, picture } = app();
      await documentReady(page, 'knot.obj');
      const before = await statisticsOf(page);
      await page.getByTestId('option-split').selectOption('median');
      await expect.poll(() => statisticsOf(page)).not.toBe(before);
      const statistics = await statisticsOf(page);
      await aimRay(page);
      shown = { statistics, hits: await page.getByTestId('hits').innerText() };

      await page.getByRole('menuitem', { name: 'File' }).click();
      await page.getByRole('menuitem', { name: 'Export…' }).click();
      const format = page.getByTestId('export-format');
      await page.getByLabel(/^Boxwood/).check();
      await expect.poll(() => format.innerText()).toMatch(/median, leaf 4/);
      await page.getByLabel(/^STL/).check();
      await expect.poll(() => format.innerText()).toMatch(/shared vertices/);
      await picture('bake-stl');
      await page.getByLabel(/^Boxwood/).check();
      expect(await axeViolations(page)).toEqual([]);
    });

    test('a bake is verified and downloaded: the mesh and the tree that was shown, to the last bit', async () => {
      const { page, picture } = app();
      await viewAtRest(page);
      const drawn = await countGl(page);
      const download = page.waitForEvent('download');
      await page.getByTestId('export-run').click();
      const file = await download;
      expect(file.suggestedFilename()).toBe('knot.boxwood');
      baked = readFileSync(await file.path());
      await expect
        .poll(() => page.getByTestId('bake-result').innerText())
        .toContain(`${baked.length.toLocaleString('en')} bytes, verified`);
      // Its progress changes nothing in the view.
      expect((await drawn()).draws).toBe(0);
      await picture('bake-done');
      await page.keyboard.press('Escape');
      await expect.poll(() => page.getByTestId('export').count()).toBe(0);

      const { mesh, trees, source } = readBoxwoodFile(baked);
      const read = await importMesh(readFileSync(sample), { fileName: 'knot.obj', progress: noProgress, readSideFile: async () => null });
      expect(Buffer.compare(bytesOf(mesh.positions), bytesOf(read.mesh.positions))).toBe(0);
      expect(Buffer.compare(bytesOf(mesh.indices), bytesOf(read.mesh.indices))).toBe(0);
      expect(trees.map(({ buffer }) => openTree(buffer).split)).toEqual(['median']);
      expect(source).toMatchObject({ file: 'knot.obj', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    });

    test('the baked file shows the same triangles, tree and hits', async () => {
      const { page, drop, picture } = app();
      const path = join(temporaryFolder(), 'again.boxwood');
      writeFileSync(path, baked);
      await drop([path]);
      await documentReady(page, 'again.boxwood');
      await expect.poll(() => page.getByTestId('option-split').inputValue()).toBe('median');
      await expect
        .poll(() => page.getByTestId('status').innerText())
        .toContain(`${(shape.indices.length / 3).toLocaleString('en')} triangles`);
      // Nobody knows what built a tree that came in a file.
      await expect.poll(() => statisticsOf(page)).toBe(shown.statistics.replace(/Build engine\n.+/, 'Build engine\nfrom file'));
      await aimRay(page);
      await expect.poll(() => page.getByTestId('hits').innerText()).toBe(shown.hits);
      await restPointer(page);
      await picture('bake-reopened');
    });

    test('a file with one changed byte is refused with the offset, and open documents stay', async () => {
      const { page, drop, picture } = app();
      const before = await steadyView(page);
      const damaged = Buffer.from(baked);
      damaged[damaged.length >> 1]! ^= 1;
      const path = join(temporaryFolder(), 'damaged.boxwood');
      writeFileSync(path, damaged);
      await drop([path]);
      const notice = page.getByTestId('notice').filter({ hasText: 'damaged.boxwood' });
      await notice.waitFor();
      await expect.poll(() => notice.getAttribute('data-code')).toBe('invalid-bytes');
      await expect
        .poll(() => notice.locator('div').first().innerText())
        .toMatch(/^damaged\.boxwood byte \d+: This baked file is damaged: .+\. .+\.$/);
      await picture('bake-damaged');
      await notice.getByRole('button', { name: 'Dismiss' }).click();
      await page.getByRole('button', { name: 'Dismiss damaged.boxwood' }).click();
      await expect.poll(() => meshRow(page, 'again.boxwood').getAttribute('data-phase')).toBe('ready');
      await restPointer(page);
      expect(samePicture(await steadyView(page), before)).toBe(true);
    });

    test('a long bake can be cancelled, and the next one works', async () => {
      const { page, drop } = app();
      const path = join(temporaryFolder(), 'long.obj');
      writeFileSync(path, objText(ball(60, 50)));
      await drop([path]);
      await documentReady(page, 'long.obj');
      await meshRow(page, 'long.obj').click();
      await page.keyboard.press('Control+b');
      await page.getByTestId('export-run').click();
      const cancel = page.getByTestId('export').getByRole('button', { name: 'Cancel' });
      // Not once it rests: it moves with the figures beside it, and a bake that is done has none.
      await cancel.dispatchEvent('click');
      await expect.poll(() => page.getByTestId('bake-problem').innerText()).toMatch(/^Export cancelled/);
      await page.getByLabel(/^STL/).check();
      const download = page.waitForEvent('download');
      await page.getByTestId('export-run').click();
      expect((await download).suggestedFilename()).toBe('long.stl');
      await page.keyboard.press('Escape');
    });

    test('the Bake panel shows the result of the chosen format at its button, and not that of another', async () => {
      const { page, picture } = app();
      await meshRow(page, 'long.obj').click();
      await page.getByTestId('workspaces').getByRole('radio', { name: 'Bake' }).click();
      const choose = (format: string): Promise<void> => page.locator(`input[name="bake-format"][value="${format}"]`).check();
      const [problem, result] = [page.getByTestId('bake-problem'), page.getByTestId('bake-result')];
      await choose('physx-convex');
      await page.getByTestId('bake-run').click();
      await expect.poll(() => problem.innerText()).toMatch(/^PhysX 5 cooked hulls: .+ Colliders panel, .+ Max vertices 129/);
      expect(await isInSight(problem)).toBe(true);
      await picture('bake-panel-problem');
      await choose('boxwood');
      expect(await problem.count()).toBe(0);
      await page.getByTestId('bake-run').click();
      await expect.poll(() => result.innerText()).toMatch(/^Boxwood bake: long\.boxwood/);
      expect(await isInSight(result)).toBe(true);
      expect(await axeViolations(page)).toEqual([]);
      await choose('physx-convex');
      expect(await result.count()).toBe(0);
    });

    test('the console has no errors', () => {
      expectQuietConsole(app());
    });
  },
  { serverModule: holdFirstJob("request.kind === 'convert' && request.mesh.byteLength > 1e5") },
);

/** The tree's figures; where the time went is no part of it. */
async function statisticsOf(page: Page): Promise<string> {
  return (await page.getByTestId('statistics').innerText()).split('Load time')[0]!;
}

/** One typed ray, whose every hit is listed. */
async function aimRay(page: Page): Promise<void> {
  await page.keyboard.press('t');
  const view = (await page.getByTestId('view').boundingBox())!;
  await page.mouse.click(view.x + view.width / 2, view.y + view.height / 2);
  await page.getByTestId('properties').getByRole('radio', { name: 'All', exact: true }).click();
  for (const [name, text] of Object.entries(ray)) await typeInto(page, `ray-${name}`, text);
  await page.locator('[data-hit="1"]').waitFor();
}

function bytesOf(array: Float64Array | Uint32Array): Buffer {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength);
}

/** Whether nothing covers the beginning of an element, and the panel shows it. */
function isInSight(element: Locator): Promise<boolean> {
  return element.evaluate((shown) => {
    const { left, top } = shown.getBoundingClientRect();
    const at = document.elementFromPoint(left + 12, top + 12);
    return at !== null && shown.contains(at);
  });
}

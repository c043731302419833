import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Download, Page } from 'playwright-core';
import { Vector3 } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { expect, test } from 'vitest';
import { bakeMesh } from '#core/bake/bake-mesh';
import { importMesh } from '#core/import/import-mesh';
import { integralsOf } from '#core/mesh/mass-properties';
import { unknownSpace } from '#core/mesh/source-space';
import { noProgress } from '#core/progress';
import { cornersOf } from '../core/bake/corners.ts';
import { box, joined, named } from '../fixtures/shapes.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { objText } from '../fixtures/write-text.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { axeViolations } from './axe-violations.ts';
import { documentReady } from './view.ts';

const level = joined([
  named('floor', box([-4, -1, -4], [4, 0, 4])),
  named('wall', box([1, 0, 2], [2, 3, 4])),
  named('crate', box([-3, 0, -2], [-1, 2, 1])),
]);

/** Corners of the triangles of a part as Unreal Engine has them: centimetres, x z y, and the winding reversed. */
function inUnreal(part: number): readonly number[][] {
  const { firstTriangle, triangleCount } = level.parts[part]!;
  const corners = cornersOf(level);
  const point = (t: number, corner: number): number[] => {
    const [x, y, z] = corners.subarray(9 * t + 3 * corner, 9 * t + 3 * corner + 3);
    return [100 * x!, 100 * z!, 100 * y!];
  };
  return Array.from({ length: triangleCount }, (_, i) => [0, 2, 1].flatMap((corner) => point(firstTriangle + i, corner)));
}

function trianglesOf(numbers: ArrayLike<number>): readonly number[][] {
  return Array.from({ length: numbers.length / 9 }, (_, t) => Array.from({ length: 9 }, (_unused, i) => numbers[9 * t + i]! + 0));
}

function write(name: string, bytes: Uint8Array | string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, bytes);
  return path;
}

async function exported(page: Page): Promise<{ readonly download: Download; readonly bytes: Buffer }> {
  const download = page.waitForEvent('download');
  await page.getByTestId('export-run').click();
  return { download: await download, bytes: readFileSync(await (await download).path()) };
}

const summary = (page: Page): Promise<string> => page.getByTestId('export-summary').innerText();
const name = (page: Page): Promise<string> => page.getByTestId('export-name').inputValue();

/** Expects an element of the dialog to be within what its scrolled content shows. */
async function expectInSight(page: Page, testId: string): Promise<void> {
  const beyond = await page.getByTestId(testId).evaluate((element) => {
    const [shown, box] = [element.closest('.export-body')!.getBoundingClientRect(), element.getBoundingClientRect()];
    return Math.max(shown.top - box.top, box.bottom - shown.bottom);
  });
  expect(beyond).toBeLessThanOrEqual(1);
}

describeApp('exporting from the served app', [], (app) => {
  test('the visible parts in the axes of Unreal Engine, as OBJ', async () => {
    const { page, drop, picture } = app();
    const { bytes } = bakeMesh('glb', { mesh: level, trees: [], source: null, space: unknownSpace, findings: [], ignored: [] });
    await drop([write('level.glb', bytes)]);
    await documentReady(page, 'level.glb');
    await page.locator('[data-part="1"]').click();
    await page.keyboard.press('h');
    await page.keyboard.press('Control+e');
    await expect.poll(() => name(page)).toBe('level.glb');
    expect(await summary(page)).toMatch(
      /^Writes 36 triangles of 3 parts, about [\d,]+ B\.\s+Size 8 × 4 × 8 m, from \(−4, −1, −4\) to \(4, 3, 4\)\./,
    );
    await page.getByLabel(/^Wavefront OBJ/).check();
    await page.getByTestId('export').getByRole('radio', { name: 'Visible' }).click();
    await page.getByTestId('export-preset').selectOption('unreal');
    const text = await summary(page);
    expect(text).toMatch(
      /^Writes 24 triangles of 2 parts, about [\d,]+ B\.\s+Size 800 × 800 × 300 cm, from \(−400, −400, −100\) to \(400, 400, 200\)\./,
    );
    expect(text).toContain('+Z up, left-handed. The axes mirror the mesh; its triangles are flipped');
    expect(await axeViolations(page)).toEqual([]);
    await picture('export-unreal');
    const { download, bytes: obj } = await exported(page);
    expect(download.suggestedFilename()).toBe('level.obj');
    const { mesh } = await importMesh(obj, { fileName: 'level.obj', progress: noProgress, readSideFile: async () => null });
    expect(mesh.parts.map((part) => part.name)).toEqual(['floor', 'crate']);
    expect(trianglesOf(cornersOf(mesh))).toEqual([...inUnreal(0), ...inUnreal(2)]);
    expect(integralsOf(mesh, [0, 0, 0])[0]! / 6).toBeCloseTo((64 + 12) * 1e6, 3);
    await expect.poll(() => page.getByTestId('bake-result').innerText()).toContain(`${obj.length.toLocaleString('en')} bytes, verified`);
    await expectInSight(page, 'bake-result');
    expect(Math.abs(Number(/about ([\d,]+) B/.exec(text)![1]!.replace(',', '')) / obj.length - 1)).toBeLessThan(0.25);
  });

  test('the same as GLB, which warns of readers that assume other axes', async () => {
    const { page } = app();
    await page.getByLabel(/^glTF 2\.0, GLB/).check();
    expect(await summary(page)).toContain('Readers of GLB assume metres, Y up and right-handed axes');
    const { download, bytes } = await exported(page);
    expect(download.suggestedFilename()).toBe('level.glb');
    const { scene } = await new GLTFLoader().parseAsync(new Uint8Array(bytes).buffer, '');
    scene.updateMatrixWorld(true);
    expect(scene.children.map((child) => child.name)).toEqual(['floor', 'crate']);
    const found: number[] = [];
    scene.traverse((object) => {
      if (!('geometry' in object)) return;
      const { geometry } = object as unknown as { geometry: { toNonIndexed(): { getAttribute(attribute: string): { count: number } } } };
      const position = geometry.toNonIndexed().getAttribute('position');
      for (let i = 0; i < position.count; i++)
        found.push(...new Vector3().fromBufferAttribute(position as never, i).applyMatrix4(object.matrixWorld));
    });
    expect(trianglesOf(found)).toEqual([...inUnreal(0), ...inUnreal(2)]);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByTestId('export').count()).toBe(0);
  });

  test('the selected part from its menu, under its name, in another unit and scale', async () => {
    const { page, picture } = app();
    await page.locator('[data-part="2"]').click({ button: 'right' });
    await page.getByTestId('context-menu').getByRole('menuitem', { name: 'Export selected parts…' }).click();
    await expect.poll(() => name(page)).toBe('level-crate.glb');
    await page.getByTestId('export-preset').selectOption('none');
    await page.getByLabel(/^OFF/).check();
    await page.getByTestId('export').getByTestId('option-toUnit').selectOption('millimetre');
    await page.getByTestId('option-scale').fill('0.5');
    await page.getByTestId('option-scale').press('Enter');
    await expect.poll(() => summary(page)).toMatch(/^Writes 12 triangles of 1 part, about .+ B\.\s+Size 1000 × 1000 × 1500 mm/);
    await picture('export-selected');
    await page.getByTestId('export-name').fill('box');
    const { download, bytes } = await exported(page);
    expect(download.suggestedFilename()).toBe('box.off');
    expect(bytes.toString().split('\n').slice(0, 3)).toEqual(['OFF', '8 12 0', '-1500 0 -1000']);
    // Unity does not import OFF. The typed name stays, with the extension of the format that is chosen instead.
    await page.getByTestId('export-name').fill('box.off');
    await page.getByTestId('export-preset').selectOption('unity');
    await expect.poll(() => name(page)).toBe('box.obj');
    expect(await page.getByTestId('export-replaced').innerText()).toBe('Unity does not import OFF: OBJ is chosen');
    await page.getByLabel(/^OFF/).check();
    await expect.poll(() => name(page)).toBe('box.off');
    expect(await page.getByTestId('export-replaced').count()).toBe(0);
    // It also stays when other parts are chosen.
    await page.getByTestId('export').getByRole('radio', { name: 'All' }).click();
    await expect.poll(() => summary(page)).toMatch(/of 3 parts/);
    expect(await name(page)).toBe('box.off');
    await page.keyboard.press('Escape');
  });

  test('not without known axes, which the dialog can set', async () => {
    const { page, drop, picture } = app();
    await drop([write('plain.obj', objText(box([1, 2, 3], [2, 4, 6])))]);
    await documentReady(page, 'plain.obj');
    await page.locator('[data-document]', { hasText: 'plain.obj' }).click();
    await page.keyboard.press('Control+e');
    const dialog = page.getByTestId('export');
    await page.getByTestId('export-preset').selectOption('unity');
    await expect
      .poll(() => page.getByTestId('export-problem').innerText())
      .toBe('The unit, up axis and handedness of the mesh are unknown. Set the unit, up axis and handedness of the document.');
    expect(await page.getByTestId('export-run').isDisabled()).toBe(true);
    await picture('export-unknown');
    const needed = dialog.locator('[data-needed="true"]');
    expect((await needed.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual([
      'Unit needed',
      'Up axis needed',
      'Handedness needed',
    ]);
    await dialog.getByTestId('space-up').selectOption('+y');
    await dialog.getByTestId('space-handedness').selectOption('right');
    await dialog.getByTestId('space-unit').selectOption('metre');
    await expect.poll(() => summary(page)).toMatch(/Size 0\.5 × 1 × 1\.5 m, from \(−1, 1, 1\.5\) to \(−0\.5, 2, 3\)/);
    expect(await needed.count()).toBe(0);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByTestId('export-copy-command').click();
    const line = await page.evaluate(() => navigator.clipboard.readText());
    expect(line).toBe(
      'boxwood export plain.obj -o plain-exported.obj --to-unit metre --to-up +y --to-handedness left --scale 0.5 --unit metre --up +y --handedness right',
    );
    // A format of an engine fixes unit and axes, whatever the preset; it leaves the fields as they were.
    await dialog.getByLabel(/^Unreal, UCX names/).check();
    await expect
      .poll(() => summary(page))
      .toMatch(/Size 0\.5 × 1 × 1\.5 m, from \(0\.5, 1, 1\.5\) to \(1, 2, 3\)\.\s+\+Y up, right-handed\./);
    expect(await page.getByTestId('export-fixed-toHandedness').innerText()).toBe('Right');
    expect(await page.getByTestId('export-preset').count()).toBe(0);
    // USD has two up axes: no other one is offered.
    await dialog.getByLabel(/^USD/).check();
    expect(await dialog.getByRole('radiogroup', { name: 'Up axis' }).getByRole('radio').allInnerTexts()).toEqual(['+Y', '+Z']);
    await dialog.getByLabel(/^Wavefront OBJ/).check();
    expect(await page.getByTestId('export-preset').inputValue()).toBe('unity');
    await dialog.getByRole('radio', { name: 'Selected' }).click();
    await expect.poll(() => page.getByTestId('export-problem').innerText()).toBe('Select parts or triangles of this document.');
    await page.keyboard.press('Escape');
    expectQuietConsole(app());
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { everyLayer, type SceneDocument, type SceneInstance } from '#core/scene/document/scene-document';
import { sceneText } from '#core/scene/document/scene-text';
import { box } from '../fixtures/shapes.ts';
import { objText } from '../main/product.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { funnel, shown } from './scene-page.ts';
import { typeInto } from './view.ts';

const folder = mkdtempSync(join(tmpdir(), 'boxwood-scene-row-'));
writeFileSync(join(folder, 'box.obj'), objText(box()));
const file = join(folder, 'row.boxwood-scene.json');
writeFileSync(file, sceneText(row()));
afterAll(() => rmSync(folder, { recursive: true }));

describeApp('a row of boxes', [file], (app) => {
  test('70 boxes in a row are cut into 20, 20, 20 and 10 on each axis', async () => {
    const { page } = app();
    await expect.poll(() => page.locator('.scene-name').allInnerTexts()).toEqual(['row.boxwood-scene.json']);
    await shown(page, 0);
    await typeInto(page, 'option-scene-segments', '4');
    await expect.poll(() => page.getByTestId('scene-cost').innerText()).toContain('4 × 4 × 4 segments');
    expect((await funnel(page))[1]).toBe(69);
    await page.getByRole('radio', { name: 'Axis' }).click();
    const words = page.getByTestId('axis-words');
    // The boxes are spread along X alone, which is swept: it is shown first.
    await expect.poll(() => words.innerText()).toContain('Swept axis, sorted in 4 segments: 20, 20, 20, 10 boxes begin in them');
    const axes = page.getByRole('radiogroup', { name: 'Axis' }).getByRole('radio');
    for (const axis of [0, 1, 2]) {
      await axes.nth(axis).click();
      await expect.poll(() => axes.nth(axis).getAttribute('aria-checked')).toBe('true');
      await expect.poll(() => words.getAttribute('data-sizes')).toBe('20,20,20,10');
      expect(await page.locator('.axis-picture line').count()).toBe(3);
    }
    expectQuietConsole(app());
  });
});

/** 70 equal boxes in a row, each of which touches the next. */
function row(): SceneDocument {
  const instances = Array.from({ length: 70 }, (_, k): SceneInstance => {
    const matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 2 * k, 0, 0, 1];
    return { mesh: 0, matrix, set: 'moving', layer: 1, mask: everyLayer, motion: null };
  });
  return { meshes: ['box.obj'], instances };
}

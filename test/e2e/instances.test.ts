import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { everyLayer, type SceneInstance } from '#core/scene/document/scene-document';
import { sceneText } from '#core/scene/document/scene-text';
import { objText } from '../main/product.ts';
import { box } from '../fixtures/shapes.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { viewAtRest } from './view.ts';

const folder = mkdtempSync(join(tmpdir(), 'boxwood-instances-'));
writeFileSync(join(folder, 'box.obj'), objText(box()));
afterAll(() => rmSync(folder, { recursive: true }));

function instanceAt(x: number, y: number, motion: SceneInstance['motion'] = null): SceneInstance {
  const matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, 0, 1];
  return { mesh: 0, matrix, set: 'moving', layer: 1, mask: everyLayer, motion };
}

const row = [0, 1.5, 6].map((x) =>
  instanceAt(x, 0, x === 6 ? { kind: 'recorded', matrices: [0, 1, 2].map((y) => instanceAt(6, y).matrix) } : null),
);
const file = join(folder, 'row.boxwood-scene.json');
writeFileSync(file, sceneText({ meshes: ['box.obj'], instances: row }));
const field = Array.from({ length: 5001 }, (_, k) => instanceAt(3 * (k % 71), 3 * Math.floor(k / 71)));
const large = join(folder, 'field.boxwood-scene.json');
writeFileSync(large, sceneText({ meshes: ['box.obj'], instances: field }));

const chosen = (page: Page): Promise<string> => page.getByTestId('scene-picked').inputValue();

describeApp('instances in the view', [file], (app) => {
  /** Where a click chooses each instance. */
  const places = new Map<string, readonly [number, number]>();

  test('a click chooses the instance under the pointer, Ctrl with a click adds one, and a click on nothing chooses none', async () => {
    const { page } = app();
    await page.getByRole('radio', { name: 'Instances' }).click();
    await page.keyboard.press('Numpad1');
    await page.keyboard.press('Home');
    await viewAtRest(page);
    const view = (await page.getByTestId('view').boundingBox())!;
    for (let share = 0.1; share < 0.95; share += 0.05) {
      for (const height of [0.4, 0.5, 0.6]) {
        const at = [view.x + share * view.width, view.y + height * view.height] as const;
        await page.mouse.click(...at);
        const now = await chosen(page);
        if (now !== '' && !places.has(now)) places.set(now, at);
      }
    }
    expect([...places.keys()].sort()).toEqual(['0', '1', '2']);
    await page.mouse.click(...places.get('0')!);
    await page.keyboard.down('Control');
    await page.mouse.click(...places.get('2')!);
    await page.keyboard.up('Control');
    await expect.poll(() => chosen(page)).toBe('0, 2');
    await page.mouse.click(view.x + 60, view.y + 0.9 * view.height);
    await expect.poll(() => chosen(page)).toBe('');
  });

  test('the measure tool measures from one instance to another, with the first click on each', async () => {
    const { page } = app();
    await page.getByRole('radio', { name: 'Measure', exact: true }).click();
    await page.mouse.click(...places.get('0')!);
    await expect.poll(() => page.getByTestId('measure-prompt').innerText()).toBe('Click the second point.');
    await page.mouse.click(...places.get('2')!);
    // Boxes of side 1 or 2, 6 apart.
    await expect.poll(async () => Number(await page.getByTestId('measure-distance-1').innerText())).toBeGreaterThan(4);
    expect(Number(await page.getByTestId('measure-distance-1').innerText())).toBeLessThan(8.5);
    await page.getByRole('radio', { name: 'Select', exact: true }).click();
  });

  test('its pair is chosen with it, and opens as two meshes', async () => {
    const { page } = app();
    await page.mouse.click(...places.get('1')!);
    await page.getByRole('radio', { name: 'Pairs' }).click();
    await expect.poll(() => page.locator('[data-i="0"][data-j="1"]').getAttribute('aria-selected')).toBe('true');
    await page.locator('.panel-foot [data-command="openScenePair"]').click();
    await expect.poll(() => page.locator('[data-contact]').count()).toBeGreaterThan(0);
    await page.keyboard.press('Control+z');
    await page.getByRole('tab', { name: /^Scene/ }).click();
  });

  test('a recorded motion is named, and can be replaced or removed', async () => {
    const { page } = app();
    await page.getByRole('radio', { name: 'Instances' }).click();
    await page.locator('[data-instance="2"]').click();
    const motion = page.getByTestId('scene-motion');
    await expect.poll(() => motion.locator('option:checked').innerText()).toBe('Recorded, 3 steps');
    await motion.selectOption('none');
    await expect.poll(() => page.locator('[data-instance="2"]').getAttribute('data-motion')).toBe('none');
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.locator('[data-instance="2"]').getAttribute('data-motion')).toBe('recorded');
  });

  test('a project says which scene it does not hold', async () => {
    const { page, drop } = app();
    await drop([large, join(folder, 'box.obj')]);
    await expect.poll(() => page.locator('.scene-name').innerText()).toBe('field.boxwood-scene.json');
    await page.keyboard.press('Control+s');
    await page.getByTestId('project-name').fill('field');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('project-save').click()]);
    expect(download.suggestedFilename()).toBe('field.boxwood-project');
    await expect
      .poll(() => page.getByTestId('notice').allInnerTexts())
      .toContainEqual(expect.stringContaining('The project does not hold field.boxwood-scene.json with its 5,001 instances'));
    expectQuietConsole(app());
  });
});

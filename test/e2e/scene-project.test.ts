import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { box } from '../fixtures/shapes.ts';
import { objText } from '../main/product.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { funnel, shown } from './scene-page.ts';
import { typeInto } from './view.ts';

const folder = mkdtempSync(join(tmpdir(), 'boxwood-scene-project-'));
writeFileSync(join(folder, 'box.obj'), objText(box()));
const project = join(folder, 'crowd.boxwood-project');
afterAll(() => rmSync(folder, { recursive: true }));

/** The figures at steps 0 and 6, and two rows of the list of instances. */
let before: readonly unknown[] = [];

async function looked(page: Page): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const step of [6, 0]) {
    await page.getByTestId('scene-slider').fill(`${step}`);
    await shown(page, step);
    found.push(await funnel(page));
  }
  await page.getByRole('radiogroup', { name: 'Scene list' }).getByRole('radio', { name: 'Instances' }).click();
  for (const row of [2, 9]) found.push(await page.locator(`[data-instance="${row}"]`).innerText());
  return found;
}

describeApp('a project with a scene', [join(folder, 'box.obj')], (app) => {
  test('is saved with its instances, filters and motions', async () => {
    const { page } = app();
    await page.getByRole('tab', { name: /^Scene/ }).click();
    await expect.poll(() => page.getByTestId('place-meshes').innerText()).toContain('box.obj');
    await page.getByTestId('option-place-arrange').selectOption('random');
    await typeInto(page, 'option-place-count', '80');
    await typeInto(page, 'option-place-spacing', '0.7');
    await page.getByTestId('option-place-motion').selectOption('walk');
    await page.getByTestId('place').click();
    await expect.poll(() => page.getByTestId('scene-note').innerText()).toContain('80 instances.');
    await shown(page, 0);
    await page.getByRole('radiogroup', { name: 'Scene list' }).getByRole('radio', { name: 'Instances' }).click();
    await page.getByTestId('scene-picked').fill('0-7');
    await page.keyboard.press('Enter');
    await typeInto(page, 'option-edit-layer', '2');
    await typeInto(page, 'option-edit-mask', 'all but 2');
    await expect.poll(() => page.locator('[data-instance="2"]').getAttribute('data-mask')).toBe('4294967293');
    before = await looked(page);
    await page.keyboard.press('Control+s');
    const dialog = page.getByTestId('save-project');
    await dialog.getByRole('radio', { name: 'Embedded' }).click();
    await page.getByTestId('project-name').fill('crowd');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('project-save').click()]);
    await download.saveAs(project);
    expectQuietConsole(app());
  });
});

describeApp('a project with a scene, opened', [], (app) => {
  test('shows the same instances with the same pairs at every step', async () => {
    const { page, drop } = app();
    await drop([project]);
    await page.getByRole('tab', { name: /^Scene/ }).click();
    await expect.poll(() => page.locator('.scene-name').allInnerTexts()).toEqual(['placed.boxwood-scene.json']);
    await shown(page, 0);
    const after = await looked(page);
    expect(before).toHaveLength(4);
    expect(before[2]).toMatch(/2\s+all but 2\s+walk/);
    expect(before[0]).not.toEqual(before[1]);
    expect(after).toEqual(before);
  });

  test('opens a pair of two instances of one mesh, whose file is not kept', async () => {
    const { page } = app();
    await page.getByRole('radiogroup', { name: 'Scene list' }).getByRole('radio', { name: 'Pairs' }).click();
    await page.getByTestId('scene-list').locator('[data-stage="surfaces"]').first().click();
    await page.locator('.panel-foot [data-command="openScenePair"]').click();
    await expect.poll(() => page.locator('[data-contact]').count()).toBeGreaterThan(0);
    await page.getByRole('tab', { name: /^Scene/ }).click();
    await page.locator('.panel-foot [data-command="backToScene"]').click();
    await shown(page, 0);
    expect(await funnel(page)).toEqual(before[1]);
    expectQuietConsole(app());
  });
});

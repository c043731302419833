import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { box, joined, named } from '../fixtures/shapes.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { doing } from './common-tasks.ts';
import { holdComparison } from './hold-comparison.ts';
import { glbOf } from './room.ts';
import { chooseFiles, documentReady, meshRow, middleOfView } from './view.ts';

const folder = mkdtempSync(join(tmpdir(), 'boxwood-mouse-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const blocks = join(folder, 'blocks.glb');
writeFileSync(blocks, glbOf(joined([named('left', box([-3, -1, -1], [-1, 1, 1])), named('right', box([1, -1, -1], [3, 1, 1]))])));

/** Opens a menu, and chooses the item of a command. */
async function choose(page: Page, menu: string, command: string): Promise<void> {
  await page.getByRole('menuitem', { name: menu, exact: true }).click();
  await page.locator(`.menu-list [data-command="${command}"]`).click();
}

describeApp('measuring, comparing, files and closing by mouse', [blocks], (app) => {
  afterAll(() => app().page.context().clearCookies({ name: 'boxwood-preferences' }));
  const prompt = (): Promise<string> => app().page.getByTestId('measure-prompt').innerText();

  test('measure: each click on a surface takes a point, and the panel names the next click', async () => {
    const { page } = app();
    await documentReady(page, 'blocks.glb');
    await choose(page, 'View', 'viewFront');
    await page.getByRole('radio', { name: 'Measure', exact: true }).click();
    expect(await prompt()).toContain('Click two points');
    const [x] = await middleOfView(page);
    const view = (await page.getByTestId('view').boundingBox())!;
    await page.mouse.click(x, view.y + 0.3 * view.height);
    await expect.poll(prompt).toContain('No surface is there');
    // The blocks are a third of the view to each side of its middle.
    const centre = view.x + view.width / 2;
    const middle = view.y + view.height / 2;
    const points = page.getByTestId('properties').getByText(/^\d: (face|edge|vertex|midpoint)(, m)?$/);
    await page.mouse.click(centre - view.width / 5, middle);
    await expect.poll(prompt).toBe('Click the second point.');
    expect(await points.count()).toBe(1);
    await page.mouse.click(centre + view.width / 5, middle);
    await expect.poll(prompt).toContain('Click a third point');
    expect(await points.count()).toBe(2);
    expect(Number(await page.getByTestId('measure-distance-1').innerText())).toBeGreaterThan(2);
  });

  test(doing('measure the clearance of two parts'), async () => {
    const { page } = app();
    const view = (await page.getByTestId('view').boundingBox())!;
    const at = (side: number): readonly [number, number] => [view.x + view.width * (0.5 + side / 5), view.y + view.height / 2];
    await page.getByRole('radio', { name: 'Clearance' }).click();
    await page.mouse.click(...at(-1));
    await expect.poll(prompt).toContain('Click another part');
    await page.mouse.click(...at(-1));
    await expect.poll(prompt).toContain('chosen already');
    await page.mouse.click(...at(1));
    await expect.poll(() => page.getByTestId('clearance').innerText()).toBe('2.0000');
    await page.getByRole('radio', { name: 'Bounds' }).click();
    await page.locator('.row.part', { hasText: 'left' }).click();
    await expect.poll(() => page.getByTestId('bounds-volume').innerText()).toBe('8');
    await page.getByRole('radio', { name: 'Select', exact: true }).click();
  });

  test('compare the kinds of trees', async () => {
    const { page } = app();
    await page.getByTestId('workspaces').getByRole('radio', { name: 'Compare' }).click();
    // `compare.test.ts` waits for the end.
    const release = await holdComparison(page);
    await page.locator('[data-command="compare"]').click();
    await page.locator('[data-comparer]').first().waitFor();
    await page.getByTestId('compare-cancel').click();
    await expect.poll(() => page.getByTestId('compare').innerText()).toContain('cancelled');
    await release();
    await page.getByTestId('workspaces').getByRole('radio', { name: 'Inspect' }).click();
  });

  test(doing('export for an engine'), async () => {
    const { page } = app();
    await choose(page, 'File', 'export');
    await page.getByTestId('export-preset').selectOption('unreal');
    await expect.poll(() => page.getByTestId('export-summary').innerText()).toContain('left-handed');
    const download = page.waitForEvent('download');
    await page.getByTestId('export-run').click();
    expect(readFileSync(await (await download).path()).length).toBeGreaterThan(100);
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.getByTestId('export-run').waitFor({ state: 'detached' });
  });

  test(doing('change the theme'), async () => {
    const { page } = app();
    const theme = (): Promise<string | undefined> => page.evaluate(() => document.documentElement.dataset['theme']);
    await choose(page, 'Edit', 'preferences');
    const dialog = page.getByTestId('preferences');
    for (const name of ['Light', 'Dark']) {
      await dialog.getByRole('radio', { name }).click();
      await expect.poll(theme).toBe(name.toLowerCase());
    }
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  test('bake, and read the result', async () => {
    const { page } = app();
    await page.getByTestId('workspaces').getByRole('radio', { name: 'Bake' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('bake-run').click()]);
    expect(download.suggestedFilename()).toBe('blocks.boxwood');
    await page.getByTestId('bake-result').waitFor();
  });

  test(doing('find a command'), async () => {
    const { page } = app();
    await page.getByRole('button', { name: /Search commands/ }).click();
    const palette = page.getByTestId('palette');
    await palette.waitFor();
    await palette.getByRole('option').first().click();
    await palette.waitFor({ state: 'detached' });
  });

  test('save a project with its mesh, close the mesh, and open the project', async () => {
    const { page } = app();
    await choose(page, 'File', 'saveProject');
    const dialog = page.getByTestId('save-project');
    await dialog.getByRole('radio').last().click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('project-save').click()]);
    const project = join(folder, download.suggestedFilename());
    await download.saveAs(project);
    await choose(page, 'File', 'close');
    await expect.poll(() => meshRow(page, 'blocks.glb').count()).toBe(0);
    await chooseFiles(page, () => choose(page, 'File', 'openProject'), project);
    await documentReady(page, 'blocks.glb');
    await page.getByRole('radio', { name: 'Measure', exact: true }).click();
    await page.getByRole('radio', { name: 'Points' }).click();
    // The measured points are part of the project.
    await expect.poll(prompt).toContain('Click a third point');
    expectQuietConsole(app());
  });
});

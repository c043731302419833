import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { ball, named, placed } from '../fixtures/shapes.ts';
import { objText } from '../fixtures/write-text.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { maxPresses, reach } from './by-keys.ts';
import { doing } from './common-tasks.ts';
import { glbOf, openRoom } from './room.ts';
import { chooseFiles, documentReady, samePicture, steadyView } from './view.ts';

const folder = mkdtempSync(join(tmpdir(), 'boxwood-keyboard-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, 'room.obj'), objText(openRoom()));
writeFileSync(join(folder, 'level.glb'), glbOf(openRoom()));
writeFileSync(join(folder, 'probe.obj'), objText(named('probe', placed(ball(12, 8), 0.5, [1, 0, 0]))));

const status = (page: Page): Promise<string> => page.getByTestId('status').innerText();

/** Types a number into a field that keys reach. */
async function typeByKeys(page: Page, testId: string, text: string): Promise<void> {
  await reach(page, testId);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

async function runFromPalette(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByTestId('palette').waitFor();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await page.getByTestId('palette').waitFor({ state: 'detached' });
}

describeApp('twenty tasks by keyboard alone', [], (app) => {
  // All suites share the cookies of one context.
  afterAll(() => app().page.context().clearCookies({ name: 'boxwood-preferences' }));

  test(doing('open a file', 'orbit and zoom', 'frame everything', 'select a part', 'hide and show a part'), async () => {
    const { page } = app();
    await chooseFiles(page, () => page.keyboard.press('Control+o'), join(folder, 'room.obj'));
    await documentReady(page, 'room.obj');
    const start = await steadyView(page);
    await reach(page, 'view');
    await page.keyboard.press('ArrowLeft');
    const orbited = await steadyView(page);
    expect(samePicture(orbited, start)).toBe(false);
    await page.keyboard.press('+');
    expect(samePicture(await steadyView(page), orbited)).toBe(false);
    await page.keyboard.press('Home');
    await reach(page, 'meshes');
    await page.keyboard.press('End');
    await expect.poll(() => status(page)).toContain('ball selected');
    const hidden = page.locator('.row.part.hidden-mesh');
    await page.keyboard.press('Space');
    await expect.poll(() => hidden.allInnerTexts()).toEqual([expect.stringContaining('ball')]);
    await page.keyboard.press('Alt+h');
    await expect.poll(() => hidden.count()).toBe(0);
  });

  test(doing('isolate a part', 'colour by part', 'cut with a section plane'), async () => {
    const { page } = app();
    const hidden = page.locator('.row.part.hidden-mesh');
    // In the list letters find rows by their names.
    await reach(page, 'view');
    await page.keyboard.press('/');
    await expect.poll(() => hidden.allInnerTexts()).toEqual([expect.stringContaining('crate')]);
    await page.keyboard.press('/');
    await expect.poll(() => hidden.count()).toBe(0);
    await page.keyboard.press('u');
    await expect.poll(() => page.getByTestId('legend').innerText()).toMatch(/ball[\s\S]*crate/);
    await page.keyboard.press('y');
    await expect.poll(() => page.getByTestId('section-facts').innerText()).toMatch(/Outlines\s+2 /);
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.getByTestId('section-facts').count()).toBe(0);
  });

  test(doing('build another tree', 'find the worst node'), async () => {
    const { page } = app();
    await reach(page, 'tab-display');
    await page.keyboard.press('ArrowLeft');
    await reach(page, 'option-kind');
    const kind = await page.getByTestId('option-kind').inputValue();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.getByTestId('option-kind').inputValue()).not.toBe(kind);
    await documentReady(page, 'room.obj');
    await page.keyboard.press('Alt+n');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-testid'))).toBe('worst-nodes');
    await page.keyboard.press('Home');
    await expect.poll(() => status(page)).toMatch(/node \d+ selected/);
    const worst = page.getByTestId('worst-nodes').locator('[data-listed]');
    await expect.poll(() => worst.first().getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Alt+n');
    await page.keyboard.press('Alt+g');
    await page.keyboard.type('1');
    await page.keyboard.press('Enter');
    await expect.poll(() => status(page)).toContain('node 1 selected');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  });

  test(doing('cast a ray', 'place a sphere', 'measure the clearance of two parts'), async () => {
    const { page } = app();
    await page.keyboard.press('t');
    await typeByKeys(page, 'ray-origin-x', '-5');
    await typeByKeys(page, 'ray-direction-x', '1');
    await typeByKeys(page, 'ray-direction-z', '0');
    await expect.poll(() => page.locator('[data-hit]').count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.keyboard.press('s');
    await typeByKeys(page, 'sphere-radius', '1.1');
    await expect.poll(() => page.getByTestId('touch-count').innerText()).toBe('12');
    await page.keyboard.press('Escape');
    await reach(page, 'meshes');
    await page.keyboard.press('End');
    await page.keyboard.press('Shift+ArrowUp');
    await expect.poll(() => status(page)).toContain('2 parts selected');
    await runFromPalette(page, 'measure clearance');
    await reach(page, 'clearance-selected');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByTestId('clearance').innerText()).toBe('2.0000');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  });

  test(doing('find a hole', 'repair and undo'), async () => {
    const { page } = app();
    await page.keyboard.press('k');
    await expect.poll(() => page.getByTestId('check-bar').innerText()).toContain('Checked in');
    await page.keyboard.press('n');
    await expect.poll(() => status(page)).toMatch(/selected/);
    await page.keyboard.press('Shift+r');
    await page.getByTestId('repair').waitFor();
    await reach(page, 'repair-fill-holes');
    await page.keyboard.press('Space');
    await reach(page, 'repair-apply');
    await page.keyboard.press('Enter');
    await documentReady(page, 'room (repaired).obj');
    await page.keyboard.press('Control+z');
    await documentReady(page, 'room.obj');
  });

  test(doing('move a second mesh', 'compare a collider with its mesh'), async () => {
    const { page } = app();
    await chooseFiles(page, () => page.keyboard.press('Shift+Control+O'), join(folder, 'probe.obj'));
    await documentReady(page, 'probe.obj');
    await expect.poll(() => page.getByTestId('pair-overlap').innerText()).toBe('intersect');
    await typeByKeys(page, 'moving-move-x', '9');
    await expect.poll(() => page.getByTestId('pair-overlap').innerText()).toBe('apart');
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.getByTestId('pair-overlap').innerText()).toBe('intersect');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+D');
    await page.getByTestId('compare-with').waitFor();
    await reach(page, 'compare-run');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.dock-panel')?.id)).toBe('panel-changes');
    await expect
      .poll(() => page.getByTestId('change-sizes').innerText())
      .toMatch(/Max distance to other\s+[\d.]+|Max distance to other\s+none\s+[\d.]+/);
  });

  test(doing('find a command', 'change the theme', 'export for an engine'), async () => {
    const { page } = app();
    await runFromPalette(page, 'triangle 3');
    await expect.poll(() => status(page)).toContain('triangle 3 selected');
    await runFromPalette(page, 'orthographic');
    await expect.poll(() => page.getByRole('button', { name: 'Orthographic' }).getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('Control+,');
    await page.getByTestId('preferences').waitFor();
    const group = (): Promise<string | null> =>
      page.evaluate(() => document.activeElement?.closest('[role="radiogroup"]')?.getAttribute('aria-label') ?? null);
    for (let presses = 0; presses < maxPresses && (await group()) !== 'Theme'; presses++) await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('light');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    await page.getByTestId('preferences').waitFor({ state: 'detached' });
    await chooseFiles(page, () => page.keyboard.press('Control+o'), join(folder, 'level.glb'));
    await documentReady(page, 'level.glb');
    await page.keyboard.press('Control+e');
    await page.getByTestId('export').waitFor();
    await reach(page, 'export-preset');
    await page.keyboard.type('Unreal');
    await expect.poll(() => page.getByTestId('export-summary').innerText()).toContain('left-handed');
    const download = page.waitForEvent('download');
    await reach(page, 'export-run');
    await page.keyboard.press('Enter');
    expect((await download).suggestedFilename()).toBe('level.glb');
    await page.keyboard.press('Escape');
    expectQuietConsole(app());
  });
});

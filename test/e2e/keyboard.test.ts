import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { ball, box, joined, named, placed } from '../fixtures/shapes.ts';
import { objText } from '../fixtures/write-text.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { chooseFiles, documentReady, samePicture, steadyView } from './view.ts';

const folder = mkdtempSync(join(tmpdir(), 'boxwood-keyboard-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** A crate and a ball without two of its triangles. */
const rounded = ball(24, 12);
const room = joined([
  named('crate', box([-1, -1, -1], [1, 1, 1])),
  named('ball', placed({ ...rounded, indices: rounded.indices.filter((_, i) => i < 300 || i >= 306) }, 1, [4, 0, 0])),
]);
writeFileSync(join(folder, 'room.obj'), objText(room));
writeFileSync(join(folder, 'probe.obj'), objText(named('probe', placed(ball(12, 8), 0.5, [1, 0, 0]))));

const status = (page: Page): Promise<string> => page.getByTestId('status').innerText();

/** Keys that it takes at most to reach a control: F6 to its region, then Tab. */
const maxPresses = 40;

/** Moves the focus to an element by F6 and Tab alone. */
async function reach(page: Page, testId: string): Promise<void> {
  const target = testId === 'view' ? page.locator('.scene-view canvas') : page.getByTestId(testId);
  await target.waitFor({ state: 'attached' });
  const focused = (): Promise<boolean> => target.evaluate((element) => element === document.activeElement);
  const inRegion = (): Promise<boolean> =>
    target.evaluate((element) => document.activeElement?.closest('[data-region], dialog')?.contains(element) ?? false);
  let presses = 0;
  for (; presses < maxPresses && !(await inRegion()); presses++) await page.keyboard.press('F6');
  const isBehind = await target.evaluate(
    (element) => (element.compareDocumentPosition(document.activeElement!) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
  for (; presses < maxPresses && !(await focused()); presses++) await page.keyboard.press(isBehind ? 'Shift+Tab' : 'Tab');
  expect(await focused(), `${testId} after ${presses} keys`).toBe(true);
}

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
  test('open, look around, select, hide and colour', async () => {
    const { page } = app();
    await chooseFiles(page, () => page.keyboard.press('Control+o'), join(folder, 'room.obj'));
    await documentReady(page, 'room.obj');
    const start = await steadyView(page);
    await reach(page, 'view');
    await page.keyboard.press('ArrowLeft');
    expect(samePicture(await steadyView(page), start)).toBe(false);
    await page.keyboard.press('Home');
    await reach(page, 'meshes');
    await page.keyboard.press('End');
    await expect.poll(() => status(page)).toContain('ball selected');
    const hidden = page.locator('.row.part.hidden-mesh');
    await page.keyboard.press('Space');
    await expect.poll(() => hidden.allInnerTexts()).toEqual([expect.stringContaining('ball')]);
    await page.keyboard.press('Alt+h');
    await expect.poll(() => hidden.count()).toBe(0);
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

  test('choose a kind of tree, read its worst node, go to a node', async () => {
    const { page } = app();
    await reach(page, 'tab-display');
    await page.keyboard.press('ArrowLeft');
    await reach(page, 'option-kind');
    const kind = await page.getByTestId('option-kind').inputValue();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.getByTestId('option-kind').inputValue()).not.toBe(kind);
    await documentReady(page, 'room.obj');
    await page.keyboard.press('Alt+g');
    await page.keyboard.type('1');
    await page.keyboard.press('Enter');
    await expect.poll(() => status(page)).toContain('node 1 selected');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  });

  test('cast a ray, place a sphere, measure', async () => {
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
  });

  test('find a hole and repair it', async () => {
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

  test('move a second mesh, and read the contacts', async () => {
    const { page } = app();
    await chooseFiles(page, () => page.keyboard.press('Shift+Control+O'), join(folder, 'probe.obj'));
    await documentReady(page, 'probe.obj');
    await expect.poll(() => page.getByTestId('pair-overlap').innerText()).toBe('intersect');
    await typeByKeys(page, 'moving-move-x', '9');
    await expect.poll(() => page.getByTestId('pair-overlap').innerText()).toBe('apart');
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.getByTestId('pair-overlap').innerText()).toBe('intersect');
    await page.keyboard.press('Escape');
  });

  test('search, change the theme, export', async () => {
    const { page } = app();
    await runFromPalette(page, 'triangle 3');
    await expect.poll(() => status(page)).toContain('triangle 3 selected');
    await runFromPalette(page, 'compare tree');
    await page.keyboard.press('Control+,');
    await page.getByTestId('preferences').waitFor();
    await page.keyboard.press('Escape');
    await page.getByTestId('preferences').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+e');
    await page.getByTestId('export').waitFor();
    const download = page.waitForEvent('download');
    await reach(page, 'export-run');
    await page.keyboard.press('Enter');
    expect((await download).suggestedFilename()).toBe('room.obj');
    await page.keyboard.press('Escape');
    expectQuietConsole(app());
  });
});

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { readBoxwoodFile } from '#core/bake/boxwood/read-boxwood';
import { describeApp, expectQuietConsole } from './app.ts';
import { documentReady, meshRow, restPointer, samePicture, steadyView } from './view.ts';

describeApp('unit and axes of a mesh in the served app', ['resources/samples/keep.glb', 'resources/samples/knot.ply'], (app) => {
  test('the unit and axes of the file are shown', async () => {
    const { page } = app();
    await documentReady(page, 'keep.glb');
    // Its parts would fill the list, which has only the rows in sight.
    await meshRow(page, 'keep.glb').locator('.twisty').click();
    await documentReady(page, 'knot.ply');
    await meshRow(page, 'keep.glb').click();
    const said = (name: string): Promise<string> => page.getByTestId(`space-${name}`).locator('option').first().innerText();
    const allSaid = async (): Promise<string[]> => [await said('unit'), await said('up'), await said('handedness')];
    await expect.poll(allSaid).toEqual(['File: metre', 'File: +Y', 'File: right']);
    await meshRow(page, 'knot.ply').click();
    await expect.poll(allSaid).toEqual(['File: not stated', 'File: not stated', 'File: not stated']);
    await expect.poll(() => page.getByTestId('status').innerText()).toContain('unit unknown');
  });

  test('another unit changes every label, another up axis changes the view, and undo reverts both', async () => {
    const { page, picture } = app();
    await page.getByTestId('view').click({ position: { x: 5, y: 5 } });
    await meshRow(page, 'knot.ply').click();
    await restPointer(page);
    const before = await steadyView(page);
    await page.getByTestId('space-unit').selectOption('inch');
    await expect.poll(() => page.getByTestId('status').innerText()).toContain('inch');
    await expect.poll(() => page.getByTestId('properties').innerText()).toContain('Min, in');
    await page.getByTestId('space-up').selectOption('+z');
    await restPointer(page);
    await expect.poll(async () => samePicture(before, await steadyView(page))).toBe(false);
    await picture('space-up-z');
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.getByTestId('space-up').inputValue()).toBe('file');
    await expect.poll(async () => samePicture(before, await steadyView(page))).toBe(true);
    await page.keyboard.press('Control+y');
    await expect.poll(() => page.getByTestId('space-up').inputValue()).toBe('+z');
  });

  test('a bake keeps them', async () => {
    const { page } = app();
    await page.getByRole('menuitem', { name: 'File' }).click();
    await page.getByRole('menuitem', { name: 'Export…' }).click();
    await page.getByLabel(/^Boxwood/).check();
    const download = page.waitForEvent('download');
    await page.getByTestId('export-run').click();
    const { space } = readBoxwoodFile(readFileSync(await (await download).path()));
    expect(space).toEqual({ metresPerUnit: 0.0254, up: '+z', handedness: null });
  });

  test('left-handed numbers are shown mirrored, and clicks and drags follow what is on screen', async () => {
    const { page, picture } = app();
    await page.keyboard.press('Escape');
    await page.getByTestId('export').waitFor({ state: 'hidden' });
    // Framed by it, so that the picture does not hang on which of the two came first.
    await meshRow(page, 'keep.glb').dblclick();
    await restPointer(page);
    const before = await steadyView(page);
    for (const hand of ['left', 'file']) {
      await page.getByTestId('space-handedness').selectOption(hand);
      await restPointer(page);
      if (hand === 'left') {
        await expect.poll(async () => samePicture(before, await steadyView(page))).toBe(false);
        await picture('space-left-handed');
      }
      // Beside the middle, where a mirrored pixel would be another.
      const box = (await page.getByTestId('view').boundingBox())!;
      const [x, y] = [box.x + 0.42 * box.width, box.y + 0.66 * box.height];
      // Out of the list, which would take the key.
      await page.mouse.click(box.x + 5, box.y + 5);
      await page.keyboard.press('t');
      await page.mouse.click(x, y);
      await restPointer(page);
      const mark = page.locator('.view-label:is(.first-hit, .chosen-hit, .hover-hit).shown');
      const at = async (): Promise<number> => {
        const { x: left, width } = (await mark.boundingBox())!;
        return left + width / 2;
      };
      await expect.poll(async () => Math.abs((await at()) - x)).toBeLessThan(30);
      // Shifted, the mark goes with the pointer; turned, what is before the middle does.
      for (const [key, min] of [
        ['Shift', 38],
        [null, 4],
      ] as const) {
        const from = await at();
        await dragAcross(page, key, [x, y], 40);
        await expect.poll(async () => (await at()) - from).toBeGreaterThan(min);
        await dragAcross(page, key, [x, y], -40);
      }
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
    }
    expectQuietConsole(app());
  });
});

/** Drags sideways with the middle button and a key, and lets the picture follow. */
async function dragAcross(page: Page, key: 'Shift' | null, [x, y]: readonly [number, number], by: number): Promise<void> {
  await page.mouse.move(x, y);
  if (key !== null) await page.keyboard.down(key);
  await page.mouse.down({ button: 'middle' });
  await page.mouse.move(x + by, y, { steps: 4 });
  await page.mouse.up({ button: 'middle' });
  if (key !== null) await page.keyboard.up(key);
  await restPointer(page);
  await steadyView(page);
}

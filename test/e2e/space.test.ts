import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readBoxwood } from '#core/bake/boxwood/read-boxwood';
import { describeApp, expectQuietConsole } from './app.ts';
import { documentReady, meshRow, restPointer, samePicture, steadyView } from './view.ts';

describeApp('unit and axes of a mesh in the served app', ['resources/samples/keep.glb', 'resources/samples/knot.ply'], (app) => {
  test('what the file says is shown', async () => {
    const { page } = app();
    await documentReady(page, 'keep.glb');
    await documentReady(page, 'knot.ply');
    await meshRow(page, 'keep.glb').click();
    const said = (name: string): Promise<string> => page.getByTestId(`space-${name}`).locator('option').first().innerText();
    expect([await said('unit'), await said('up'), await said('handedness')]).toEqual(['File: metre', 'File: +Y', 'File: right']);
    await meshRow(page, 'knot.ply').click();
    expect([await said('unit'), await said('up'), await said('handedness')]).toEqual(['File: not stated', 'File: not stated', 'File: not stated']);
    await expect.poll(() => page.getByTestId('status').innerText()).toContain('no units');
  });

  test('another unit names every length, another axis stands the view up, and undo takes both back', async () => {
    const { page, picture } = app();
    await page.getByTestId('view').click({ position: { x: 5, y: 5 } });
    await meshRow(page, 'knot.ply').click();
    await restPointer(page);
    const before = await steadyView(page);
    await page.getByTestId('space-unit').selectOption('inch');
    await expect.poll(() => page.getByTestId('status').innerText()).toContain('inch');
    await expect.poll(() => page.getByTestId('properties').innerText()).toContain('Minimum, in');
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

  test('a bake takes them along', async () => {
    const { page } = app();
    await page.getByRole('menuitem', { name: 'File' }).click();
    await page.getByRole('menuitem', { name: /^Bake/ }).click();
    await page.getByLabel(/^Boxwood/).check();
    const download = page.waitForEvent('download');
    await page.getByTestId('bake-run').click();
    const { space } = readBoxwood(readFileSync(await (await download).path()));
    expect(space).toEqual({ metresPerUnit: 0.0254, up: '+z', handedness: null });
    expectQuietConsole(app());
  });
});

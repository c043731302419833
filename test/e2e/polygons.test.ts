import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { layoutFaults } from './layout-faults.ts';
import { documentReady, meshRow, restPointer, samePicture, steadyView } from './view.ts';

describeApp('polygons in the served app', [], (app) => {
  test('a concave polygon is triangulated by ear clipping when selected, without inner lines, and undo restores the fan', async () => {
    const { page, drop, picture } = app();
    const path = join(temporaryFolder(), 'arrow.obj');
    writeFileSync(path, 'v 0 0 0\nv 1 1 0\nv 2 0 0\nv 1 3 0\nf 1 2 3 4\n');
    await drop([path]);
    await documentReady(page, 'arrow.obj');
    await meshRow(page, 'arrow.obj').first().click();
    await restPointer(page);
    const fan = await steadyView(page);
    await picture('polygon-fan');
    expect(await page.getByTestId('properties').getByText('Polygons', { exact: true }).count()).toBe(1);
    expect(await layoutFaults(page)).toEqual([]);
    await page.getByTestId('properties').getByText('Ear clipping', { exact: true }).click();
    await expect.poll(() => page.getByTestId('properties').innerText()).toContain('Polygons');
    await documentReady(page, 'arrow.obj');
    await restPointer(page);
    await expect.poll(async () => samePicture(fan, await steadyView(page))).toBe(false);
    await picture('polygon-ears');
    await page.keyboard.press('Control+z');
    await documentReady(page, 'arrow.obj');
    await restPointer(page);
    await expect.poll(async () => samePicture(fan, await steadyView(page))).toBe(true);
    expectQuietConsole(app());
  });
});

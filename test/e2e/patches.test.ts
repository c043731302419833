import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bezierText, bicubicBall } from '../fixtures/patches.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { describeApp } from './app.ts';
import { documentReady, samePicture, steadyView } from './view.ts';

describeApp('the curved surface of a file in the served app', [], (app) => {
  test('has its patches, their error, and lines that are drawn', async () => {
    const { page, drop, picture } = app();
    const path = join(temporaryFolder(), 'ball.bpt');
    writeFileSync(path, bezierText(bicubicBall));
    await drop([path]);
    await documentReady(page, 'ball.bpt');
    const surface = page.getByTestId('curved-surface');
    await expect.poll(() => surface.innerText()).toMatch(/Patches\s8\sDegrees\s3×3\sCurve error\sat most 0\.00\d+/);
    const plain = await steadyView(page);
    await page.getByTestId('patch-cage').check();
    await page.getByTestId('patch-hulls').check();
    await surface.getByRole('radio', { name: 'Patches' }).click();
    expect(samePicture(plain, await steadyView(page))).toBe(false);
    await picture('curved-surface');
  });

  test('gets finer by a level, within a typed tolerance, and undo brings the triangles back', async () => {
    const { page } = app();
    const triangles = (): Promise<number> =>
      page
        .getByTestId('status')
        .innerText()
        .then((text) => Number(/([\d,]+) triangles/.exec(text)?.[1]?.replaceAll(',', '')));
    // Their lines cost time in software.
    for (const test of ['patch-cage', 'patch-hulls']) await page.getByTestId(test).uncheck();
    await page.getByTestId('curved-surface').getByRole('radio', { name: 'None' }).click();
    const usual = await triangles();
    await page.getByTestId('patch-level').focus();
    await page.keyboard.press('ArrowLeft');
    // A level has half the segments in both directions.
    await expect.poll(triangles).toBeLessThan(0.3 * usual);
    await page.getByTestId('option-curveError').fill('0.1');
    await page.keyboard.press('Enter');
    await expect.poll(async () => /at most ([\d.]+)/.exec(await page.getByTestId('curved-surface').innerText())?.[1]).toMatch(/^0\.0[5-9]/);
    await page.locator('canvas').first().focus();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(triangles).toBe(usual);
  });
});

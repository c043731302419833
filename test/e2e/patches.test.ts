import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bezierText, bicubicBall, bowl } from '../fixtures/patches.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { describeApp } from './app.ts';
import { chooseFiles, documentReady, samePicture, steadyView, typeInto } from './view.ts';

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

  test('has results of a moving sphere and of a second surface on the surface itself', async () => {
    const { page } = app();
    const surface = page.getByTestId('curved-surface');
    await steadyView(page);
    await page.keyboard.press('Shift+E');
    const box = (await page.getByTestId('view').boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.getByTestId('probe-shape').selectOption('sweepSphere');
    for (const [field, text] of [
      ['probe-from-x', '-5'],
      ['probe-from-y', '0'],
      ['probe-from-z', '0'],
      ['probe-to-x', '5'],
      ['probe-to-y', '0'],
      ['probe-to-z', '0'],
      ['probe-radius', '1'],
    ] as const)
      await typeInto(page, field, text);
    const select = async (): Promise<void> => {
      await page.locator('canvas').first().focus();
      await page.keyboard.press('Q');
      await surface.waitFor();
    };
    await select();
    // The ball has its border at x = -1: contact after 3 of 10.
    const time = async (): Promise<number> => Number(/contact at time ([\d.]+), within/.exec(await surface.innerText())?.[1]);
    await expect.poll(time).toBeCloseTo(0.3, 4);
    const bowlPath = join(temporaryFolder(), 'bowl.bpt');
    writeFileSync(bowlPath, bezierText([bowl]));
    await chooseFiles(page, () => page.keyboard.press('Control+Shift+o'), [bowlPath]);
    await documentReady(page, 'bowl.bpt');
    await typeInto(page, 'moving-move-x', '0');
    await typeInto(page, 'moving-move-y', '0');
    await typeInto(page, 'moving-move-z', '0.9');
    await select();
    // The top of the ball is at z = 1.
    await expect.poll(() => surface.innerText()).toMatch(/Pair of curved surfaces\sthey intersect, within/);
    await page.keyboard.press('G');
    await typeInto(page, 'moving-move-z', '1.1');
    await select();
    await expect.poll(() => surface.innerText()).toMatch(/Pair of curved surfaces\sthey do not intersect, within/);
  });
});

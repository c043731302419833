import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeApp, expectQuietConsole } from './app.ts';
import { documentReady, middleOfView, restPointer, steadyView } from './view.ts';

/** Distance of the camera that the page has noted. */
async function distance(page: Page): Promise<number | undefined> {
  const text = await page.evaluate(() => sessionStorage.getItem('boxwood-notes'));
  return (JSON.parse(text ?? '{}') as { readonly camera?: { readonly distance: number } }).camera?.distance;
}

describeApp('lists that unfold below the view', ['resources/samples/keep.glb'], (app) => {
  test('leave the picture where a click unfolded them, also when the pointer has left the view by then', async () => {
    const { page } = app();
    await documentReady(page, 'keep.glb');
    await page.keyboard.press('t');
    const [x, y] = await middleOfView(page);
    await page.mouse.click(x, y);
    await restPointer(page);
    await page.locator('[data-hit]').first().waitFor();
    await steadyView(page);
    const mark = (await page.locator('.view-label:is(.first-hit, .chosen-hit).shown').boundingBox())!;
    expect(Math.abs(mark.x + mark.width / 2 - x)).toBeLessThan(30);
    expect(Math.abs(mark.y + mark.height / 2 - y)).toBeLessThan(30);
  });

  test('leave it under a pointer that rests over the view while a key unfolds them', async () => {
    const { page } = app();
    await page.keyboard.press('Control+z');
    await page.locator('[data-hit]').first().waitFor({ state: 'detached' });
    await page.keyboard.press('Home');
    await steadyView(page);
    const before = await distance(page);
    await page.mouse.move(...(await middleOfView(page)));
    await page.keyboard.press('Control+y');
    await page.locator('[data-hit]').first().waitFor();
    await steadyView(page);
    await expect.poll(() => distance(page)).toBe(before);
    await page.keyboard.press('Control+z');
    await page.locator('[data-hit]').first().waitFor({ state: 'detached' });
  });

  test('frame again what was framed when they are unfolded and folded from outside', async () => {
    const { page } = app();
    await page.keyboard.press('Home');
    await restPointer(page);
    await steadyView(page);
    const framed = await distance(page);
    await page.getByTestId('tab-log').click();
    await restPointer(page);
    await steadyView(page);
    await expect.poll(() => distance(page)).not.toBe(framed);
    await page.getByTestId('fold-bottom').click();
    await restPointer(page);
    await steadyView(page);
    await expect.poll(() => distance(page)).toBe(framed);
  });

  test('frame it again in a window of another size, also after a click in the view', async () => {
    const { page } = app();
    await page.mouse.click(...(await middleOfView(page)));
    await page.locator('[data-hit]').first().waitFor();
    await steadyView(page);
    const before = await distance(page);
    await page.setViewportSize({ width: 1000, height: 700 });
    await steadyView(page);
    await expect.poll(() => distance(page)).not.toBe(before);
    const after = await distance(page);
    await page.keyboard.press('Home');
    await steadyView(page);
    expect(await distance(page)).toBe(after);
    await page.setViewportSize({ width: 1440, height: 900 });
    expectQuietConsole(app());
  });
});

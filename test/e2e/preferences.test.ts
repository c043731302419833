import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { describeApp, expectQuietConsole } from './app.ts';
import { axeViolations } from './axe-violations.ts';
import { documentReady, steadyView, typeInto, viewAtRest } from './view.ts';

const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset['theme']);

/** Clicks from place to place in the view until a triangle is selected there. Returns the place. */
async function clickMesh(page: Page, { x, y, width, height }: Box): Promise<[x: number, y: number]> {
  for (const down of [0.65, 0.6, 0.7, 0.55, 0.45, 0.4]) {
    for (const right of [0.4, 0.5, 0.3, 0.6]) {
      const point: [number, number] = [x + right * width, y + down * height];
      await page.mouse.click(...point);
      await viewAtRest(page);
      const text = (await page.getByTestId('status-selection').allInnerTexts()).join('');
      if (/^triangle [\d,]+ selected$/.test(text)) return point;
    }
  }
  throw new Error('No triangle is under the pointer anywhere');
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

describeApp('preferences', ['resources/samples/keep.glb'], (app) => {
  // All suites share the cookies of one context.
  afterAll(() => app().page.context().clearCookies({ name: 'boxwood-preferences' }));

  test('the light theme holds for panels and view, and is kept when the page is loaded again', async () => {
    const { page } = app();
    await documentReady(page, 'keep.glb');
    await page.locator('[data-node="1"]').click();
    expect(await theme(page)).toBe('dark');
    const dark = await steadyView(page);
    await page.keyboard.press('Control+,');
    await page.getByTestId('preferences').getByRole('radio', { name: 'Light' }).click();
    await expect.poll(() => theme(page)).toBe('light');
    await page.keyboard.press('Escape');
    expect((await steadyView(page)).equals(dark)).toBe(false);
    expect(await axeViolations(page)).toEqual([]);
    await app().picture('light');
    await page.reload();
    await documentReady(page, 'keep.glb');
    expect(await theme(page)).toBe('light');
  });

  test('large text leaves room for everything, and the pointer still picks what is under it', async () => {
    const { page } = app();
    await page.keyboard.press('Control+,');
    await typeInto(page, 'option-textSize', '200');
    await page.keyboard.press('Escape');
    await page.getByTestId('preferences').waitFor({ state: 'detached' });
    // The selected node may have survived the reload; its legend takes room from the mesh.
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByTestId('status-selection').count()).toBe(0);
    await page.keyboard.press('Shift+f');
    await steadyView(page);
    await app().picture('large-text');
    const size = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]);
    expect(size[0]).toBeLessThanOrEqual(1440);
    expect(size[1]).toBeLessThanOrEqual(900);
    const box = (await page.locator('.scene-view canvas').boundingBox())!;
    const point = await clickMesh(page, box);
    const splitter = page.getByTestId('splitter-meshes');
    const { x, y } = (await splitter.boundingBox())!;
    await page.mouse.move(x + 50, y + 1);
    await page.mouse.down();
    await page.mouse.move(x + 50, y - 79);
    await page.mouse.up();
    expect(Math.abs((await splitter.boundingBox())!.y - (y - 80))).toBeLessThanOrEqual(2);
    // Names can be read, a menu ends inside the window, and the button of the tool is in sight.
    const names = await page.locator('.row.mesh .name').evaluateAll((all) => all.map((name) => name.scrollWidth <= name.clientWidth));
    expect(names.length).toBeGreaterThan(2);
    expect(names).not.toContain(false);
    await page.getByRole('menubar').getByRole('menuitem', { name: 'View', exact: true }).click();
    const menu = (await page.locator('.menu-list').boundingBox())!;
    expect([menu.height > 400, menu.y + menu.height <= 900]).toEqual([true, true]);
    await page.keyboard.press('Escape');
    await page.locator('[data-command="sphereTool"]').first().click();
    await page.mouse.click(...point);
    const button = page.getByTestId('properties').locator('[data-command="pushOut"]');
    await button.waitFor();
    const [shown, panel] = [(await button.boundingBox())!, (await page.getByTestId('properties').boundingBox())!];
    expect(shown.y + shown.height).toBeLessThanOrEqual(panel.y + panel.height);
    await app().picture('large-text-tool');
    await page.keyboard.press('Control+,');
    await page.getByTestId('reset-preferences').click();
    await expect.poll(() => theme(page)).toBe('dark');
    expectQuietConsole(app());
  });
});

import { expect, test } from 'vitest';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { corpusFolder, describeCorpus } from '../corpus/corpus.ts';
import { describeApp, expectQuietConsole, type App } from './app.ts';
import { documentReady, restPointer, samePicture, steadyView, typeInto } from './view.ts';

const sample = 'resources/samples/keep.glb';

describeApp('the heat map of ray costs', [sample], (app) => {
  test('covers the view in finer and finer cells, down to one pixel', async () => {
    const { page, picture } = app();
    await documentReady(page, 'keep.glb');
    const before = await steadyView(page);
    await page.keyboard.press('j');
    await whole(app());
    expect(samePicture(await steadyView(page), before)).toBe(false);
    await expect.poll(() => page.getByTestId('heat-figures').innerText()).toMatch(/^0 to \d+, mean [\d.]+/);
    await picture('heat');
  });

  test('shows the value under the pointer: that of a ray cast there', async () => {
    const { page } = app();
    const box = (await page.getByTestId('view').boundingBox())!;
    // The middle of a pixel, through which its ray goes.
    const [x, y] = [Math.floor(box.width / 2) - 40 + 0.5, Math.floor(box.height / 2) + 20 + 0.5];
    const figures: string[] = [];
    for (const metric of ['volumes', 'triangles', 'depth']) {
      await page.getByTestId('heat-metric').selectOption(metric);
      await page.mouse.move(box.x + x, box.y + y);
      const value = page.locator(`[data-testid="heat-value"][data-metric="${metric}"]`);
      await expect.poll(() => value.innerText()).toMatch(/pointer \d+/);
      figures.push((await value.innerText()).replace(/\D/g, ''));
    }
    await page.keyboard.press('t');
    await page.mouse.click(box.x + x, box.y + y);
    await page.locator('[data-hit="0"]').waitFor();
    await expect
      .poll(async () => (await page.getByTestId('ray-cost').innerText()).replaceAll(',', ''))
      .toMatch(new RegExp(`^${figures[0]} nodes visited ${figures[1]} triangles? tested`));
    await page.keyboard.press('Delete');
    await page.keyboard.press('q');
  });

  test('hides cells below the min value', async () => {
    const { page, picture } = app();
    await page.getByTestId('heat-metric').selectOption('tests');
    await expect.poll(() => shownCells(page)).toBeGreaterThan(0);
    // The lists have folded with the ray: the view has its last size before its cells are counted.
    await steadyView(page);
    await whole(app());
    const all = await shownCells(page);
    await typeInto(page, 'heat-from', '60');
    await expect
      .poll(async () => {
        const shown = await shownCells(page);
        return shown > 0 && shown < all;
      })
      .toBe(true);
    await restPointer(page);
    await picture('heat-from');
    await typeInto(page, 'heat-from', '1000000');
    await expect.poll(() => shownCells(page)).toBe(0);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(() => shownCells(page)).toBe(all);
  });

  test('covers two views with one scale, and shows in each the cost of the ray under the pointer', async () => {
    const { page, picture } = app();
    await page.keyboard.press('2');
    await whole(app(), 'heat-second');
    await whole(app());
    const text = (id: string): Promise<string> => page.getByTestId(id).innerText();
    const max = async (id: string): Promise<number> => Number(/max ([\d,]+)/.exec(await text(id))?.[1]?.replaceAll(',', ''));
    await expect.poll(async () => (await max('heat-left')) === (await max('heat-right'))).toBe(false);
    const end = Math.max(await max('heat-left'), await max('heat-right'));
    await expect.poll(async () => (await text('heat-figures')).replaceAll(',', '')).toBe(`0 to ${end} in both views`);
    const right = (await page.getByTestId('view-second').boundingBox())!;
    // The mesh is framed below the tools.
    await page.mouse.move(right.x + 0.5 * right.width, right.y + 0.61 * right.height);
    await expect.poll(() => text('heat-right')).toMatch(/pointer \d+/);
    await expect.poll(() => text('heat-left')).toMatch(/pointer \d+/);
    await expect.poll(() => page.locator('.heat-pointer').count()).toBe(1);
    await picture('heat-second');
    const all = await shownCells(page, 'heat-second');
    await typeInto(page, 'heat-from', '20');
    await expect.poll(async () => (await shownCells(page, 'heat-second')) < all).toBe(true);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('2');
    await expect.poll(() => page.getByTestId('heat-second').count()).toBe(0);
  });

  test('follows the camera and the tree kind, and can be switched off', async () => {
    const { page } = app();
    const max = async (): Promise<string> => page.getByTestId('heat-figures').innerText();
    await page.getByTestId('option-kind').selectOption('sphere');
    await expect.poll(() => page.getByTestId('box-level').innerText()).toContain('Spheres');
    await whole(app());
    const spheres = await max();
    await page.keyboard.press('Control+z');
    await expect.poll(max).not.toBe(spheres);
    await whole(app());
    const boxes = await max();
    await page.mouse.move(700, 400);
    await page.mouse.wheel(0, -400);
    await expect.poll(max).not.toBe(boxes);
    await page.keyboard.press('j');
    await expect.poll(() => page.getByTestId('heat').count()).toBe(0);
    expectQuietConsole(app());
  });
});

describeCorpus('heat on a scan', () => {
  describeApp('a bunny', [join(corpusFolder, 'scan/stanford-bunny.obj')], (app) => {
    test('is measured to the pixel', async () => {
      const { page, picture } = app();
      await documentReady(page, 'stanford-bunny.obj');
      await steadyView(page);
      await page.keyboard.press('j');
      await whole(app());
      await restPointer(page);
      await picture('heat-bunny');
      expectQuietConsole(app());
    });
  });
});

/** How many cells of the map are painted. */
function shownCells(page: Page, map = 'heat'): Promise<number> {
  return page.getByTestId(map).evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    let shown = 0;
    for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) shown++;
    return shown;
  });
}

/** Waits for the finest step. */
async function whole({ page }: App, map = 'heat'): Promise<void> {
  await expect.poll(() => page.getByTestId(map).getAttribute('data-step')).toBe('1');
}

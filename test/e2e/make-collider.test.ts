import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { isFullRun } from '../fixtures/scale.ts';
import { channel } from '../fixtures/shapes.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { objText } from '../fixtures/write-text.ts';
import { detailTest } from '../fixtures/detail-test.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { axeViolations } from './axe-violations.ts';
import { documentReady, meshRow } from './view.ts';

describeApp('making colliders in the served app', [], (app) => {
  const figures = (page: Page): Promise<string> => page.getByTestId('collider-figures').innerText();
  const made = (page: Page) => meshRow(page, 'channel (collider, convex hull).obj');

  test('a hull is opened over the mesh, with its volumes and its invisible wall', async () => {
    const { page, drop, picture } = app();
    const path = join(temporaryFolder(), 'channel.obj');
    writeFileSync(path, `o channel\n${objText(channel())}`);
    await drop([path]);
    await documentReady(page, 'channel.obj');
    await page.getByRole('tab', { name: 'Colliders' }).click();
    await page.getByTestId('option-method').selectOption('hull');
    await page.locator('.colliders-buttons [data-command=makeCollider]').click();
    await documentReady(page, 'channel (collider, convex hull).obj');
    await expect.poll(() => figures(page)).toMatch(/Bodies\s+1\s+Vertices\s+8/);
    // The space between the walls is 60.
    const phantom = Number(/Phantom volume\s+([\d.]+)/.exec(await figures(page))?.[1]);
    expect(Math.abs(phantom - 60)).toBeLessThan(4);
    const wall = /Invisible wall, between (\S+) and (\S+)/.exec(await page.getByTestId('collider-outward').innerText());
    const [low, high] = [Number(wall?.[1]), Number(wall?.[2])];
    expect(low).toBeGreaterThan(0.99);
    expect(low).toBeLessThanOrEqual(1);
    expect(high).toBeGreaterThanOrEqual(1);
    expect(high).toBeLessThan(1.01);
    await picture('collider-hull');
  });

  test('figures are never those of other options', async () => {
    const { page, picture } = app();
    const of = (): Promise<string> => page.getByTestId('collider-figures-of').innerText();
    const method = page.getByTestId('option-method');
    expect(await of()).toBe('Of channel (collider, convex hull).obj');
    await method.selectOption('box');
    await expect.poll(of).toBe('Of channel (collider, convex hull).obj, which has other options. Make a collider to see theirs.');
    await page.getByTestId('collider-live').check();
    await expect.poll(of).toBe('Of these options, not made yet');
    // A box has no vertices of a hull.
    expect(await figures(page)).toMatch(/Bodies\s+1\s+Vertices\s+\d+\s/);
    await meshRow(page, 'channel.obj').first().click();
    await method.selectOption('hull');
    await expect.poll(() => figures(page)).toMatch(/Vertices\s+8, at most 8 in one hull/);
    await page.getByTestId('collider-live').uncheck();
    await method.selectOption('box');
    await expect.poll(of).toMatch(/^Make a collider, or turn on live figures/);
    expect(await page.getByTestId('collider-figures').count()).toBe(0);
    await method.selectOption('hull');
    await made(page).first().click();
    await expect.poll(of).toBe('Of channel (collider, convex hull).obj');
    await picture('collider-figures');
  });

  test('figures, edits and buttons are in sight at 1440 by 900', async () => {
    const { page } = app();
    const list = (await page.locator('#panel-colliders').boundingBox())!;
    for (const place of [
      '.colliders-buttons [data-command=makeCollider]',
      '[data-testid=collider-figures]',
      '[data-testid=collider-inward]',
      '[data-testid=collider-split]',
    ]) {
      const box = (await page.locator(place).boundingBox())!;
      expect(box.y, place).toBeGreaterThanOrEqual(list.y);
      expect(box.y + box.height, place).toBeLessThanOrEqual(list.y + list.height);
    }
  });

  test('the edits of a part are in sight in a small window, whose panel does not scroll sideways', async () => {
    const { page } = app();
    const { width, height } = page.viewportSize()!;
    await page.setViewportSize({ width: 1000, height: 700 });
    await expect.poll(() => page.evaluate(() => document.querySelector('.shell')!.clientWidth)).toBe(1000);
    const below = (): Promise<number> =>
      page.evaluate(() => {
        const bottoms = ['.colliders-edits', '#panel-colliders'].map(
          (each) => document.querySelector(each)!.getBoundingClientRect().bottom,
        );
        return bottoms[0]! - bottoms[1]!;
      });
    await expect.poll(below).toBeLessThanOrEqual(0);
    expect(await sideways(page, '.colliders-panel')).toBe(0);
    await page.setViewportSize({ width, height });
  });

  test('its only part is split without a selection, as an undo step', async () => {
    const { page } = app();
    await made(page).first().click();
    await expect.poll(() => page.getByTestId('collider-selected').innerText()).toBe('1 part selected');
    expect(await page.getByTestId('collider-merge').isDisabled()).toBe(true);
    expect(await page.getByTestId('collider-delete').isDisabled()).toBe(true);
    await page.getByTestId('collider-split').click();
    await expect.poll(() => figures(page)).toMatch(/Bodies\s+2/);
    await page.keyboard.press('Control+z');
    await expect.poll(() => figures(page)).toMatch(/Bodies\s+1/);
    expectQuietConsole(app());
  });

  detailTest('every method is compared, in a table and a plot, and a click opens one', async () => {
    const { page, picture } = app();
    await meshRow(page, 'channel.obj').first().click();
    if (!isFullRun) {
      // Fewer methods with a budget of hulls, and fewer voxels.
      await page.getByTestId('option-method').selectOption('vhacd');
      for (const [name, text] of [
        ['maxHulls', '8'],
        ['resolution', '16'],
      ] as const) {
        const field = page.getByTestId('colliders').getByTestId(`option-${name}`);
        await field.fill(text);
        await field.press('Enter');
      }
    }
    await page.locator('.colliders-buttons [data-command=compareColliders]').click();
    await page.getByTestId('collider-progress').waitFor({ state: 'attached' });
    const table = page.getByTestId('collider-table');
    await table.waitFor();
    // With all of its columns, at 1440 by 900.
    expect([await sideways(page, '.colliders-panel'), await sideways(page, '.colliders-table')]).toEqual([0, 0]);
    const rows = await table.locator('tbody tr').evaluateAll((all) => all.map((row) => row.getAttribute('data-row')));
    expect(rows).toEqual(expect.arrayContaining(['box-containing', 'hull', 'vhacd-8', 'remesh', 'simplify']));
    expect(await table.locator('[data-row=box-containing]').innerText()).toMatch(/Box, containing\s+best\s+1\s+1\s+(60|59|61)/);
    const best = table.locator('[data-row=box-containing] .badge');
    const gap = await best.evaluate(
      (badge) => badge.getBoundingClientRect().left - badge.previousElementSibling!.getBoundingClientRect().right,
    );
    expect(gap).toBeGreaterThanOrEqual(4);
    expect(await page.getByTestId('pareto-plot').locator('circle').count()).toBe(rows.length);
    // Costs of up to seven digits have room at the end of their axis.
    const beyond = await page.getByTestId('pareto-plot').evaluate((plot) => {
      const text = [...plot.querySelectorAll('text[text-anchor=middle]')].at(-1)!;
      text.textContent = '1,000,000';
      return text.getBoundingClientRect().right - plot.getBoundingClientRect().right;
    });
    expect(beyond).toBeLessThanOrEqual(0);
    await picture('collider-comparison');
    expect(await axeViolations(page)).toEqual([]);
    await page.getByTestId('collider-keep-box-containing').click();
    // With the figures of its row: a box has no vertices of a hull.
    const ofShown = () => page.getByTestId('collider-figures-of').innerText();
    await expect.poll(ofShown).toBe('Of channel (collider, box, containing).obj');
    await expect.poll(() => figures(page)).toMatch(/Bodies\s+1\s+Vertices\s+0\s+Phantom volume\s+(60|59|61)/);
    // Once more: all panels have the name that the list of meshes shows.
    await page.getByTestId('collider-keep-box-containing').click();
    const second = 'channel (collider, box, containing).obj (2)';
    await documentReady(page, second);
    await expect.poll(ofShown).toBe(`Of ${second}`);
    await expect.poll(() => page.getByTestId('properties').locator('.title .name').innerText()).toBe(second);
    await page.keyboard.press('Control+e');
    expect(await page.getByTestId('export').getByRole('heading').first().innerText()).toBe(`Export ${second}`);
    await page.keyboard.press('Escape');
    expectQuietConsole(app());
  });
});

/** How far a list scrolls sideways, CSS pixels. */
function sideways(page: Page, list: string): Promise<number> {
  return page.locator(list).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
}

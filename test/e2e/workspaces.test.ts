import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeApp, expectQuietConsole } from './app.ts';
import { axeViolations } from './axe-violations.ts';
import { documentReady } from './view.ts';

const heads = (page: Page) =>
  page
    .locator('[aria-label="Properties and tree"] .dock-head h2, [aria-label="Properties and tree"] .dock-head [role="tab"]')
    .allInnerTexts();

describeApp('workspaces', ['resources/samples/keep.glb'], (app) => {
  test('each arranges the panels for its work, by mouse and by keys, and remembers how it was left', async () => {
    const { page } = app();
    await documentReady(page, 'keep.glb');
    const tabs = page.getByTestId('workspaces');
    await tabs.getByRole('radio', { name: 'Health' }).click();
    await expect
      .poll(async () => (await heads(page)).map((text) => text.split('\n')[0]))
      .toEqual(['Properties', 'Tree', 'Display', 'Checks']);
    await expect.poll(() => page.getByRole('tabpanel', { name: /^Findings/ }).isVisible()).toBe(true);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => tabs.getByRole('radio', { name: 'Query' }).getAttribute('aria-checked')).toBe('true');
    await expect.poll(() => page.getByTestId('ray-far').isVisible()).toBe(true);
    await page.keyboard.press('Home');
    await expect.poll(() => page.getByRole('tabpanel', { name: /^Hits/ }).isVisible()).toBe(false);
    await tabs.getByRole('radio', { name: 'Bake' }).click();
    await expect.poll(() => page.getByTestId('bake-run').isVisible()).toBe(true);
    const bars = await page.locator('.view-bars > .view-bar').evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().top));
    expect(bars.length).toBeGreaterThan(1);
    expect(new Set(bars).size, 'rows of the toolbar').toBe(1);
    await app().picture('workspace-bake');
    await tabs.getByRole('radio', { name: 'Inspect' }).click();
  });

  test('axe finds nothing in any workspace of a small window', async () => {
    const { page } = app();
    const names = await page
      .getByTestId('workspaces')
      .getByRole('radio')
      .evaluateAll((radios) => radios.map((radio) => radio.textContent));
    expect(names).toHaveLength(6);
    await page.setViewportSize({ width: 1000, height: 700 });
    for (const name of names) {
      await page.getByTestId('workspaces').getByRole('radio', { name }).click();
      expect(await axeViolations(page), name).toEqual([]);
      await app().picture(`workspace-${name.toLowerCase()}-small`);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    expectQuietConsole(app());
  });
});

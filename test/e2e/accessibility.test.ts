import { expect, test } from 'vitest';
import { mainSample } from '../fixtures/scale.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { axeViolations, rulesOf } from './axe-violations.ts';
import { documentReady } from './view.ts';

/** Keys that open dialogs, or their names in the palette. Others are looked at where they are tested: missing meshes, opening a project. */
const dialogs = [
  ['?', 'shortcuts'],
  ['Control+k', 'palette'],
  ['Control+,', 'preferences'],
  ['Control+e', 'export'],
  ['Shift+R', 'repair'],
  ['F1', 'manual'],
  ['Shift+D', 'compare with'],
  ['Control+s', 'save project'],
  ['>About Boxwood', 'about'],
  ['>Samples', 'samples'],
  ['>Save turntable', 'save turntable'],
] as const;

describeApp('accessibility of the served app', ['resources/samples/keep.glb'], (app) => {
  for (const theme of mainSample(['dark', 'light'] as const, (each) => each === 'dark')) {
    test(`axe reports no violation in any workspace and dialog of the ${theme} theme`, async () => {
      const { page } = app();
      await documentReady(page, 'keep.glb');
      await page.emulateMedia({ colorScheme: theme });
      await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe(theme);
      await page.locator('[data-node="1"]').click();
      const found: string[] = [];
      const rules = rulesOf(theme);
      const tabs = page.getByTestId('workspaces').getByRole('radio');
      expect(await tabs.count()).toBe(6);
      for (const name of await tabs.allInnerTexts()) {
        await tabs.filter({ hasText: name }).click();
        found.push(...(await axeViolations(page, rules)).map((text) => `${name}: ${text}`));
      }
      for (const [key, dialog] of dialogs) {
        if (key.startsWith('>')) {
          await page.keyboard.press('Control+k');
          await page.keyboard.type(key.slice(1));
          await page.keyboard.press('Enter');
          await page.locator('dialog[open]:not(.palette)').waitFor();
        } else await page.keyboard.press(key);
        await page.locator('dialog[open]').waitFor();
        // F6 steps through the parts of the dialog, and stays inside.
        const focused = (): Promise<string> =>
          page.evaluate(() => {
            const { activeElement: at } = document;
            return at?.closest('dialog[open]') == null ? 'outside' : (at.getAttribute('aria-label') ?? at.textContent ?? '');
          });
        const before = await focused();
        await page.keyboard.press('F6');
        const after = await focused();
        const hasFoot = (await page.locator('dialog[open] footer').count()) > 0;
        if (before === 'outside' || after === 'outside' || (before === after && hasFoot))
          found.push(`${dialog}: F6 from ${before} to ${after}`);
        found.push(...(await axeViolations(page, rules)).map((text) => `${dialog}: ${text}`));
        await page.keyboard.press('Escape');
        await page.locator('dialog[open]').waitFor({ state: 'detached' });
      }
      await tabs.first().click();
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(found).toEqual([]);
    });
  }

  test('arrow keys move through the hierarchy', async () => {
    const { page } = app();
    await page.locator('[data-node="0"]').click();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.getByTestId('properties').innerText()).not.toContain('Node 0');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.locator('[data-node][aria-selected="true"]').count()).toBe(1);
  });

  test('the menus open and close by keys', async () => {
    const { page } = app();
    await page.getByRole('menuitem', { name: 'File' }).click();
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('menu').count()).toBe(0);
  });

  test('tabs and splitters follow the arrow keys, and the layout can be reset', async () => {
    const { page } = app();
    await page.getByTestId('tab-hits').click();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => page.getByRole('tabpanel', { name: 'Log' }).isVisible()).toBe(true);
    // The properties of the measure tool are lower than their room: a step begins at their height.
    await page.locator('[data-command="measureTool"]').first().click();
    const properties = page.getByTestId('splitter-properties');
    const shownHeight = (): Promise<number> => properties.evaluate((line) => (line.previousElementSibling as HTMLElement).offsetHeight);
    const height = async (): Promise<number> => Number(await properties.getAttribute('aria-valuenow'));
    await expect.poll(shownHeight).toBeLessThan(372);
    const shownFirst = await shownHeight();
    await expect.poll(height).toBe(shownFirst);
    await properties.focus();
    await page.keyboard.press('ArrowUp');
    await expect.poll(height).toBe(shownFirst - 16);
    expect(await shownHeight()).toBe(shownFirst - 16);
    const splitter = page.getByTestId('splitter-left');
    const width = async (): Promise<number> => Number(await splitter.getAttribute('aria-valuenow'));
    const first = await width();
    await splitter.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(width).toBe(first + 16);
    const { x, y } = (await splitter.boundingBox())!;
    await page.mouse.move(x, y + 200);
    await page.mouse.down();
    await page.mouse.move(x - 50, y + 200);
    await page.mouse.up();
    await expect.poll(width).toBe(first - 34);
    await page.getByRole('menuitem', { name: 'View' }).click();
    await page.getByRole('menuitem', { name: 'Reset layout' }).click();
    await expect.poll(width).toBe(first);
    await page.getByTestId('fold-bottom').click();
    await expect.poll(() => page.getByRole('tabpanel', { name: 'Hits' }).isVisible()).toBe(false);
  });

  test('the page’s own policy forbids scripts and connections from elsewhere', async () => {
    const { page, address } = app();
    const response = await page.request.get(address);
    const policy = response.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  });

  test('the console has no errors', () => {
    expectQuietConsole(app());
  });
});

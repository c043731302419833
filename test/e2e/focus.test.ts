import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeApp } from './app.ts';
import { documentReady, middleOfView } from './view.ts';

/** Lists and groups, each with the number of stops of the Tab key in it. */
function stopsOfGroups(page: Page): Promise<readonly { readonly name: string; readonly stops: number }[]> {
  return page.evaluate(() => {
    const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex]';
    const isStop = (element: HTMLElement): boolean => element.tabIndex >= 0 && element.checkVisibility();
    const roles = ['menubar', 'tree', 'grid', 'treegrid', 'listbox', 'tablist', 'radiogroup'].map((role) => `[role="${role}"]`).join();
    return [...document.querySelectorAll<HTMLElement>(roles)]
      .filter((group) => group.checkVisibility())
      .map((group) => ({
        name: `${group.getAttribute('role')} ${group.getAttribute('aria-label') ?? ''}`,
        stops: [group, ...group.querySelectorAll<HTMLElement>(focusable)].filter(isStop).length,
      }));
  });
}

describeApp('the focus', ['resources/samples/keep.glb'], (app) => {
  test('has one stop of the Tab key in each list and group, with a ray and its hits', async () => {
    const { page } = app();
    await documentReady(page, 'keep.glb');
    await page.keyboard.press('t');
    await page.mouse.click(...(await middleOfView(page)));
    await page.locator('[data-hit]').first().waitFor();
    const groups = await stopsOfGroups(page);
    expect(groups.length).toBeGreaterThan(10);
    expect(groups.filter(({ stops }) => stops !== 1)).toEqual([]);
  });

  test('gets from the start of the page to the tools in 16 presses of Tab, and by arrow keys to each tool', async () => {
    const { page } = app();
    await page.getByRole('menuitem', { name: 'File', exact: true }).focus();
    const isAtTools = (): Promise<boolean> =>
      page.evaluate(() => document.activeElement?.closest('[role="radiogroup"][aria-label="Tools"]') != null);
    let presses = 1;
    for (; presses < 40 && !(await isAtTools()); presses++) await page.keyboard.press('Tab');
    // It took 122 before lists were one stop each.
    expect(presses).toBeLessThanOrEqual(16);
    const names: (string | null)[] = [];
    const tools = await page.getByRole('radiogroup', { name: 'Tools' }).getByRole('radio').count();
    for (let i = 0; i < tools; i++) {
      names.push(await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null));
      await page.keyboard.press('ArrowDown');
    }
    expect(names[0]).toBe('Ray');
    expect(new Set(names).size).toBe(tools);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('radio', { name: 'Sphere', exact: true }).getAttribute('aria-checked')).toBe('true');
  });

  test('goes through all regions by F6, and comes around', async () => {
    const { page } = app();
    const regions = await page.locator('[data-region]').evaluateAll((elements) => {
      const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex]';
      const hasStop = (region: Element): boolean =>
        [...region.querySelectorAll<HTMLElement>(focusable)].some((element) => element.tabIndex >= 0 && element.checkVisibility());
      return elements.flatMap((region, i) => (hasStop(region) ? [i] : []));
    });
    expect(regions.length).toBeGreaterThanOrEqual(7);
    const seen: number[] = [];
    for (let i = 0; i < regions.length + 1; i++) {
      await page.keyboard.press('F6');
      seen.push(
        await page.evaluate(() =>
          [...document.querySelectorAll('[data-region]')].findIndex((region) => region.contains(document.activeElement)),
        ),
      );
    }
    expect(new Set(seen.slice(0, regions.length))).toEqual(new Set(regions));
    expect(seen.at(-1)).toBe(seen[0]);
  });

  test('stays with the page after a press that took it there, also when what had it is removed', async () => {
    const { page } = app();
    const focused = (): Promise<string> =>
      page.evaluate(() => (document.activeElement === document.body ? 'page' : (document.activeElement?.outerHTML.slice(0, 80) ?? 'none')));
    await page.keyboard.press('v');
    await page.locator('.row.mesh').first().getByRole('button', { name: /^Hide/ }).focus();
    // The key follows within the same frame.
    await page.evaluate(() => {
      const close = (): boolean =>
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'w', code: 'KeyW', altKey: true, bubbles: true, cancelable: true }),
        );
      addEventListener('mouseup', close, { once: true });
    });
    await page.getByTestId('status').click({ position: { x: 4, y: 4 } });
    await expect.poll(() => page.locator('.row.mesh').count()).toBe(0);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(await focused()).toBe('page');
  });

  test('goes to the neighbour of a button that is removed while it is pressed', async () => {
    const { page } = app();
    await page.evaluate(() => {
      const view = document.querySelector('[data-testid="view"]')!;
      const parent = view.closest('.dock-panel, [data-region]')!;
      const names = ['before', 'pressed', 'after'];
      for (const name of names) {
        const button = Object.assign(document.createElement('button'), { id: `test-${name}`, textContent: name });
        button.style.cssText = 'position: absolute; z-index: 99; top: 80px';
        button.style.left = `${80 + 90 * names.indexOf(name)}px`;
        parent.append(button);
      }
    });
    await page.locator('#test-pressed').hover();
    await page.mouse.down();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('test-pressed');
    await page.locator('#test-pressed').evaluate((button) => button.remove());
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('test-after');
    await page.mouse.up();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('test-after');
    await page.evaluate(() => document.querySelectorAll('#test-before, #test-after').forEach((button) => button.remove()));
  });
});

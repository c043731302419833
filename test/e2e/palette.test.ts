import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeApp, expectQuietConsole } from './app.ts';
import { axeViolations } from './axe-violations.ts';
import { documentReady, steadyView } from './view.ts';

const rows = (page: Page) => page.getByTestId('palette').getByRole('option');

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByTestId('palette').waitFor();
}

describeApp('the palette', ['resources/samples/keep.glb'], (app) => {
  test('a command is found, explained and run by keys alone', async () => {
    const { page } = app();
    await documentReady(page, 'keep.glb');
    await openPalette(page);
    await page.keyboard.type('x-ray');
    await expect.poll(() => rows(page).first().innerText()).toMatch(/X-ray\s+View, off\s+X/);
    expect(await axeViolations(page)).toEqual([]);
    await app().picture('palette');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByTestId('palette').count()).toBe(0);
    await page.keyboard.press('Control+k');
    await expect.poll(() => rows(page).first().innerText()).toMatch(/Recent\s+X-ray\s+View, on/);
    await page.keyboard.press('F3');
    await expect.poll(() => page.getByTestId('palette').count()).toBe(0);
  });

  test('numbers go to nodes and triangles, names to parts', async () => {
    const { page } = app();
    await openPalette(page);
    await page.keyboard.type('triangle 1,204');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByTestId('status-selection').innerText()).toBe('triangle 1,204 selected');
    await page.getByTestId('search-commands').click();
    await page.getByTestId('palette').waitFor();
    await page.keyboard.type('triangle 99999999');
    await expect.poll(() => rows(page).first().getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByTestId('palette').innerText()).toContain('The last triangle is 15,163.');
    await page.getByTestId('palette').getByRole('combobox').fill('north wall');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByTestId('status-selection').innerText()).toBe('north wall selected');
  });

  test('what is not there is said, and Escape closes', async () => {
    const { page } = app();
    await openPalette(page);
    await page.keyboard.type('no such thing');
    await expect.poll(() => page.getByTestId('palette').innerText()).toContain('No results for “no such thing”.');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByTestId('palette').count()).toBe(0);
  });

  test('a right click selects a row and offers what can be done with it, by keys too', async () => {
    const { page } = app();
    const menu = page.getByTestId('context-menu');
    const items = (): Promise<string[]> => menu.getByRole('menuitem').allInnerTexts();
    await page.locator('[data-node="1"]').click({ button: 'right' });
    await expect.poll(() => page.getByTestId('status-selection').innerText()).toBe('node 1 selected');
    expect((await items()).map((text) => text.trim().split('\n')[0])).toEqual(['Frame', 'Copy values', 'Copy command']);
    await app().picture('context-menu');
    await page.keyboard.press('Escape');
    await expect.poll(() => menu.count()).toBe(0);
    await page
      .getByRole('tree', { name: /Hierarchy|nodes/i })
      .first()
      .focus();
    // It gives the focus back.
    const tree = page.getByRole('tree', { name: /Hierarchy|nodes/i }).first();
    for (let i = 0; i < 3; i++) {
      await page.keyboard.press('Shift+F10');
      await menu.waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(() => menu.count()).toBe(0);
      expect(await tree.evaluate((list) => list === document.activeElement)).toBe(true);
    }
    await page.keyboard.press('Shift+F10');
    await menu.waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByText('Copied: boxwood tree keep.glb').count()).toBeGreaterThan(0);
    await expect.poll(() => menu.count()).toBe(0);
    await page.locator('[data-node="0"]').click({ button: 'right' });
    await menu.waitFor();
    await page.mouse.click(700, 500);
    await expect.poll(() => menu.count()).toBe(0);
  });

  test('keys before the next frame reach what another key has opened', async () => {
    const { page } = app();
    /** Presses a key, and returns whether the focus is inside `opened` as soon as that exists; `null` if it does not open. */
    const holdsFocus = (key: string, opened: string): Promise<boolean | null> =>
      page.evaluate(
        async ([pressed, selector]) => {
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key: pressed!, code: pressed!, bubbles: true, cancelable: true }));
          // It is rendered in a microtask, long before a frame.
          for (let i = 0; i < 1000 && document.querySelector(selector!) === null; i++) await Promise.resolve();
          return document.querySelector(selector!)?.contains(document.activeElement) ?? null;
        },
        [key, opened],
      );
    expect(await holdsFocus('F1', '.manual')).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByTestId('manual').waitFor({ state: 'detached' });
    expect(await holdsFocus('?', 'dialog.dialog')).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('dialog.dialog').count()).toBe(0);
  });

  test('a right click in the view selects what is under the pointer; a right drag opens no menu', async () => {
    const { page } = app();
    const menu = page.getByTestId('context-menu');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Home');
    await steadyView(page);
    const { x, y, width, height } = (await page.locator('.scene-view canvas').boundingBox())!;
    const [middle, low] = [x + width / 2, y + height * 0.6];
    await page.mouse.move(middle, low);
    await page.mouse.down({ button: 'right' });
    await page.mouse.move(middle + 60, low);
    await page.mouse.up({ button: 'right' });
    expect(await menu.count()).toBe(0);
    await page.keyboard.press('Home');
    await steadyView(page);
    await page.mouse.click(middle, low, { button: 'right' });
    await expect.poll(() => menu.getByRole('menuitem').first().innerText()).toMatch(/^\s*Frame/);
    await expect.poll(() => page.getByTestId('status-selection').innerText()).toMatch(/^triangle [\d,]+ selected$/);
    await page.keyboard.press('Escape');
    await expect.poll(() => menu.count()).toBe(0);
  });

  test('the table of shortcuts is searched by name and by key, with the mouse in it', async () => {
    const { page } = app();
    await page.keyboard.press('?');
    const help = page.getByTestId('help');
    await help.waitFor();
    // The search field has the focus, so that the name can be typed at once.
    await page.keyboard.type('orbit');
    expect(await page.getByTestId('help-search').inputValue()).toBe('orbit');
    await expect.poll(() => help.getByRole('term').allInnerTexts()).toContain('Orbit, with the Select tool');
    await page.getByTestId('help-search').fill('ctrl z');
    await expect.poll(() => help.getByRole('term').allInnerTexts()).toContain('Undo');
    await page.getByTestId('help-search').fill('no such key');
    await expect.poll(() => help.innerText()).toContain('No command has “no such key”');
    await page.keyboard.press('Escape');
    await expect.poll(() => help.count()).toBe(0);
  });

  test('F6 steps through every region of the window and back', async () => {
    const { page } = app();
    const focused = (): Promise<string> =>
      page.evaluate(() => {
        const region = document.activeElement?.closest('[data-region]');
        return region === null || region === undefined
          ? ''
          : (region.querySelector('h1, h2, [role="tab"]')?.textContent ?? region.querySelector('[aria-label]')?.ariaLabel ?? '');
      });
    await page.getByTestId('search-commands').focus();
    const names: string[] = [];
    for (let i = 0; i < 9; i++) {
      await page.keyboard.press('F6');
      names.push(await focused());
    }
    const wanted = ['Boxwood', 'Meshes', 'Hierarchy', 'View', 'Tree', 'Statistics', 'Hits'];
    for (const name of wanted)
      expect(
        names.some((found) => found.startsWith(name)),
        `${name} among ${names.join(', ')}`,
      ).toBe(true);
    await page.keyboard.press('Shift+F6');
    expect(await focused()).toBe(names.at(-2));
    expectQuietConsole(app());
  });
});

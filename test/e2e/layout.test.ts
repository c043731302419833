import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { describeApp, expectQuietConsole } from './app.ts';
import { layoutFaults } from './layout-faults.ts';
import { documentReady, typeInto, viewAtRest } from './view.ts';

/** Windows of CSS pixels, and the text size in percent. */
const windows = [
  [1000, 700, 100],
  [1440, 900, 100],
  [3840, 2160, 100],
  [1000, 700, 200],
  [1440, 900, 200],
] as const;

async function setTextSize(page: Page, percent: number): Promise<void> {
  await page.keyboard.press('Control+,');
  await typeInto(page, 'option-textSize', String(percent));
  await page.keyboard.press('Escape');
  await page.getByTestId('preferences').waitFor({ state: 'detached' });
}

/** Whether two elements have a pixel in common. */
async function overlap(a: Locator, b: Locator): Promise<boolean> {
  const [first, second] = [(await a.boundingBox())!, (await b.boundingBox())!];
  return (
    first.x < second.x + second.width &&
    second.x < first.x + first.width &&
    first.y < second.y + second.height &&
    second.y < first.y + first.height
  );
}

describeApp('layout', ['resources/samples/keep.glb'], (app) => {
  // All suites share the cookies of one context.
  afterAll(() => app().page.context().clearCookies({ name: 'boxwood-preferences' }));

  test('every workspace shows all of its controls and no cut text, in each window and with large text', async () => {
    const { page } = app();
    await documentReady(page, 'keep.glb');
    await page.locator('[data-node="1"]').click();
    const tabs = page.getByTestId('workspaces').getByRole('radio', { includeHidden: true });
    const count = await tabs.count();
    expect(count).toBe(6);
    for (const [width, height, text] of windows) {
      await page.setViewportSize({ width, height });
      await setTextSize(page, text);
      // A frame of 8 million pixels takes seconds in software: there the workspaces with folded and with open lists are enough.
      for (const i of width > 2000 ? [0, 3] : Array.from({ length: count }, (_, at) => at)) {
        // With large text a list takes their place.
        const list = page.getByTestId('workspace-choice');
        if (await list.isVisible()) await list.selectOption({ index: i });
        else await tabs.nth(i).click();
        expect(await tabs.nth(i).getAttribute('aria-checked')).toBe('true');
        const at = `workspace ${i} at ${width} × ${height}, ${text} %`;
        await expect.poll(() => layoutFaults(page), { message: at }).toEqual([]);
        // Where the lists are open too, no tool is out of sight.
        const cutTools = await page.locator('.tool-strips').evaluate((strips) => strips.scrollHeight - strips.clientHeight);
        expect(cutTools, at).toBeLessThanOrEqual(0);
      }
    }
  });

  test('the level, its buttons and the shading are whole in a small window with large text, without a row more', async () => {
    const { page } = app();
    await page.setViewportSize({ width: 1000, height: 700 });
    await tabTo(page, 'inspect');
    await setTextSize(page, 200);
    const cut = (): Promise<string[]> =>
      page.evaluate(() => {
        const right = document.querySelector('.view')!.getBoundingClientRect().right;
        const controls = [
          ...document.querySelectorAll<HTMLElement>('.level-bar input:not([type=range]), .level-bar button, .shading-bar button'),
        ];
        const isWhole = (control: HTMLElement): boolean => {
          const box = control.getBoundingClientRect();
          const corners = [box.left + 2, box.right - 2].map((x) => document.elementFromPoint(x, box.top + box.height / 2));
          return box.width > 0 && box.right <= right && corners.every((at) => at !== null && control.contains(at));
        };
        return controls.filter((control) => !isWhole(control)).map((control) => control.ariaLabel ?? control.textContent);
      });
    await expect.poll(cut).toEqual([]);
    const rows = await page.evaluate(() => {
      const parts = document.querySelectorAll('.level-bar > :is(.number, .segments), .shading-bar, .view-nav');
      return new Set([...parts].map((part) => Math.round(part.getBoundingClientRect().top))).size;
    });
    expect(rows).toBe(3);
    await page.keyboard.press('j');
    // The metric can be read, and the figures need no scrolling.
    const heat = page.getByTestId('heat-bar');
    await expect.poll(() => page.getByTestId('heat-figures').innerText()).toMatch(/^0 to [\d,]+, mean/);
    expect(await heat.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(1);
    expect((await page.getByTestId('heat-metric').boundingBox())!.width).toBeGreaterThan(120);
    await app().picture('large-text-level');
    await page.keyboard.press('j');
    await heat.waitFor({ state: 'detached' });
  });

  test('all entries of the longest menus are in sight, also in a small window', async () => {
    const { page } = app();
    await setTextSize(page, 100);
    for (const [width, height] of [
      [1440, 900],
      [1000, 700],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const name of ['View', 'Tools']) {
        await page.getByRole('menubar').getByRole('menuitem', { name, exact: true }).click();
        const entries = await page.locator('.menu-list .menu-item').evaluateAll((items) => {
          const inside = ({ left, right, top, bottom }: DOMRect): boolean =>
            left >= 0 && top >= 0 && right <= window.innerWidth && bottom <= window.innerHeight;
          return items.map((item) => [item.textContent, inside(item.getBoundingClientRect()), item.scrollWidth <= item.clientWidth]);
        });
        expect(entries.length).toBeGreaterThan(50);
        expect(entries.filter(([, isInside, isWhole]) => isInside === false || isWhole === false)).toEqual([]);
        await page.keyboard.press('Escape');
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('labels of the view stay under the menus', async () => {
    const { page } = app();
    await page.setViewportSize({ width: 1000, height: 700 });
    await setTextSize(page, 200);
    await viewAtRest(page);
    const view = page.getByRole('menuitem', { name: 'View', exact: true });
    await view.click();
    const over = await page.evaluate(() => {
      const menu = document.querySelector('.menu-list')!.getBoundingClientRect();
      const labels = [...document.querySelectorAll<HTMLElement>('.view-labels > *')];
      const under = labels.filter((label) => {
        const { left, right, top, bottom } = label.getBoundingClientRect();
        return right > menu.left && left < menu.right && bottom > menu.top && top < menu.bottom;
      });
      return under.map((label) => {
        label.style.pointerEvents = 'auto';
        const { left, right, top, bottom } = label.getBoundingClientRect();
        const at = document.elementFromPoint(
          (Math.max(left, menu.left) + Math.min(right, menu.right)) / 2,
          (Math.max(top, menu.top) + Math.min(bottom, menu.bottom)) / 2,
        );
        label.style.pointerEvents = '';
        return at === label || label.contains(at);
      });
    });
    expect(over.length).toBeGreaterThan(0);
    expect(over).not.toContain(true);
    await page.keyboard.press('Escape');
  });

  test('the active tab of the lists stays in sight when the text grows', async () => {
    const { page } = app();
    await setTextSize(page, 100);
    const lists = page.getByTestId('fold-bottom');
    const wereOpen = (await lists.getAttribute('aria-expanded')) === 'true';
    const active = await page.locator('.dock-bottom [role="tab"][aria-selected="true"]').getAttribute('data-testid');
    const tab = page.getByTestId('tab-changes');
    await tab.click();
    await setTextSize(page, 200);
    const cut = (): Promise<number> =>
      tab.evaluate((own) => {
        const [{ left, right }, list] = [own.getBoundingClientRect(), own.parentElement!.getBoundingClientRect()];
        return Math.max(0, list.left - left, right - list.right - 1);
      });
    await expect.poll(cut).toBe(0);
    await page.getByTestId(active!).click();
    if (!wereOpen) await lists.click();
  });

  test('the camera card ends inside a small view, above open lists too, and none of its controls is cut at a side', async () => {
    const { page } = app();
    const lists = page.getByTestId('fold-bottom');
    const wereOpen = (await lists.getAttribute('aria-expanded')) === 'true';
    if (!wereOpen) await lists.click();
    await page.keyboard.press('Shift+V');
    const card = page.getByTestId('camera-card');
    for (const text of [200, 100]) {
      await setTextSize(page, text);
      const cut = (): Promise<string[]> =>
        card.evaluate((own) => {
          const [view, box] = [document.querySelector('.view')!.getBoundingClientRect(), own.getBoundingClientRect()];
          const sides = ['left', 'top', 'right', 'bottom'] as const;
          const isOut = sides.filter(
            (side) => Math.abs(Math.min(0, (side === 'left' || side === 'top' ? 1 : -1) * (box[side] - view[side]))) > 1,
          );
          const inner = [...own.querySelectorAll('button, input')].filter((each) => {
            const { left, right } = each.getBoundingClientRect();
            return left < box.left || right > box.right;
          });
          return [...isOut, ...inner.map((each) => each.ariaLabel ?? each.textContent), ...(box.height < 120 ? ['low'] : [])];
        });
      await expect.poll(cut, { message: `${text} %` }).toEqual([]);
    }
    await page.keyboard.press('Shift+V');
    await setTextSize(page, 200);
    if (!wereOpen) await lists.click();
  });

  test('two views of a small window with large text cover none of their buttons, and the hierarchy keeps rows', async () => {
    const { page, picture } = app();
    await tabTo(page, 'inspect');
    await page.getByTestId('side-switch').locator('visible=true').getByRole('radio', { name: 'Meshes' }).click();
    await expect.poll(() => page.locator('[data-node]').count()).toBeGreaterThan(0);
    await page.keyboard.press('2');
    await page.getByTestId('second-view').waitFor();
    for (const text of [150, 200]) {
      await setTextSize(page, text);
      await expect.poll(() => layoutFaults(page), { message: `${text} %` }).toEqual([]);
    }
    await picture('large-text-two-views');
    await page.getByRole('button', { name: 'Close second view' }).click();
    await page.getByTestId('second-view').waitFor({ state: 'detached' });
  });

  test('a narrow window shows one side column, and switches it by mouse, by keys and with a tool', async () => {
    const { page } = app();
    await page.setViewportSize({ width: 1000, height: 700 });
    await tabTo(page, 'inspect');
    const shown = (): Promise<string> =>
      page.locator('.dock-side:not([hidden])').evaluateAll((all) => all.map((one) => one.ariaLabel).join());
    const columns = page.getByTestId('side-switch').locator('visible=true');
    await columns.getByRole('radio', { name: 'Meshes' }).click();
    await expect.poll(shown).toBe('Meshes and hierarchy');
    await page.keyboard.press('ArrowRight');
    await expect.poll(shown).toBe('Properties and tree');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Properties');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(shown).toBe('Meshes and hierarchy');
    await page.locator('[data-command="measureTool"]').first().click();
    await expect.poll(shown).toBe('Properties and tree');
    await page.keyboard.press('Escape');
    await app().picture('large-text-narrow');
  });

  test('menus of a low window end inside it, even if their commands come later', async () => {
    const { page } = app();
    await page.getByTestId('side-switch').locator('visible=true').getByRole('radio', { name: 'Meshes' }).click();
    await page.locator('[data-document]').first().click({ button: 'right' });
    const menu = page.getByTestId('context-menu');
    const bottom = async (): Promise<number> => {
      const box = (await menu.boundingBox())!;
      return box.y + box.height;
    };
    await expect.poll(bottom).toBeLessThanOrEqual(700);
    await menu.evaluate((list) => list.append(...[...list.querySelectorAll('button')].slice(0, 4).map((item) => item.cloneNode(true))));
    await expect.poll(bottom).toBeLessThanOrEqual(700);
    await page.keyboard.press('Escape');
    await setTextSize(page, 100);
  });

  test('the manual leaves the view cube free, and notices and legend the fly bar', async () => {
    const { page } = app();
    for (const [width, height] of windows.slice(0, 2)) {
      await page.setViewportSize({ width, height });
      await page.keyboard.press('F1');
      const manual = page.getByTestId('manual');
      await manual.waitFor();
      expect(await overlap(manual, page.locator('.view-cube')), `${width}`).toBe(false);
      expect(await overlap(manual, page.locator('.nav-strip')), `${width}`).toBe(false);
      // Its keys are its own once it has the focus.
      await expect.poll(() => manual.evaluate((window) => window.contains(document.activeElement))).toBe(true);
      await page.keyboard.press('Escape');
      await manual.waitFor({ state: 'detached' });
    }
    await page.setViewportSize({ width: 1000, height: 700 });
    await page.locator('[data-node="1"]').click();
    await page.locator('[data-command="fly"]').first().click();
    await app().drop([fileURLToPath(new URL('../../package.json', import.meta.url))]);
    await page.getByTestId('notice').first().waitFor();
    await viewAtRest(page);
    expect(await overlap(page.getByTestId('notice').first(), page.getByTestId('fly-bar'))).toBe(false);
    expect(await overlap(page.getByTestId('legend'), page.getByTestId('fly-bar'))).toBe(false);
    expect(await overlap(page.getByTestId('legend'), page.getByTestId('notice').first())).toBe(false);
    await app().picture('fly-with-notice');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1440, height: 900 });
    expectQuietConsole(app());
  });
});

async function tabTo(page: Page, workspace: string): Promise<void> {
  await page.locator(`[data-workspace="${workspace}"]`).evaluate((tab: HTMLElement) => tab.click());
}

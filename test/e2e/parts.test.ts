import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { describeDrawingApp, expectQuietConsole } from './app.ts';
import { documentReady, steadyView } from './view.ts';

/** A level of 1,500 small columns under a roof, which hides them from above, and three walls. */
const columns = 1500;

function level(): string {
  const lines: string[] = [];
  let vertices = 0;
  const box = (name: string, [x0, y0, z0]: readonly number[], [x1, y1, z1]: readonly number[]): void => {
    lines.push(`o ${name}`);
    for (let i = 0; i < 8; i++) lines.push(`v ${i & 1 ? x1 : x0} ${i & 2 ? y1 : y0} ${i & 4 ? z1 : z0}`);
    for (const face of ['1 3 4 2', '5 6 8 7', '1 2 6 5', '3 7 8 4', '1 5 7 3', '2 4 8 6'])
      lines.push(
        `f ${face
          .split(' ')
          .map((i) => Number(i) + vertices)
          .join(' ')}`,
      );
    vertices += 8;
  };
  box('roof', [-1, 4, -1], [101, 5, 31]);
  for (let i = 0; i < columns; i++) {
    const [x, z] = [2 * (i % 50), Math.floor(i / 50)];
    box(`column_${String(i).padStart(4, '0')}`, [x, 0, z], [x + 1, 3, z + 0.5]);
  }
  for (const [i, side] of ['north', 'south', 'west'].entries()) box(`wall ${side}`, [110 + 5 * i, 0, 0], [112 + 5 * i, 4, 30]);
  return lines.join('\n');
}

const status = (page: Page): Promise<string> => page.getByTestId('status').innerText();
const found = (page: Page): Promise<string> => page.getByTestId('outline-found').innerText();
const focused = (page: Page): Promise<string | null> => page.evaluate(() => document.activeElement?.getAttribute('data-testid') ?? null);

describeDrawingApp('the parts of a level', [], (app) => {
  test('are listed in groups without a limit, searched and filtered', async () => {
    const { page, drop, picture } = app();
    const path = join(temporaryFolder(), 'level.obj');
    writeFileSync(path, level());
    await drop([path]);
    await documentReady(page, 'level.obj');
    const list = page.getByTestId('meshes');
    await expect.poll(() => list.innerText()).toMatch(/level\.obj\s+18,048\s+roof\s+12\s+column\s+× 1,500\s+18,000\s+wall north/);
    await page.locator('[data-group="column"] .twisty').click();
    await list.press('End');
    await expect.poll(() => list.innerText()).toContain('wall west');
    await page.getByTestId('outline-search').fill('column_149');
    await expect.poll(() => found(page)).toBe('10 of 1,504');
    await expect.poll(() => page.locator('[data-part]').count()).toBeGreaterThan(3);
    await page.getByTestId('outline-search').fill('nothing like it');
    await expect.poll(() => page.getByText('No part matches').count()).toBe(1);
    await page.getByTestId('outline-search').press('Escape');
    expect(await focused(page)).toBe('meshes');
    await picture('parts-list');
  });

  test('are chosen by keys from one Tab stop', async () => {
    const { page } = app();
    const list = page.getByTestId('meshes');
    expect(await list.locator('[tabindex="0"]').count()).toBe(0);
    await list.press('Home');
    await list.press('ArrowDown');
    await expect.poll(() => status(page)).toContain('roof selected');
    // Letters find rows: `w` goes to the first wall, no command runs.
    await list.press('w');
    await list.press('Enter');
    await expect.poll(() => status(page)).toContain('wall north selected');
    await list.press('Shift+ArrowDown');
    await expect.poll(() => status(page)).toContain('2 parts selected, 24 triangles');
    await list.press('Space');
    await expect.poll(() => page.locator('.row.part.hidden-mesh').count()).toBe(1);
    await list.press('Space');
    await list.press('/');
    expect(await focused(page)).toBe('outline-search');
    await page.keyboard.press('Escape');
  });

  test('several are selected by Ctrl and Shift clicks, and hidden by a drag over their eyes as one step', async () => {
    const { page } = app();
    const list = page.getByTestId('meshes');
    await list.press('Home');
    const rows = page.locator('.row.part');
    await page.locator('[data-part="1"]').click();
    await page.locator('[data-part="3"]').click({ modifiers: ['Control'] });
    await expect.poll(() => status(page)).toContain('2 parts selected, 24 triangles, area');
    await page.locator('[data-part="1"]').click({ modifiers: ['Control'] });
    await expect.poll(() => status(page)).toContain('column_0002 selected');
    await page.locator('[data-part="3"]').click({ modifiers: ['Shift'] });
    await expect.poll(() => page.getByTestId('properties').innerText()).toMatch(/^3 parts[^]*Triangles\s+36\s+Area\s+30/);
    const [from, to] = [await rows.nth(2).locator('.eye').boundingBox(), await rows.nth(4).locator('.eye').boundingBox()];
    await page.mouse.move(from!.x + 8, from!.y + 8);
    await page.mouse.down();
    await page.mouse.move(to!.x + 8, to!.y + 8, { steps: 12 });
    await page.mouse.up();
    await expect.poll(() => page.locator('.row.part.hidden-mesh').count()).toBe(3);
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.locator('.row.part.hidden-mesh').count()).toBe(0);
  });

  test('a box selects what is visible, or also what is behind it', async () => {
    const { page, picture } = app();
    await steadyView(page);
    const view = (await page.getByTestId('view').boundingBox())!;
    const drag = async (): Promise<void> => {
      await page.mouse.move(view.x + 0.42 * view.width, view.y + 0.42 * view.height);
      await page.mouse.down();
      await page.mouse.move(view.x + 0.5 * view.width, view.y + 0.55 * view.height, { steps: 4 });
      await page.mouse.up();
    };
    const count = async (): Promise<number> =>
      Number(/([\d,]+) triangles? selected/.exec(await status(page))?.[1]?.replaceAll(',', '') ?? 0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+B');
    await drag();
    await expect.poll(() => status(page)).toContain('selected');
    const visible = await count();
    await page.keyboard.press('Shift+X');
    await drag();
    await expect.poll(count).toBeGreaterThan(100 + visible);
    await picture('parts-through');
    await page.keyboard.press('Shift+X');
    await page.keyboard.press('Escape');
  });

  test('everything is selected by Ctrl+A without selecting the text of the interface', async () => {
    const { page } = app();
    await page.getByTestId('statistics').click();
    await page.keyboard.press('Control+a');
    await expect.poll(() => status(page)).toContain('18,048 triangles selected');
    expect(await page.evaluate(() => getSelection()?.isCollapsed ?? true)).toBe(true);
    await page.keyboard.press('Shift+Control+A');
    await expect.poll(() => page.getByTestId('status-selection').count()).toBe(0);
  });

  test('isolation shows only the selection, and returns to what was shown', async () => {
    const { page } = app();
    await page.getByTestId('meshes').press('Home');
    await page.locator('[data-part="2"]').click();
    await page.keyboard.press('/');
    await expect.poll(() => page.locator('[data-part="1"].hidden-mesh').count()).toBe(1);
    await expect.poll(() => page.locator('[data-part="2"].hidden-mesh').count()).toBe(0);
    await expect.poll(() => page.getByTestId('hidden-bar').innerText()).toMatch(/^Isolated: 1,503 of 1,504 parts hidden\s+End isolation/);
    await expect.poll(() => status(page)).toContain('18,048 triangles, 18,036 hidden');
    await page.keyboard.press('/');
    await expect.poll(() => page.locator('.row.part.hidden-mesh').count()).toBe(0);
    await page.keyboard.press('h');
    await page.getByTestId('hidden-bar').getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => page.locator('.row.part.hidden-mesh').count()).toBe(0);
    expect(await page.getByTestId('hidden-bar').count()).toBe(0);
  });

  test('hits on hidden parts are marked, or left out by choice', async () => {
    const { page, picture } = app();
    await page.locator('[data-part="0"]').click();
    await page.keyboard.press('h');
    await page.keyboard.press('t');
    const type = async (testId: string, values: readonly string[]): Promise<void> => {
      for (const [axis, value] of values.entries()) {
        const field = page.getByTestId(`${testId}-${'xyz'[axis]}`);
        await field.fill(value);
        await field.press('Enter');
      }
    };
    await type('ray-origin', ['0.3', '20', '0.1']);
    await type('ray-direction', ['0', '-1', '0']);
    // The field keeps the focus after Enter: letters are no commands, here of x-ray.
    expect(await focused(page)).toBe('ray-direction-z');
    await page.keyboard.press('x');
    await page.keyboard.press('Escape');
    expect(await page.getByRole('radio', { name: 'Shaded' }).getAttribute('aria-checked')).toBe('true');
    await page.getByTestId('properties').getByRole('radio', { name: 'All', exact: true }).click();
    const hits = page.getByTestId('hits');
    await expect.poll(() => page.locator('[data-hit]').count()).toBe(4);
    await expect.poll(() => hits.getByTestId('hidden-mark').allInnerTexts()).toEqual(['hidden part', 'hidden part']);
    await picture('parts-hidden-hits');
    await page.getByTestId('queried').getByRole('radio', { name: 'Visible only' }).click();
    await expect.poll(() => page.locator('[data-hit]').count()).toBe(2);
    expect(await hits.getByTestId('hidden-mark').count()).toBe(0);
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.locator('[data-hit]').count()).toBe(4);
    expectQuietConsole(app());
  });
});

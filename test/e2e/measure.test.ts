import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeApp, expectQuietConsole } from './app.ts';
import { documentReady } from './view.ts';

const file = join(mkdtempSync(join(tmpdir(), 'boxwood-measure-')), 'plate.obj');
// A plate of 30 by 40, seen from the front.
const blocks = join(dirname(file), 'blocks.obj');
writeFileSync(blocks, twoBlocks());
writeFileSync(file, 'v 0 0 0\nv 30 0 0\nv 30 40 0\nv 0 40 0\nf 1 2 3 4\n');

describeApp('the measure tool of the served app', [file], (app) => {
  test('two clicks near corners give their exact distance, a third one the angle', async () => {
    const { page, picture } = app();
    await documentReady(page, 'plate.obj');
    await page.keyboard.press('Numpad1');
    await page.keyboard.press('f');
    const pixelOf = await frontOf(page);
    await page.keyboard.press('Alt+M');
    for (const [x, y] of [
      [0.4, 0.4],
      [29.6, 0.4],
      [29.6, 39.6],
    ] as const) {
      await page.mouse.click(...pixelOf(x, y));
    }
    await expect.poll(() => page.getByTestId('measure-distance-1').innerText()).toBe('30.000');
    await expect.poll(() => page.getByTestId('measure-distance-2').innerText()).toBe('40.000');
    await expect.poll(() => page.getByTestId('measure-angle').innerText()).toBe('90');
    await expect.poll(() => page.locator('.view-label.shown').allInnerTexts()).toEqual(expect.arrayContaining(['30.000', '40.000', '90°']));
    await picture('measure');
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.getByTestId('measure-angle').count()).toBe(0);
    // A fourth click begins again, and Ctrl takes the very point.
    await page.mouse.click(...pixelOf(29.6, 39.6));
    await page.keyboard.down('Control');
    await page.mouse.click(...pixelOf(15, 20));
    await page.keyboard.up('Control');
    await expect.poll(() => page.getByTestId('properties').innerText()).toMatch(/1: face/);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect.poll(() => page.getByTestId('properties').innerText()).toContain('Click two points');
    await page.keyboard.press('Escape');
  });

  test('two parts have a clearance with nearest points, chosen in the list or in the view, and a selection has bounds', async () => {
    const { page, picture, drop } = app();
    await drop([blocks]);
    await documentReady(page, 'blocks.obj');
    // What was open stays visible, and its wall is in front of the blocks.
    await page.getByRole('button', { name: 'Hide blocks.obj' }).click({ modifiers: ['Alt'] });
    await page.keyboard.press('Alt+M');
    await page.getByRole('radio', { name: 'Clearance' }).click();
    await expect.poll(() => page.getByTestId('properties').innerText()).toContain('Click two parts');
    await page.locator('[data-part="0"]').click();
    await page.locator('[data-part="1"]').click({ modifiers: ['Control'] });
    await page.getByRole('button', { name: 'Selected parts' }).click();
    await expect.poll(() => page.getByTestId('clearance').innerText()).toBe('2.0000');
    // The last face of the left block and the first of the right one.
    await expect.poll(() => page.getByTestId('clearance-triangles').innerText()).toMatch(/Triangle \d\s+Triangle 1\d/);
    await expect.poll(() => page.locator('.view-label.shown').allInnerTexts()).toContain('2.0000');
    await expect
      .poll(() => page.getByTestId('legend').innerText())
      .toMatch(/Nearest triangle of blocks\.obj\s+Nearest triangle of blocks\.obj/);
    await page.keyboard.press('Numpad1');
    await page.keyboard.press('f');
    await picture('measure-clearance');
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect.poll(() => page.getByTestId('clearance').count()).toBe(0);
    // In the view: a click on each block.
    const box = (await page.getByTestId('view').boundingBox())!;
    const clickAt = async (x: number): Promise<boolean> => {
      await page.mouse.move(x, box.y + box.height * 0.5);
      for (let i = 0; i < 3; i++) await page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));
      const isOver = (await page.getByTestId('pointer').count()) > 0;
      if (isOver) await page.mouse.click(x, box.y + box.height * 0.5);
      return isOver;
    };
    let x = box.x + 90;
    for (let clicked = 0; x < box.x + box.width - 20 && clicked < 2; x += 24) {
      if (!(await clickAt(x))) continue;
      clicked++;
      // Beyond the rest of this block, into the gap.
      x += 0.3 * (box.width - 110);
    }
    await expect.poll(() => page.getByTestId('clearance').innerText()).toBe('2.0000');
    await page.getByRole('radio', { name: 'Bounds' }).click();
    await page.locator('[data-part="0"]').click();
    await page.locator('[data-part="1"]').click({ modifiers: ['Control'] });
    await expect.poll(() => page.getByTestId('bounds-area').innerText()).toBe('12');
    await expect.poll(() => page.getByTestId('bounds-volume').innerText()).toBe('2');
    await expect.poll(() => page.getByTestId('bounds-diagonal').innerText()).toBe('4.2426');
    await picture('measure-bounds');
    expectQuietConsole(app());
  });
});

/** Two closed cubes of side 1, as parts, 2 apart. */
function twoBlocks(): string {
  const cube = (name: string, left: number, before: number): readonly string[] => [
    `o ${name}`,
    ...Array.from({ length: 8 }, (_, i) => `v ${left + (i & 1)} ${(i & 2) / 2} ${(i & 4) / 4}`),
    ...['1 3 4 2', '5 6 8 7', '1 2 6 5', '3 7 8 4', '1 5 7 3', '2 4 8 6'].map(
      (face) =>
        `f ${face
          .split(' ')
          .map((corner) => before + Number(corner))
          .join(' ')}`,
    ),
  ];
  return `${[...cube('left', 0, 0), ...cube('right', 3, 8)].join('\n')}\n`;
}

/** Returns where points of the plate are drawn, from what the status bar shows under the pointer at two pixels. */
async function frontOf(page: Page): Promise<(x: number, y: number) => readonly [number, number]> {
  const box = (await page.getByTestId('view').boundingBox())!;
  const [left, top] = [Math.round(box.x + 0.45 * box.width), Math.round(box.y + 0.55 * box.height)];
  const at = async (x: number, y: number): Promise<readonly [number, number]> => {
    await page.mouse.move(x, y);
    const read = async (): Promise<number[]> => {
      const text = (await page.getByTestId('status').innerText()).replaceAll('−', '-');
      return ['x', 'y'].map((axis) => Number(new RegExp(`${axis}\\s+(-?[\\d.]+)`).exec(text)?.[1]));
    };
    for (let i = 0; i < 3; i++) await page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));
    const [first, second] = await read();
    return [first!, second!];
  };
  const [x0, y0] = await at(left, top);
  const [x1] = await at(left + 40, top);
  expect(x1).toBeGreaterThan(x0);
  const perUnit = 40 / (x1 - x0);
  return (x, y) => [left + (x - x0) * perUnit, top - (y - y0) * perUnit];
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { box, named } from '../fixtures/shapes.ts';
import { objText } from '../fixtures/write-text.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { documentReady, middleOfView } from './view.ts';

const folder = mkdtempSync(join(tmpdir(), 'boxwood-resting-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'block.obj');
writeFileSync(file, objText(named('block', box([0, 0, 0], [3, 4, 5]))));

/** The coordinates in the status bar; `null` for none. */
async function pointed(page: Page): Promise<readonly number[] | null> {
  const text = (await page.getByTestId('status').innerText()).replaceAll('−', '-');
  const read = ['x', 'y', 'z'].map((axis) => new RegExp(`${axis}\\s+(-?[\\d.]+)`).exec(text)?.[1]);
  return read.includes(undefined) ? null : read.map(Number);
}

describeApp('a pointer that rests over the view', [file], (app) => {
  test('shows the point under it when the camera moves by a key, and when a section cuts it away', async () => {
    const { page } = app();
    await documentReady(page, 'block.obj');
    await page.keyboard.press('Numpad1');
    const [x, y] = await middleOfView(page);
    await page.mouse.move(x + 5, y);
    await expect.poll(async () => (await pointed(page))?.[2]).toBe(5);
    await page.keyboard.press('Numpad3');
    await expect.poll(async () => (await pointed(page))?.[0]).toBe(3);
    await page.keyboard.press('Numpad1');
    await expect.poll(async () => (await pointed(page))?.[2]).toBe(5);
    // The half towards the camera is cut away, and the inside of the far wall shows.
    await page.keyboard.press('y');
    await expect.poll(async () => (await pointed(page))?.[2]).toBe(0);
    await page.keyboard.press('y');
    await expect.poll(async () => (await pointed(page))?.[2]).toBe(5);
    expectQuietConsole(app());
  });

  test('leaves the view alone while nothing changes', async () => {
    const { page } = app();
    const [x, y] = await middleOfView(page);
    await page.mouse.move(x - 5, y);
    await expect.poll(async () => (await pointed(page))?.[2]).toBe(5);
    const frames = await page.evaluate(async () => {
      let count = 0;
      const request = window.requestAnimationFrame.bind(window);
      window.requestAnimationFrame = (callback) => (count++, request(callback));
      await new Promise((resolve) => setTimeout(resolve, 500));
      window.requestAnimationFrame = request;
      return count;
    });
    expect(frames).toBe(0);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { box, joined, named } from '../fixtures/shapes.ts';
import { objText } from '../fixtures/write-text.ts';
import { describeApp, describeDrawnApp, expectQuietConsole } from './app.ts';
import { axeViolations } from './axe-violations.ts';
import { documentReady, fieldValue, restPointer, samePicture, steadyView, typeInto } from './view.ts';

/** A box of side 4 with a box of side 2 inside, and a collider around both. */
const mesh = joined([
  named('shell', box([-2, -2, -2], [2, 2, 2])),
  named('core', box([-1, -1, -1], [1, 1, 1])),
  named('UCX_shell', box([-2.5, -2.5, -2.5], [2.5, 2.5, 2.5])),
]);
const folder = mkdtempSync(join(tmpdir(), 'boxwood-section-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, 'nested.obj');
writeFileSync(path, objText(mesh));

describeDrawnApp('the section', [path], (app) => {
  test('cuts the view open, with the outlines as numbers, and undo closes it', async () => {
    const { page, picture } = app();
    await documentReady(page, 'nested.obj');
    await restPointer(page);
    const whole = await steadyView(page);
    await page.keyboard.press('y');
    await expect.poll(() => facts(page)).toMatch(/Outlines\s+3 closed\s+Length\s+44\.0+\s+Cut area\s+45/);
    await picture('section-plane');
    const cut = await steadyView(page);
    expect(samePicture(cut, whole)).toBe(false);
    await page.getByTestId('section-axis-z').click();
    await typeInto(page, 'section-offset', '1.5');
    await expect.poll(() => facts(page)).toMatch(/2 closed\s+Length\s+36\.0+\s+Cut area\s+41/);
    expect(await fieldValue(page, 'section-point-z')).toBe(1.5);
    await page.getByTestId('section-flip').click();
    await expect.poll(() => fieldValue(page, 'section-normal-z')).toBe(-1);
    for (let i = 0; i < 8 && (await page.getByTestId('section-facts').count()) > 0; i++) await page.keyboard.press('Control+z');
    await expect.poll(() => page.getByTestId('section-facts').count()).toBe(0);
    await restPointer(page);
    await expect.poll(async () => samePicture(await steadyView(page), whole)).toBe(true);
  });

  test('is dragged by its arrow, and Escape restores it', async () => {
    const { page } = app();
    await page.keyboard.press('y');
    await page.getByTestId('section-axis-y').click();
    await page.getByTestId('section-facts').waitFor();
    const before = await fieldValue(page, 'section-offset');
    await restPointer(page);
    const [x, y] = await footOfArrow(page);
    await page.mouse.move(x, y);
    await expect.poll(() => page.locator('.scene-view').evaluate((view: HTMLElement) => view.style.cursor)).toBe('grab');
    await page.mouse.down();
    await page.mouse.move(x, y - 20);
    await page.mouse.move(x, y - 60);
    await expect.poll(() => shownOffset(page)).toBeGreaterThan(before + 0.2);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect.poll(() => shownOffset(page)).toBe(before);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - 20);
    await page.mouse.move(x, y - 40);
    await page.mouse.up();
    await expect.poll(() => shownOffset(page)).toBeGreaterThan(before + 0.1);
    await page.keyboard.press('Control+z');
    await expect.poll(() => shownOffset(page)).toBe(before);
  });

  test('is not picked where it cuts away, while a ray still hits it and says so', async () => {
    const { page } = app();
    await restPointer(page);
    const [x, y] = await footOfArrow(page);
    // Next to the arrow, on the cap: the ray goes on to the inner sides.
    await page.getByTestId('view').click({ position: await inView(page, x + 40, y + 15) });
    const picked = await page.getByTestId('status-selection').innerText();
    expect(picked).toMatch(/^triangle/);
    await page.keyboard.press('t');
    await page.keyboard.press('a');
    await page.getByTestId('view').click({ position: await inView(page, x + 40, y + 15) });
    await page.keyboard.press('a');
    await page.keyboard.press('a');
    await expect.poll(() => page.locator('[data-hit]').count()).toBeGreaterThan(2);
    await expect.poll(() => page.locator('[data-hit="0"]').innerText()).toContain('cut away');
    expect(await page.locator('[data-hit]').last().innerText()).not.toContain('cut away');
    await page.locator('[data-hit="0"]').click();
    await expect.poll(() => page.getByTestId('properties').innerText()).toContain('in the part that is cut away');
    await page.keyboard.press('Delete');
    await page.keyboard.press('q');
  });

  test('may be a box with typed corners, around what is selected', async () => {
    const { page, picture } = app();
    await page.keyboard.press('y');
    await page.locator('[data-part="1"]').click();
    await page.keyboard.press('Alt+B');
    await expect.poll(() => fieldValue(page, 'box-max-x')).toBeCloseTo(1.1, 12);
    await typeInto(page, 'box-max-y', '0.5');
    await expect.poll(() => page.getByTestId('legend').innerText()).toMatch(/Clip box: \d+ closed outlines/);
    await picture('clip-box');
    // A corner cannot pass the other one.
    await typeInto(page, 'box-max-y', '-7');
    expect(await fieldValue(page, 'box-max-y')).toBe(await fieldValue(page, 'box-min-y'));
    await page.keyboard.press('Alt+B');
    await expect.poll(() => page.getByTestId('box-max-x').count()).toBe(0);
  });
});

describeApp('the colours of a mesh', [path], (app) => {
  test('show colliders over the mesh, and their opacity can be set', async () => {
    const { page, picture } = app();
    await documentReady(page, 'nested.obj');
    await expect.poll(() => page.getByTestId('legend').innerText()).toContain('1 collider');
    await page.getByRole('tab', { name: 'Display' }).click();
    await restPointer(page);
    const half = await steadyView(page);
    await picture('colliders-over');
    await typeInto(page, 'collider-opacity', '100');
    await restPointer(page);
    expect(samePicture(await steadyView(page), half)).toBe(false);
    await page.keyboard.press('Control+z');
    await expect.poll(async () => samePicture(await steadyView(page), half)).toBe(true);
  });

  test('show parts, components and slopes with a legend of counts', async () => {
    const { page, picture } = app();
    const legend = (): Promise<string> => page.getByTestId('legend').innerText();
    for (const [by, text] of [
      ['part', /Colour by part\s+shell: 12\s+core: 12\s+UCX_shell: 12/],
      ['role', /Rendered: 24\s+Collider: 12/],
      ['component', /Component 0: 12\s+Component 1: 12\s+Component 2: 12/],
      ['facing', /Walkable, up to 45°: 6\s+Too steep, up to 90°: 24\s+Facing down: 6/],
      ['depth', /Colour by tree depth\s+Depth \d+: \d+/],
    ] as const) {
      await page.getByTestId('colour-by').selectOption(by);
      await expect.poll(legend).toMatch(text);
    }
    await page.getByTestId('colour-by').selectOption('facing');
    await typeInto(page, 'walkable', '30');
    await expect.poll(legend).toContain('Walkable, up to 30°: 6');
    await page.getByTestId('colour-by').selectOption('part');
    await picture('colour-parts');
    await page.keyboard.press('Shift+U');
    await page.locator('[data-part="1"]').click();
    await restPointer(page);
    await picture('ghosts');
    expect(await axeViolations(page)).toEqual([]);
    expectQuietConsole(app());
  });
});

function facts(page: Page): Promise<string> {
  return page.getByTestId('section-facts').innerText();
}

async function shownOffset(page: Page): Promise<number> {
  return Number((await page.getByTestId('section-offset').inputValue()).replaceAll(',', '').replace('−', '-'));
}

/** Side of a square in the picture that only the foot of the arrow contains, device pixels. */
const footSide = 9;

/** Where the foot of the section's arrow is drawn: a square in the colour of text. */
async function footOfArrow(page: Page): Promise<readonly [number, number]> {
  const { width, height, data } = PNG.sync.read(await steadyView(page));
  const isInk = (x: number, y: number): boolean =>
    [230, 232, 235].every((value, k) => Math.abs(data[4 * (y * width + x) + k]! - value) <= 3);
  const view = (await page.getByTestId('view').boundingBox())!;
  for (let y = 0; y + footSide < height; y++) {
    for (let x = 0; x + footSide < width; x++) {
      if (!isInk(x, y) || !isInk(x + footSide - 1, y) || !isInk(x, y + footSide - 1) || !isInk(x + footSide - 1, y + footSide - 1))
        continue;
      const cells = Array.from({ length: footSide * footSide }, (_, i) => isInk(x + (i % footSide), y + Math.floor(i / footSide)));
      if (cells.every(Boolean)) return [view.x + x + footSide / 2, view.y + y + footSide / 2];
    }
  }
  throw new Error('The arrow is not in the view');
}

async function inView(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  const view = (await page.getByTestId('view').boundingBox())!;
  return { x: x - view.x, y: y - view.y };
}

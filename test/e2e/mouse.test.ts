import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { ball, named, placed } from '../fixtures/shapes.ts';
import { objText } from '../fixtures/write-text.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { doing } from './common-tasks.ts';
import { openRoom } from './room.ts';
import { chooseFiles, documentReady, fieldValue, middleOfView, restPointer, samePicture, steadyView } from './view.ts';

const folder = mkdtempSync(join(tmpdir(), 'boxwood-mouse-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, 'room.obj'), objText(openRoom()));
writeFileSync(join(folder, 'probe.obj'), objText(named('probe', placed(ball(12, 8), 0.5, [1, 0, 0]))));

const status = (page: Page): Promise<string> => page.getByTestId('status').innerText();

/** Opens a menu, and chooses the item of a command. */
async function choose(page: Page, menu: string, command: string): Promise<void> {
  await page.getByRole('menuitem', { name: menu, exact: true }).click();
  await page.locator(`.menu-list [data-command="${command}"]`).click();
}

async function tool(page: Page, name: string): Promise<void> {
  await page.getByRole('radio', { name, exact: true }).click();
}

/** Drags from one place to another, as a hand does: in steps. */
async function drag(
  page: Page,
  from: readonly [number, number],
  by: readonly [number, number],
  button: 'left' | 'middle' = 'left',
): Promise<void> {
  await page.mouse.move(...from);
  await page.mouse.down({ button });
  await page.mouse.move(from[0] + by[0], from[1] + by[1], { steps: 6 });
  await page.mouse.up({ button });
}

/** Drags the grip of a number field sideways. */
async function dragGrip(page: Page, field: Locator, by: number): Promise<void> {
  const grip = (await field.locator('xpath=..').locator('.grip').boundingBox())!;
  await drag(page, [grip.x + grip.width / 2, grip.y + grip.height / 2], [by, 0]);
}

describeApp('common tasks by mouse', [], (app) => {
  test(doing('open a file', 'orbit and zoom', 'frame everything'), async () => {
    const { page } = app();
    await chooseFiles(page, () => page.getByRole('button', { name: 'Open files…' }).click(), join(folder, 'room.obj'));
    await documentReady(page, 'room.obj');
    const start = await steadyView(page);
    const middle = await middleOfView(page);
    await drag(page, middle, [120, 40], 'middle');
    await restPointer(page);
    const orbited = await steadyView(page);
    expect(samePicture(orbited, start)).toBe(false);
    await page.mouse.move(...middle);
    await page.mouse.wheel(0, -300);
    await restPointer(page);
    expect(samePicture(await steadyView(page), orbited)).toBe(false);
    await choose(page, 'View', 'frameAll');
    await page.getByRole('button', { name: 'Orthographic' }).click();
    await page.getByRole('button', { name: 'Orthographic' }).click();
  });

  test(doing('select a part', 'hide and show a part', 'isolate a part'), async () => {
    const { page } = app();
    await page.locator('.row.part', { hasText: 'ball' }).click();
    await expect.poll(() => status(page)).toContain('ball selected');
    const hidden = page.locator('.row.part.hidden-mesh');
    await page.getByRole('button', { name: 'Hide ball' }).click();
    await expect.poll(() => hidden.allInnerTexts()).toEqual([expect.stringContaining('ball')]);
    await page.getByRole('button', { name: 'Show ball' }).click();
    await expect.poll(() => hidden.count()).toBe(0);
    await page.getByRole('button', { name: 'Hide ball' }).click({ modifiers: ['Alt'] });
    await expect.poll(() => hidden.allInnerTexts()).toEqual([expect.stringContaining('crate')]);
    await choose(page, 'View', 'showAll');
    await expect.poll(() => hidden.count()).toBe(0);
  });

  test(doing('colour by part', 'cut with a section plane'), async () => {
    const { page } = app();
    await restPointer(page);
    const plain = await steadyView(page);
    await page.getByTestId('tab-display').click();
    await page.getByTestId('colour-by').selectOption('part');
    const coloured = await steadyView(page);
    expect(samePicture(coloured, plain)).toBe(false);
    await page.getByTestId('colour-by').selectOption('plain');
    await page.getByRole('radio', { name: 'Wire' }).click();
    await restPointer(page);
    expect(samePicture(await steadyView(page), plain)).toBe(false);
    await page.getByRole('radio', { name: 'Shaded' }).click();
    const section = page.getByRole('button', { name: 'Section plane' });
    await section.click();
    await expect.poll(() => section.getAttribute('aria-pressed')).toBe('true');
    await restPointer(page);
    expect(samePicture(await steadyView(page), plain)).toBe(false);
    await section.click();
  });

  test(doing('build another tree', 'find the worst node'), async () => {
    const { page } = app();
    await page.getByTestId('tab-tree').click();
    await page.getByTestId('option-split').selectOption('median');
    await documentReady(page, 'room.obj');
    await page.getByRole('radio', { name: 'Worst nodes' }).click();
    const rows = page.getByTestId('worst-nodes').locator('[data-listed]');
    await rows.first().click();
    await expect.poll(() => status(page)).toMatch(/node \d+ selected/);
    await page.getByRole('radio', { name: 'Tree', exact: true }).click();
    await choose(page, 'Edit', 'escape');
  });

  test(doing('cast a ray', 'place a sphere'), async () => {
    const { page } = app();
    await choose(page, 'View', 'frameAll');
    const ball3 = await placeOn(page, 'ball');
    await tool(page, 'Ray');
    await page.mouse.click(...ball3);
    await page.locator('[data-hit]').first().waitFor();
    const origin = await fieldValue(page, 'ray-origin-x');
    await dragGrip(page, page.getByTestId('ray-origin-x'), 40);
    await expect.poll(() => fieldValue(page, 'ray-origin-x')).not.toBe(origin);
    await tool(page, 'Sphere');
    await page.mouse.click(...ball3);
    await expect.poll(async () => Number((await page.getByTestId('touch-count').innerText()).replaceAll(',', ''))).toBeGreaterThan(0);
    await tool(page, 'Select');
  });

  test(doing('find a hole', 'repair and undo'), async () => {
    const { page } = app();
    await page.getByTestId('workspaces').getByRole('radio', { name: 'Health' }).click();
    await page.getByTestId('check').click();
    await expect.poll(() => page.getByTestId('check-bar').innerText()).toContain('Checked in');
    await page.getByTestId('findings').getByText('Boundary loops (holes)').click();
    await expect.poll(() => page.getByTestId('properties').innerText()).toContain('boundary-loops');
    await page
      .getByRole('button', { name: /^Fill .*holes?…$/ })
      .first()
      .click();
    await page.getByTestId('repair').waitFor();
    await expect.poll(() => page.getByTestId('repair-fill-holes').isChecked()).toBe(true);
    await page.getByTestId('repair-apply').click();
    await documentReady(page, 'room (repaired).obj');
    await expect.poll(() => page.getByTestId('repair').count()).toBe(0);
    await expect.poll(() => page.getByTestId('check-bar').innerText()).toContain('Checked in');
    expect(await page.getByTestId('findings').innerText()).not.toContain('Boundary loops');
    await choose(page, 'Edit', 'undo');
    await documentReady(page, 'room.obj');
    await choose(page, 'Edit', 'redo');
    await documentReady(page, 'room (repaired).obj');
  });

  test(doing('move a second mesh', 'compare a collider with its mesh'), async () => {
    const { page } = app();
    await page.getByTestId('workspaces').getByRole('radio', { name: 'Motion' }).click();
    await chooseFiles(page, () => choose(page, 'File', 'openAsMovingMesh'), join(folder, 'probe.obj'));
    await documentReady(page, 'probe.obj');
    await expect.poll(() => page.getByTestId('pair-overlap').innerText()).toBe('intersect');
    await page.getByTestId('curve-plot').getByRole('button').first().click();
    await expect.poll(() => status(page)).toMatch(/curve|loop/);
    await page.getByTestId('tab-contacts').click();
    await page.locator('[data-contact="0"]').click();
    await expect.poll(() => status(page)).toContain('contact of triangles');
    const movedApart = async (): Promise<string> => {
      const shown = await page.getByTestId('pair-overlap').innerText();
      // While it is computed it may say neither.
      if (shown === 'intersect') await dragGrip(page, page.getByTestId('moving-move-y'), 200);
      return shown;
    };
    await expect.poll(movedApart).toBe('apart');
    await choose(page, 'Edit', 'undo');
    await page.getByTestId('workspaces').getByRole('radio', { name: 'Compare' }).click();
    await page.locator('[data-command="compareWith"]').click();
    await page.getByTestId('compare-run').click();
    await expect
      .poll(() => page.getByTestId('change-sizes').innerText())
      .toMatch(/Max distance to other\s+[\d.]+|Max distance to other\s+none\s+[\d.]+/);
  });

  test('the console has no errors', () => {
    expectQuietConsole(app());
  });
});

/** Returns a pixel of a part: the place where the pointer reports it. */
async function placeOn(page: Page, part: string): Promise<readonly [number, number]> {
  const view = (await page.getByTestId('view').boundingBox())!;
  for (let row = 2; row < 8; row++) {
    for (let column = 2; column < 12; column++) {
      const place = [view.x + (view.width * column) / 14, view.y + (view.height * row) / 10] as const;
      await page.mouse.move(...place);
      const isOver = await page
        .locator('.row.part.hovered', { hasText: part })
        .count()
        .catch(() => 0);
      if (isOver > 0) return place;
    }
  }
  throw new Error(`${part} is not in the view`);
}

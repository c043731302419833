import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { triangleCount } from '#core/mesh';
import { isFullRun } from '../fixtures/scale.ts';
import { box, joined, turned } from '../fixtures/shapes.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { objText } from '../fixtures/write-text.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { fasterComparison } from './faster-comparison.ts';
import { documentReady, samePicture, steadyView } from './view.ts';

/** A room of 4³ in a box of 6³, with a pillar of 1·4·1 that stands on its floor and reaches its ceiling. */
const room = joined([box([-3, -3, -3], [3, 3, 3]), turned(box([-2, -2, -2], [2, 2, 2])), box([0, -2, 0], [1, 2, 1])]);
/** A room of walls that overlap at their edges; each wall is a closed box. The last one is its front. */
const walls = [
  box([-3, -3, -3], [3, -2, 3]),
  box([-3, 2, -3], [3, 3, 3]),
  box([-3, -3, -3], [-2, 3, 3]),
  box([2, -3, -3], [3, 3, 3]),
  box([-3, -3, -3], [3, 3, -2]),
  box([-3, -3, 2], [3, 3, 3]),
];
const solidVolume = 6 ** 3 - 4 ** 3 + 4;

async function figure(page: Page, label: string): Promise<number> {
  const text = await page.getByTestId('bsp-figures').locator('.fact', { hasText: label }).locator('dd').innerText();
  return Number(text.replaceAll(',', ''));
}

describeApp('the BSP tree in the served app', [], (app) => {
  test('is built from the menu, with figures that a person can check', async () => {
    const { page, drop, picture } = app();
    const path = join(temporaryFolder(), 'room.obj');
    writeFileSync(path, objText(room));
    await drop([path]);
    await documentReady(page, 'room.obj');
    await page.getByRole('menuitem', { name: 'Tools', exact: true }).click();
    await page.locator('.menu [data-command="buildBsp"]').click();
    await page.getByTestId('bsp-figures').waitFor();
    expect(await figure(page, 'Solid volume')).toBe(solidVolume);
    // The box of the tree is an eighth of the extent larger on each side.
    expect(await figure(page, 'Empty volume')).toBeCloseTo(7.5 ** 3 - solidVolume, 1);
    expect(await figure(page, 'Leaves')).toBe((await figure(page, 'Nodes')) + 1);
    const rows = page.getByTestId('bsp-compare').locator('tbody tr');
    expect(await rows.count()).toBe(2);
    expect(await page.getByTestId('bsp-compare-foot').innerText()).toMatch(/1,000 rays and 1,000 points; all results are the same/);
    expect(triangleCount(room)).toBe(36);
    await picture('bsp-solid');
  });

  test('draws its leaves apart, cells that are enclosed, portals, and planes of a depth', async () => {
    const { page, picture } = app();
    const still = await steadyView(page);
    await page.getByTestId('bsp-explode').fill('1');
    const apart = await steadyView(page);
    expect(samePicture(still, apart)).toBe(false);
    await picture('bsp-exploded');
    await page.getByRole('radio', { name: 'Enclosed', exact: true }).click();
    // The pillar is inside: the cells around it are more than one, and every one is convex.
    await expect.poll(() => page.getByTestId('bsp-drawn').innerText()).toMatch(/^\d+ enclosed cells$/);
    await page.getByTestId('bsp-portals').check();
    await picture('bsp-enclosed');
    await page.getByTestId('bsp-explode').fill('0');
    await page.getByTestId('bsp-planes').check();
    await expect.poll(() => page.getByTestId('bsp').innerText()).toContain('Planes of depth 0: 1');
    await page.getByTestId('bsp-mesh').check();
    await picture('bsp-planes');
  });

  test('follows an object from cell to cell, with fewer tests than against the whole mesh', async () => {
    const { page, picture } = app();
    await page.getByTestId('bsp-mesh').uncheck();
    for (const [field, value] of [
      ['bsp-from-x', -1.5],
      ['bsp-from-y', 0],
      ['bsp-from-z', -1.5],
      ['bsp-to-x', 1.5],
      ['bsp-to-y', 0],
      ['bsp-to-z', 1.75],
      ['bsp-radius', 0.1],
    ] as const) {
      await page.getByTestId(field).fill(String(value));
      await page.getByTestId(field).press('Enter');
    }
    await page.getByTestId('bsp-follow').click();
    const text = page.getByTestId('bsp-followed');
    // The pillar is in its way.
    await expect.poll(() => text.innerText()).toMatch(/^Stopped by solid, over \d cells?\. .* all results are the same\.$/);
    // Three ways side by side: the cells have fewer triangles than the whole mesh, and the AABB tree may have fewer still.
    const rows = await page.getByTestId('bsp-tests').locator('tbody tr').allInnerTexts();
    const tests = rows.map((row) => row.split('\t').map((cell) => cell.replaceAll(',', '')));
    expect(tests.map(([name]) => name)).toEqual(['Whole mesh', 'Cells of the object', 'AABB tree']);
    const [whole, own, tree] = tests.map(([, triangles]) => Number(triangles));
    const steps = Number(/(\d+) steps?,/.exec(await text.innerText())?.[1]);
    expect(whole).toBe(36 * steps);
    expect(own).toBeLessThan(whole!);
    expect(tree).toBeGreaterThan(0);
    expect(Number(tests[1]![2])).toBeCloseTo(own! / steps, 1);
    await picture('bsp-route');
  });

  test('draws the cells that may be seen from the start of the object, in numbers', async () => {
    const { page, picture } = app();
    await page.getByRole('radio', { name: 'Solid', exact: true }).click();
    const before = await steadyView(page);
    await page.getByTestId('bsp-look').click();
    const text = page.getByTestId('bsp-seen');
    await expect
      .poll(() => text.innerText())
      .toMatch(/^The cell of From sees at most \d cells, of \d in front of its portals\. Solid encloses it\.$/);
    const [, visible, inFront] = /at most (\d) cells, of (\d)/.exec(await text.innerText())!;
    expect(Number(visible)).toBeGreaterThan(1);
    expect(Number(visible)).toBeLessThanOrEqual(Number(inFront));
    expect(await page.getByTestId('bsp-drawn').innerText()).toBe(`${visible} visible cells`);
    expect(await page.getByRole('radio', { name: 'Visible', exact: true }).isChecked()).toBe(true);
    expect(samePicture(before, await steadyView(page))).toBe(false);
    await picture('bsp-visible');
    // Another start has to be looked from again.
    await page.getByTestId('bsp-from-x').fill('-1.4');
    await page.getByTestId('bsp-from-x').press('Enter');
    await expect.poll(() => text.count()).toBe(0);
    expect(await page.getByTestId('bsp-drawn').innerText()).toBe('Select Look from start below');
  });

  test('is next to an AABB tree in the list of the comparison, with its figures, and is removed', async () => {
    const { page } = app();
    if (!isFullRun) await fasterComparison(page, 100);
    const names = ['Nodes', 'Leaves', 'Depth', 'Splits', 'Bytes'] as const;
    const figures = await Promise.all(names.map((name) => figure(page, name)));
    await page.getByRole('menuitem', { name: 'Tools', exact: true }).click();
    await page.locator('.menu [data-command="compare"]').click();
    const table = page.getByTestId('compare-bsp').getByTestId('bsp-compare');
    await table.waitFor();
    const titles = await table.locator('thead th').allInnerTexts();
    const row = async (kind: string): Promise<readonly string[]> =>
      table.locator(`tr[data-tree="${kind}"]`).locator('th, td').allInnerTexts();
    const [bsp, aabb] = [await row('bsp'), await row('aabb')];
    expect(names.map((name) => Number(bsp[titles.indexOf(name)]!.replaceAll(',', '')))).toEqual(figures);
    expect([aabb[0], aabb[titles.indexOf('Splits')]]).toEqual(['AABB', 'none']);
    for (const name of ['Build ms', 'Ray nodes', 'Ray triangles', 'Ray µs', 'Point µs'])
      for (const cells of [bsp, aabb]) expect(Number.isFinite(Number(cells[titles.indexOf(name)])), `${name} ${cells.join()}`).toBe(true);
    expect(await page.getByTestId('compare-bsp').innerText()).toContain('all results are the same');
    await page.getByRole('menuitem', { name: 'Tools', exact: true }).click();
    await page.locator('.menu [data-command="removeBsp"]').click();
    await expect.poll(() => page.getByTestId('compare-bsp').innerText()).toContain('not built');
  });

  test('of a room without a wall shows the leak of a point inside', async () => {
    const { page, drop, picture } = app();
    const path = join(temporaryFolder(), 'leaky.obj');
    writeFileSync(path, objText(joined(walls.slice(0, 5))));
    await drop([path]);
    await documentReady(page, 'leaky.obj');
    await page.getByRole('menuitem', { name: 'Tools', exact: true }).click();
    await page.locator('.menu [data-command="buildBsp"]').click();
    await page.getByTestId('bsp-figures').waitFor();
    for (const axis of ['x', 'y', 'z']) {
      await page.getByTestId(`bsp-from-${axis}`).fill('0');
      await page.getByTestId(`bsp-from-${axis}`).press('Enter');
    }
    const plain = await steadyView(page);
    await page.getByTestId('bsp-look').click();
    await expect.poll(() => page.getByTestId('bsp-seen').innerText()).toMatch(/It leaks: the line leads to the outside over \d points\.$/);
    expect(samePicture(plain, await steadyView(page))).toBe(false);
    await picture('bsp-leaky');
  });

  test('of an open mesh is its leak', async () => {
    const { page, drop, picture } = app();
    const path = join(temporaryFolder(), 'open.obj');
    const open = box([-1, -1, -1], [1, 1, 1]);
    writeFileSync(path, objText({ ...open, indices: open.indices.slice(6) }));
    await drop([path]);
    await documentReady(page, 'open.obj');
    await page.getByRole('menuitem', { name: 'Tools', exact: true }).click();
    await page.locator('.menu [data-command="buildBsp"]').click();
    await expect.poll(() => page.getByTestId('bsp-leak').innerText()).toMatch(/4 open edges.*over 3 points/);
    await picture('bsp-leak');
    expectQuietConsole(app());
  });
});

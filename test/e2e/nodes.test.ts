import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeApp, expectQuietConsole } from './app.ts';
import { documentReady, restPointer } from './view.ts';

const sample = 'resources/samples/keep.glb';
/** Terrain of 40 × 40 cells in coordinates like those of UTM. */
const terrain = join(mkdtempSync(join(tmpdir(), 'boxwood-nodes-')), 'terrain.obj');
writeFileSync(terrain, terrainText(40));

describeApp('reading the nodes of a tree', [terrain, sample], (app) => {
  test('the list of worst nodes has the order and the numbers of the command line', async () => {
    const { page, picture } = app();
    await (await documentReady(page, 'keep.glb')).click();
    await expect.poll(() => page.getByText('9,399 nodes').count()).toBe(1);
    await page.getByRole('radio', { name: 'Worst nodes' }).click();
    const listed = page.locator('[data-listed]');
    await expect.poll(() => listed.first().getAttribute('data-listed')).toBe(String(worst('waste').node));
    await page.getByRole('columnheader', { name: 'Overlap' }).getByRole('button').click();
    const { node, overlap, empty, depth, triangles } = worst('overlap');
    await expect.poll(() => listed.first().getAttribute('data-listed')).toBe(String(node));
    const cells = await listed.first().getByRole('gridcell').allInnerTexts();
    const percent = (share: number): string => (100 * share).toFixed(1);
    expect([cells[0], ...cells.slice(3)]).toEqual([
      node.toLocaleString('en'),
      percent(overlap),
      percent(empty),
      String(depth),
      triangles.toLocaleString('en'),
    ]);
    await listed.first().click();
    const properties = page.getByTestId('properties');
    await expect.poll(() => properties.innerText()).toContain(`Node ${node.toLocaleString('en')}`);
    // The same numbers, in the same form.
    const figures = await properties.innerText();
    expect(figures).toMatch(
      new RegExp(
        ['Cost', cells[2], '%\\s+Waste', cells[1], '%\\s+cost × empty\\s+Overlap', cells[3], '%\\s+Empty', cells[4], '%'].join('\\s+'),
      ),
    );
    await restPointer(page);
    await picture('worst-nodes');
    // Order and place are kept while the tree is shown.
    const list = page.getByTestId('worst-nodes');
    await list.evaluate((element) => void (element.scrollTop = 2200));
    await expect.poll(() => listed.first().getAttribute('data-listed')).not.toBe(String(node));
    await page.getByRole('radio', { name: 'Tree' }).click();
    await page.getByRole('radio', { name: 'Worst nodes' }).click();
    await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBe(2200);
    expect(await page.getByRole('columnheader', { name: 'Overlap' }).getAttribute('aria-sort')).toBe('descending');
  });

  test('a number goes to its node, and the path leads back up', async () => {
    const { page, picture } = app();
    await page.getByRole('radio', { name: 'Tree' }).click();
    const field = page.getByTestId('go-to-node');
    await page.keyboard.press('Alt+g');
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type('9399');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('alert').allInnerTexts()).toContain('At most 9398');
    await field.fill('5,000');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('[data-node][aria-selected="true"]').getAttribute('data-node')).toBe('5000');
    const steps = page.getByTestId('node-path').getByRole('button');
    await expect.poll(() => steps.last().innerText()).toBe('5,000');
    await expect.poll(() => steps.first().innerText()).toBe('0');
    // No number is cut, however deep its row.
    const labels = page.locator('[data-node] > .label');
    expect(await labels.evaluateAll((all) => all.filter((label) => label.scrollWidth > label.clientWidth).length)).toBe(0);
    await restPointer(page);
    await picture('deep-node');
    // Nor in the path, which leads up step by step where it has no room for all.
    const path = page.getByTestId('node-path').getByRole('list');
    expect(await path.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
    const above = steps.nth(1);
    expect(await above.innerText()).toBe('…');
    expect(await above.getAttribute('title')).toMatch(/^Node [\d,]+, depth \d+, the last of \d+ nodes that do not fit$/);
    const parent = await steps.nth(-2).innerText();
    await steps.nth(-2).click();
    await expect.poll(() => steps.last().innerText()).toBe(parent);
  });

  test('a bar of a histogram selects and lists its leaves', async () => {
    const { page, picture } = app();
    const bar = page.getByRole('group', { name: 'Leaves by depth' }).getByRole('button').nth(4);
    const name = await bar.getAttribute('aria-label');
    await bar.click();
    await expect.poll(() => page.getByTestId('leaf-group').innerText()).toBe(name);
    await expect.poll(() => page.getByTestId('legend').innerText()).toMatch(/Selected: \d+ triangles/);
    const depths = await page.locator('[data-listed]').evaluateAll((rows) => [...new Set(rows.map((row) => row.children[5]!.textContent))]);
    expect(depths).toEqual([/depth (\d+)/.exec(name!)![1]]);
    await restPointer(page);
    await picture('leaf-group');
    await page.getByRole('button', { name: 'List all nodes' }).click();
    await expect.poll(() => page.getByTestId('leaf-group').count()).toBe(0);
    await page.keyboard.press('Alt+n');
    await expect.poll(() => page.getByTestId('hierarchy').count()).toBe(1);
  });

  test('each size has three digits of its own, also far from the origin', async () => {
    const { page, picture } = app();
    await (await documentReady(page, 'terrain.obj')).click();
    await expect.poll(() => page.locator('[data-node="0"] > .box').innerText()).toMatch(/^4000×4000×\d\d\.\d$/);
    await page.locator('[data-node="0"]').click();
    await page.keyboard.press('*');
    const sizes = await page.locator('[data-node] > .box').allInnerTexts();
    expect(sizes.length).toBeGreaterThan(10);
    for (const size of sizes) expect(size).toMatch(/^((\d{3,}|\d\d\.\d|\d\.\d\d|0\.0*[1-9]\d\d|0)(×|$)){3}/);
    await restPointer(page);
    await picture('terrain-sizes');
  });

  test('the console has no errors', () => {
    expectQuietConsole(app());
  });
});

interface WorstNode {
  readonly node: number;
  readonly overlap: number;
  readonly empty: number;
  readonly depth: number;
  readonly triangles: number;
}

function worst(by: string): WorstNode {
  const { stdout } = spawnSync(process.execPath, ['dist/main/cli.js', 'tree', sample, '--worst', '1', '--worst-by', by, '--json'], {
    encoding: 'utf8',
  });
  return (JSON.parse(stdout) as { readonly worstNodes: readonly WorstNode[] }).worstNodes[0]!;
}

function terrainText(cells: number): string {
  const lines: string[] = [];
  for (let y = 0; y <= cells; y++)
    for (let x = 0; x <= cells; x++) lines.push(`v ${500_000 + 100 * x} ${4_000_000 + 100 * y} ${20 * Math.sin(x / 3) * Math.cos(y / 4)}`);
  const at = (x: number, y: number): number => y * (cells + 1) + x + 1;
  for (let y = 0; y < cells; y++)
    for (let x = 0; x < cells; x++)
      lines.push(`f ${at(x, y)} ${at(x + 1, y)} ${at(x + 1, y + 1)}`, `f ${at(x, y)} ${at(x + 1, y + 1)} ${at(x, y + 1)}`);
  return `${lines.join('\n')}\n`;
}

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { importMesh } from '#core/import/import-mesh';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { noProgress } from '#core/progress';
import { boxOverlapBruteForce } from '#core/query/box/brute-force';
import { capsuleOverlapBruteForce } from '#core/query/capsule/brute-force';
import { axeViolations } from './axe-violations.ts';
import { describeApp, expectQuietConsole, type App } from './app.ts';
import { documentReady, fieldValue, restPointer, samePicture, steadyView, typeInto, viewAtRest } from './view.ts';

const sample = 'resources/samples/keep.glb';

describeApp('probes in the served app', [sample], (app) => {
  test('a probe follows the pointer with its live result, and a click places it', async () => {
    const { page, picture } = app();
    await documentReady(page, 'keep.glb');
    await steadyView(page);
    await page.keyboard.press('Shift+E');
    const [x, y] = await middleOfView(app());
    await page.mouse.move(x - 60, y);
    await expect.poll(() => page.getByTestId('probe-found').count()).toBe(1);
    const first = await fieldValue(page, 'probe-center-x');
    await page.mouse.move(x + 20, y + 10);
    await expect.poll(() => fieldValue(page, 'probe-center-x')).not.toBe(first);
    await page.mouse.click(x + 20, y + 10);
    await page.locator('[data-probed]').first().waitFor();
    await expectBox(app());
    await restPointer(page);
    await expectBox(app());
    await picture('probe-box');
  });

  test('typed numbers change the box, and its rows are those of brute force', async () => {
    const { page } = app();
    for (const [axis, text] of [
      ['x', '0'],
      ['y', '1'],
      ['z', '0'],
    ] as const)
      await typeInto(page, `probe-center-${axis}`, text);
    await typeInto(page, 'probe-size-x', '8');
    await typeInto(page, 'probe-rotate-y', '45');
    await expectBox(app());
    expect(Number(await page.getByTestId('probe-found').innerText())).toBeGreaterThan(3);
  });

  test('a capsule has features and depths; a row selects its triangle in the view and the reverse', async () => {
    const { page, picture } = app();
    await page.getByTestId('probe-shape').selectOption('capsule');
    await expect.poll(() => page.getByTestId('probe-radius').count()).toBe(1);
    const mesh = await sampleMesh();
    const end = async (name: string): Promise<[number, number, number]> => [
      await fieldValue(page, `probe-${name}-x`),
      await fieldValue(page, `probe-${name}-y`),
      await fieldValue(page, `probe-${name}-z`),
    ];
    const capsule = { from: await end('from'), to: await end('to'), radius: await fieldValue(page, 'probe-radius') };
    const wanted = [...capsuleOverlapBruteForce(mesh, capsule)];
    expect(wanted.length).toBeGreaterThan(0);
    await expect.poll(() => page.getByTestId('probe-found').innerText()).toBe(wanted.length.toLocaleString('en-US'));
    await restPointer(page);
    const before = await steadyView(page);
    const row = page.locator('[data-probed]').first();
    expect(await row.innerText()).toMatch(/face|edge|vertex/);
    await row.hover();
    expect(samePicture(await steadyView(page), before)).toBe(false);
    await row.click();
    await expect.poll(() => page.getByTestId('status-selection').innerText()).toMatch(/triangle/);
    expect(await row.getAttribute('aria-selected')).toBe('true');
    await picture('probe-capsule');
  });

  test('undo restores the box, and Remove removes the probe', async () => {
    const { page } = app();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.getByTestId('probe-size-x').count()).toBe(1);
    await expectBox(app());
    await page.getByRole('button', { name: 'Remove' }).click();
    await restPointer(page);
    await expect.poll(() => page.locator('[data-probed]').count()).toBe(0);
    await page.keyboard.press('Control+z');
    await expectBox(app());
  });

  test('pinned probes are named, repeated, removed, undone, and copied as a command line', async () => {
    const { page, picture } = app();
    await page.getByRole('button', { name: 'Pin', exact: true }).click();
    await typeInto(page, 'probe-size-x', '2');
    await page.getByRole('button', { name: 'Pin', exact: true }).click();
    await page.getByLabel('Name of Box 1').fill('Gate');
    await page.getByLabel('Name of Box 1').press('Enter');
    await page.getByRole('button', { name: 'Make Gate current' }).click();
    await expect.poll(() => fieldValue(page, 'probe-size-x')).toBe(8);
    await expectBox(app());
    expect(await page.getByTestId('legend').innerText()).toMatch(/2 pinned probes/);
    await picture('probe-pinned');
    await page.getByRole('button', { name: 'Copy the command line of Gate' }).click();
    const copied = 'Copied: boxwood query box keep.glb --center 0,1,0 --size 8,4,4 --rotate 0,45,0';
    await expect.poll(() => page.getByText(copied).count()).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Remove Box 2' }).click();
    await expect.poll(() => page.locator('[data-pin]').count()).toBe(1);
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.locator('[data-pin]').count()).toBe(2);
  });

  test('a reloaded page has the probe and the pinned ones', async () => {
    const { page } = app();
    await page.reload();
    await documentReady(page, 'keep.glb');
    await expect.poll(() => page.getByLabel('Name of Gate').inputValue()).toBe('Gate');
    await expectBox(app());
  });

  test('a reloaded page can redo and undo the steps of the page before', async () => {
    const { page } = app();
    await page.keyboard.press('Control+Shift+Z');
    await expect.poll(() => page.locator('[data-pin]').count()).toBe(1);
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.locator('[data-pin]').count()).toBe(2);
  });

  test('the query debugger records the probe with the cost that the panel shows', async () => {
    const { page } = app();
    const shown = await page.getByTestId('properties').innerText();
    await page.keyboard.press('Alt+q');
    await page.getByTestId('trace-now').waitFor();
    expect(await page.getByTestId('trace-query').inputValue()).toBe('probe');
    const reported = [/([\d,]+) visited/, /([\d,]+) tested/].map((pattern) => pattern.exec(shown)?.[1]);
    expect(await page.getByTestId('trace-costs').locator('tbody td.right').allInnerTexts()).toEqual(reported);
    await page.keyboard.press('Alt+q');
  });

  test('a slice shows signed distances with their scale', async () => {
    const { page, picture } = app();
    await restPointer(page);
    const before = await steadyView(page);
    await page.getByTestId('probe-shape').selectOption('slice');
    await typeInto(page, 'probe-cells', '48');
    await typeInto(page, 'probe-point-y', '4');
    await typeInto(page, 'probe-size', '60');
    await expect.poll(() => page.getByTestId('slice').getAttribute('data-state')).toBe('done');
    const length = async (testId: string): Promise<number> => parseFloat((await page.getByTestId(testId).innerText()).replace('−', '-'));
    expect(await length('slice-min')).toBeLessThan(await length('slice-max'));
    expect(samePicture(await steadyView(page), before)).toBe(false);
    await picture('probe-slice');
    expect(await page.getByTestId('probed').innerText()).toMatch(/distances, not triangles/);
    // The slice is placed: the pointer reads it.
    const value = page.getByTestId('slice-value');
    expect(await value.innerText()).toBe('not on the slice');
    const [x, y] = await middleOfView(app());
    let read = '';
    for (const [dx, dy] of [
      [0, -120],
      [-150, -100],
      [150, -100],
      [0, -180],
    ] as const) {
      await page.mouse.move(x + dx, y + dy);
      await viewAtRest(page);
      read = await value.innerText();
      if (read !== 'not on the slice') break;
    }
    const [min, max] = [await length('slice-min'), await length('slice-max')];
    const shown = parseFloat(read.replace('−', '-'));
    expect(shown).toBeGreaterThanOrEqual(min - 1e-3);
    expect(shown).toBeLessThanOrEqual(max + 1e-3);
    await restPointer(page);
  });

  test('sides and parts leave out triangles, and the copied command has them', async () => {
    const { page } = app();
    await page.getByTestId('probe-shape').selectOption('sphere');
    await typeInto(page, 'probe-radius', '6');
    const count = async (): Promise<number> => Number((await page.getByTestId('probe-found').innerText()).replaceAll(',', ''));
    await expect.poll(count).toBeGreaterThan(10);
    const all = await count();
    await page.getByTestId('probe-sides').getByRole('radio', { name: 'Front' }).click();
    await expect.poll(count).toBeLessThan(all);
    const front = await count();
    await page.getByTestId('probe-sides').getByRole('radio', { name: 'Back' }).click();
    await expect.poll(async () => (await count()) + front).toBeGreaterThanOrEqual(all);
    await page.getByTestId('probe-parts').fill('no such part');
    await page.getByTestId('probe-parts').press('Enter');
    await expect.poll(() => page.getByTestId('probe-problem').innerText()).toMatch(/no such part/);
    await page.getByTestId('probe-parts').fill('#0');
    await page.getByTestId('probe-parts').press('Enter');
    await expect.poll(() => page.getByTestId('probe-problem').count()).toBe(0);
    expect(await page.getByTestId('copy-code-probe').isDisabled()).toBe(false);
    await page.locator('[data-testid="properties"] [data-testid="copy-command-probe"]').click();
    await expect.poll(() => page.getByText(/Copied: boxwood query sphere .*--parts '?#0'? --sides back/).count()).toBeGreaterThan(0);
  });

  test('a hull is taken from a mesh, in both themes without a violation', async () => {
    const { page, picture } = app();
    await page.getByTestId('probe-shape').selectOption('hull');
    await page.getByTestId('probe-hull-of').selectOption({ label: 'keep.glb' });
    await expect.poll(async () => (await page.getByTestId('probe-points').inputValue()).split('\n').length).toBeGreaterThan(8);
    const total = (await sampleMesh()).indices.length / 3;
    await page.getByTestId('probe-sides').getByRole('radio', { name: 'Both' }).click();
    await page.getByTestId('probe-parts').fill('');
    await page.getByTestId('probe-parts').press('Enter');
    // The hull of a mesh overlaps all of it.
    await expect.poll(() => page.getByTestId('probe-found').innerText()).toBe(total.toLocaleString('en-US'));
    await restPointer(page);
    await steadyView(page);
    await picture('probe-hull');
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe(theme);
      expect(await axeViolations(page)).toEqual([]);
      if (theme === 'light') await picture('probe-light');
    }
  });

  test('an impossible shape is reported in one message', async () => {
    const { page } = app();
    await page.getByTestId('probe-shape').selectOption('plane');
    for (const axis of ['x', 'y', 'z']) await typeInto(page, `probe-normal-${axis}`, '0');
    await expect.poll(() => page.getByTestId('probe-problem').innerText()).toMatch(/normal/);
    await typeInto(page, 'probe-normal-y', '1');
    await expect.poll(() => page.getByTestId('probe-problem').count()).toBe(0);
    expectQuietConsole(app());
  });
});

/** The list and the count are those of brute force for the box in the fields. */
async function expectBox({ page }: App): Promise<void> {
  const vector = async (name: string): Promise<[number, number, number]> => [
    await fieldValue(page, `probe-${name}-x`),
    await fieldValue(page, `probe-${name}-y`),
    await fieldValue(page, `probe-${name}-z`),
  ];
  const [center, size, rotate] = [await vector('center'), await vector('size'), await vector('rotate')];
  const turn = (rotate[1] * Math.PI) / 180;
  const half = (k: 0 | 1 | 2): [number, number, number] => {
    const side = size[k] / 2;
    return k === 0
      ? [Math.cos(turn) * side, 0, -Math.sin(turn) * side]
      : k === 1
        ? [0, side, 0]
        : [Math.sin(turn) * side, 0, Math.cos(turn) * side];
  };
  const wanted = [...boxOverlapBruteForce(await sampleMesh(), { kind: 'oriented', center, halfEdges: [half(0), half(1), half(2)] })];
  expect(wanted.length).toBeGreaterThan(0);
  await expect.poll(() => page.getByTestId('probe-found').innerText()).toBe(wanted.length.toLocaleString('en-US'));
  const rows = await page.locator('[data-probed]').evaluateAll((all) => all.map((row) => Number(row.getAttribute('data-probed'))));
  expect(rows).toEqual(wanted.slice(0, rows.length));
}

let loaded: TriangleMesh | null = null;

async function sampleMesh(): Promise<TriangleMesh> {
  const context = { fileName: basename(sample), progress: noProgress, readSideFile: async () => null };
  loaded ??= (await importMesh(readFileSync(sample), context)).mesh;
  return loaded;
}

async function middleOfView({ page }: App): Promise<[x: number, y: number]> {
  const box = await page.getByTestId('view').boundingBox();
  return [box!.x + box!.width / 2, box!.y + box!.height / 2];
}

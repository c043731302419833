import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { importMesh } from '#core/import/import-mesh';
import type { Vec3 } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { noProgress } from '#core/progress';
import { raycastBruteForce } from '#core/query/ray/brute-force';
import type { Ray } from '#core/query/ray/ray';
import { corpusFolder, describeCorpus } from '../corpus/corpus.ts';
import { describeApp, expectQuietConsole, type App } from './app.ts';
import { countGl, documentReady, fieldValue, restPointer, samePicture, steadyView, typeInto, viewAtRest } from './view.ts';

const sample = 'resources/samples/keep.glb';

describeApp('looking at a mesh and its tree', [sample], (app) => {
  test('a node clicked in the hierarchy shows its box and its triangles', async () => {
    const { page, picture } = app();
    await documentReady(page, 'keep.glb');
    const before = await steadyView(page);
    await page.locator('[data-node="1"]').click();
    await restPointer(page);
    expect(samePicture(await steadyView(page), before)).toBe(false);
    await expect.poll(() => page.getByTestId('properties').innerText()).toContain('Node 1');
    await expect.poll(() => page.getByTestId('status-selection').innerText()).toContain('1');
    await picture('node');
  });

  test('the boxes of a level are drawn in the colour of their depth', async () => {
    const { page, picture } = app();
    await typeInto(page, 'box-level-field', '5');
    await restPointer(page);
    await steadyView(page);
    await expect.poll(() => page.getByTestId('legend').innerText()).toMatch(/level 5/i);
    await picture('boxes');
  });

  test('a triangle clicked in the view opens the path to its leaf', async () => {
    const { page } = app();
    await page.mouse.click(...(await middleOfView(app())));
    await restPointer(page);
    await expect.poll(() => page.getByTestId('status-selection').innerText()).toMatch(/triangle/i);
    await expect.poll(() => page.locator('[data-node][aria-selected="true"]').count()).toBe(1);
  });

  test('a hovered triangle compiles no shader again, and a pointer that stays on it draws nothing', async () => {
    const { page } = app();
    await page.keyboard.press('Escape');
    const [x, y] = await middleOfView(app());
    await page.mouse.move(x, y);
    await viewAtRest(page);
    const used = await countGl(page);
    const pointer = page.getByTestId('pointer');
    const drawnWhileStaying: number[] = [];
    for (const away of [30, 90, 150]) {
      const before = await used();
      await page.mouse.move(x + away, y);
      await viewAtRest(page);
      const entered = await used();
      expect(entered.draws).toBeGreaterThan(before.draws);
      const at = await pointer.innerText();
      await page.mouse.move(x + away + 0.3, y + 0.3);
      await expect.poll(() => pointer.innerText()).not.toBe(at);
      await viewAtRest(page);
      drawnWhileStaying.push((await used()).draws - entered.draws);
    }
    // An edge may lie between, but hardly three times.
    expect(Math.min(...drawnWhileStaying)).toBe(0);
    expect((await used()).programs).toBe(0);
  });

  test('undo and redo restore every step exactly', async () => {
    const { page } = app();
    await restPointer(page);
    const shaded = await steadyView(page);
    await page.keyboard.press('x');
    const xray = await steadyView(page);
    expect(samePicture(xray, shaded)).toBe(false);
    await page.keyboard.press('Control+z');
    expect(samePicture(await steadyView(page), shaded)).toBe(true);
    await page.keyboard.press('Control+Shift+z');
    expect(samePicture(await steadyView(page), xray)).toBe(true);
    await page.keyboard.press('Control+z');
  });

  test('a rebuilt tree changes the statistics, and undo restores the old tree at once', async () => {
    const { page } = app();
    const statistics = page.getByTestId('statistics');
    const before = await statistics.innerText();
    await page.getByTestId('option-split').selectOption('median');
    await expect.poll(() => statistics.innerText()).not.toBe(before);
    await page.keyboard.press('Control+z');
    await expect.poll(() => statistics.innerText()).toBe(before);
    await page.keyboard.press('Control+y');
    await expect.poll(() => statistics.innerText()).not.toBe(before);
    await page.keyboard.press('Control+z');
  });

  test('an option out of range is rejected in its field', async () => {
    const { page } = app();
    await typeInto(page, 'option-leafTriangles', '0');
    await expect.poll(() => page.getByTestId('option-leafTriangles').getAttribute('aria-invalid')).toBe('true');
    await page.getByTestId('option-leafTriangles').press('Escape');
    await expect.poll(() => page.getByTestId('option-leafTriangles').inputValue()).toBe('4');
  });

  test('a part that is hidden is not picked', async () => {
    const { page } = app();
    const before = await steadyView(page);
    await page.getByRole('button', { name: 'Hide ground' }).click();
    expect(samePicture(await steadyView(page), before)).toBe(false);
    await page.keyboard.press('Control+z');
    await restPointer(page);
    expect(samePicture(await steadyView(page), before)).toBe(true);
  });

  test('the console has no errors', () => {
    expectQuietConsole(app());
  });
});

describeApp('rays in the served app', [sample], (app) => {
  test('a ray cast by a click hits what brute force finds', async () => {
    const { page, picture } = app();
    await documentReady(page, 'keep.glb');
    await steadyView(page);
    await page.keyboard.press('t');
    await page.mouse.click(...(await middleOfView(app())));
    await page.locator('[data-hit="0"]').waitFor();
    await page.getByTestId('properties').getByRole('radio', { name: 'All', exact: true }).click();
    await expectHitsOf(app(), await readMesh(sample));
    await restPointer(page);
    await picture('ray');
  });

  test('a ray typed as numbers hits what brute force finds', async () => {
    const { page } = app();
    const numbers = { 'origin-x': '-40', 'origin-y': '2', 'origin-z': '-8', 'direction-x': '2', 'direction-y': '0', 'direction-z': '0' };
    for (const [name, text] of Object.entries(numbers)) await typeInto(page, `ray-${name}`, text);
    await expectHitsOf(app(), await readMesh(sample));
    await typeInto(page, 'ray-far', '20');
    await expectHitsOf(app(), await readMesh(sample));
  });

  test('a ray aimed by a drag is one step of undo', async () => {
    const { page } = app();
    const before = await page.getByTestId('hits').innerText();
    const [x, y] = await middleOfView(app());
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y + 20, { steps: 6 });
    await page.mouse.move(x + 120, y + 60, { steps: 6 });
    await page.mouse.up();
    await expect.poll(() => page.getByTestId('hits').innerText()).not.toBe(before);
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.getByTestId('hits').innerText()).toBe(before);
  });

  test('a hit selected in the list is selected in the view', async () => {
    const { page } = app();
    const before = await steadyView(page);
    await page.locator('[data-hit="0"]').click();
    await restPointer(page);
    expect(samePicture(await steadyView(page), before)).toBe(false);
  });

  test('the console has no errors', () => {
    expectQuietConsole(app());
  });
});

describeCorpus('a real mesh', () => {
  const file = join(corpusFolder, 'scan/stanford-bunny.obj');
  describeApp('a real mesh dropped on the served app', [], (app) => {
    test('shows all its triangles, and rays on it hit what brute force finds', async () => {
      const { page, drop } = app();
      await page.getByTestId('empty').waitFor();
      await drop([file]);
      await documentReady(page, basename(file));
      await expect.poll(() => page.getByTestId('status').innerText()).toContain('69,451 triangles');
      await steadyView(page);
      await page.keyboard.press('t');
      await page.mouse.click(...(await middleOfView(app())));
      await page.locator('[data-hit="0"]').waitFor();
      await page.getByTestId('properties').getByRole('radio', { name: 'All', exact: true }).click();
      await expectHitsOf(app(), await readMesh(file));
    });

    test('the console has no errors', () => {
      expectQuietConsole(app());
    });
  });
});

/** A little below the middle, where the framed mesh is: bars take the upper part of the view. */
async function middleOfView({ page }: App): Promise<[x: number, y: number]> {
  const box = await page.getByTestId('view').boundingBox();
  return [box!.x + box!.width / 2, box!.y + 0.6 * box!.height];
}

async function readMesh(path: string): Promise<TriangleMesh> {
  const context = { fileName: basename(path), progress: noProgress, readSideFile: async () => null };
  return (await importMesh(readFileSync(path), context)).mesh;
}

/** The hits listed by the page are those that brute force finds for the ray whose numbers the page shows. */
async function expectHitsOf({ page }: App, mesh: TriangleMesh): Promise<void> {
  const vector = async (name: string): Promise<Vec3> => [
    await fieldValue(page, `ray-${name}-x`),
    await fieldValue(page, `ray-${name}-y`),
    await fieldValue(page, `ray-${name}-z`),
  ];
  const ray: Ray = { origin: await vector('origin'), direction: await vector('direction'), far: await fieldValue(page, 'ray-far') };
  const expected = raycastBruteForce(mesh, ray, { mode: 'all', cull: false }).hits;
  expect(expected.length).toBeGreaterThan(0);
  await expect.poll(() => page.getByTestId('properties').innerText()).toMatch(new RegExp(`Hits\\s+${expected.length}\\b`));
  // In one look, since the page may draw between two. The list is virtual: the rows that there are, from the first.
  const areRight = (): Promise<(boolean | string)[]> =>
    page.locator('[data-hit]').evaluateAll(
      (rows, hits) =>
        rows.map((row, i) => {
          const { triangle, distance } = hits[i] ?? { triangle: -1, distance: NaN };
          const shown = Number(row.querySelector<HTMLElement>('.distance')!.innerText.replaceAll(',', ''));
          return row.getAttribute('data-triangle') === String(triangle) && Math.abs(shown - distance) < 0.005 ? true : row.textContent;
        }),
      expected.map(({ triangle, distance }) => ({ triangle, distance })),
    );
  await expect.poll(async () => [...new Set(await areRight())]).toEqual([true]);
}

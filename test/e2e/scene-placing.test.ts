import { unzipSync } from 'fflate';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { instancedGltf } from '../fixtures/instanced-gltf.ts';
import { box } from '../fixtures/shapes.ts';
import { objText, productFolder } from '../main/product.ts';
import { runInProcess } from '../main/run-in-process.ts';
import { describeDrawnApp, expectQuietConsole } from './app.ts';
import { axeViolations, rulesOf } from './axe-violations.ts';
import { layoutFaults } from './layout-faults.ts';
import { funnel, shown } from './scene-page.ts';
import { restPointer, samePicture, steadyView, typeInto, viewAtRest } from './view.ts';

const folder = mkdtempSync(join(tmpdir(), 'boxwood-placing-'));
writeFileSync(join(folder, 'box.obj'), objText(box()));
afterAll(() => rmSync(folder, { recursive: true }));

/** The listed pairs with their stages. */
async function pairsOf(page: Page): Promise<readonly (readonly [number, number, string])[]> {
  await page.getByRole('radiogroup', { name: 'Scene list' }).getByRole('radio', { name: 'Pairs' }).click();
  const rows = page.getByTestId('scene-list').locator('[data-stage]');
  await rows.first().waitFor();
  return rows.evaluateAll((all) =>
    all.map((row) => [Number(row.getAttribute('data-i')), Number(row.getAttribute('data-j')), row.getAttribute('data-stage')!] as const),
  );
}

describeDrawnApp('placing instances', [join(folder, 'box.obj')], (app) => {
  test('a cloud of walking boxes becomes a scene, and undo removes it', async () => {
    const { page, picture } = app();
    await page.getByRole('tab', { name: /^Scene/ }).click();
    await expect.poll(() => page.getByTestId('place-meshes').innerText()).toContain('box.obj');
    await page.getByTestId('option-place-arrange').selectOption('random');
    await typeInto(page, 'option-place-count', '40');
    await typeInto(page, 'option-place-spacing', '0.5');
    await page.getByTestId('option-place-motion').selectOption('walk');
    await page.getByTestId('place').click();
    await shown(page, 0);
    expect(Number((await page.getByTestId('scene-possible').innerText()).replaceAll(',', ''))).toBe((40 * 39) / 2);
    expect((await funnel(page))[1]).toBeGreaterThan(0);
    await picture('scene-placed');
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.locator('.scene-bar').count()).toBe(0);
    await page.keyboard.press('Control+Shift+z');
    await shown(page, 0);
  });

  test('a scene that is placed over another one is framed by its own bounds', async () => {
    const { page } = app();
    const pairs = async (): Promise<number | null | undefined> => (await funnel(page))[1];
    const near = await pairs();
    expect(near).toBeGreaterThan(0);
    await page.getByRole('radio', { name: 'Place' }).click();
    await typeInto(page, 'option-place-spacing', '40');
    await page.getByTestId('place').click();
    // The other scene stays until this one is placed, at the same step. So far apart no boxes overlap.
    await expect.poll(pairs).toBe(0);
    await shown(page, 0);
    await restPointer(page);
    const placed = await steadyView(page);
    await page.keyboard.press('Home');
    expect(samePicture(await steadyView(page), placed)).toBe(true);
    await page.keyboard.press('Control+z');
    await typeInto(page, 'option-place-spacing', '0.5');
    await expect.poll(pairs).toBe(near);
    await shown(page, 0);
  });

  test('chosen instances get other sets, layers and motions, and their pairs follow', async () => {
    const { page } = app();
    await page.getByRole('radio', { name: 'Instances' }).click();
    await page.getByTestId('scene-picked').fill('0-9');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByTestId('scene-picked-count').innerText()).toBe('10 instances chosen');
    expect(await page.getByTestId('option-edit-mask').inputValue()).toBe('all');
    await typeInto(page, 'option-edit-mask', '0xFFFFFFFD');
    await expect.poll(() => page.locator('[data-instance="3"]').innerText()).toContain('all but 2');
    await typeInto(page, 'option-edit-mask', 'all');
    await expect.poll(() => page.locator('[data-instance="3"]').getAttribute('data-mask')).toBe('4294967295');
    await typeInto(page, 'option-edit-layer', '2');
    const row = (instance: number) => page.locator(`[data-instance="${instance}"]`);
    await expect.poll(() => row(3).getAttribute('data-layer')).toBe('2');
    await page.getByTestId('scene-motion').selectOption('orbit');
    await expect.poll(() => row(3).getAttribute('data-motion')).toBe('orbit');
    const before = (await funnel(page))[1]!;
    await page.getByTestId('scene-picked').fill('all');
    await page.keyboard.press('Enter');
    await page.locator('.scene-edit').getByRole('radio', { name: 'Static' }).click();
    await expect.poll(() => row(3).getAttribute('data-motion')).toBe('none');
    // Two static instances are no pair.
    await expect.poll(async () => (await funnel(page))[1]).toBe(0);
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await funnel(page))[1]).toBe(before);
    await page.getByTestId('scene-picked').fill('x');
    await page.keyboard.press('Enter');
    expect(await page.getByTestId('scene-picked').getAttribute('aria-invalid')).toBe('true');
    await page.keyboard.press('Escape');
    await row(5).click();
    await expect.poll(() => page.getByTestId('scene-picked').inputValue()).toBe('5');
  });

  test('the figures of the article are plots and a file with the same numbers', async () => {
    const { page, picture } = app();
    await page.locator('.scene-views [data-command="compareScene"]').click();
    await page.getByTestId('scene-figure-2').waitFor();
    await expect
      .poll(() => page.getByTestId('scene-compared-steps').innerText())
      .toBe('Broad phases, 10 steps; later: median of the 9 after the first.');
    await expect.poll(() => page.getByTestId('tab-compare').getAttribute('aria-selected')).toBe('true');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('scene-csv').click()]);
    expect(download.suggestedFilename()).toBe('placed-figures.csv');
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','));
    const shownPoints = await page
      .getByTestId('scene-figure-2')
      .locator('[data-curve]')
      .evaluateAll((rows) => rows.map((row) => [row.getAttribute('data-x'), row.getAttribute('data-curve'), row.getAttribute('data-y')]));
    const printedPoints = lines
      .filter(([figure, , , , later]) => figure === '2' && Number(later) > 0)
      .map(([, x, curve, , later]) => [x, curve, later]);
    expect(shownPoints.length).toBeGreaterThan(5);
    expect(shownPoints.map(String).sort()).toEqual(printedPoints.map(String).sort());
    expect(await page.getByTestId('scene-figure-3').locator('[data-curve]').count()).toBe(
      lines.filter(([figure, , , first]) => figure === '3' && Number(first) > 0).length,
    );
    await picture('scene-figures');
    // The plot takes the width of its figure, and its text has a size that can be read.
    const plot = page.getByTestId('scene-figure-2').locator('svg').first();
    const shown = (): Promise<readonly [room: number, text: number]> =>
      plot.evaluate((svg) => {
        const figure = svg.parentElement!.getBoundingClientRect();
        const right = Math.max(...[...svg.querySelectorAll('.grid')].map((line) => line.getBoundingClientRect().right));
        return [figure.right - right, svg.querySelector('text')!.getBoundingClientRect().height];
      });
    await expect.poll(async () => (await shown())[0]).toBeLessThan(12);
    expect((await shown())[1]).toBeGreaterThan(9);
    expect(await page.getByTestId('scene-figure-2').locator('.scene-key').innerText()).toContain('Sweep and prune, Shell sort');
    // Each measure is a column of the file.
    const columns = { 'Later step': 4, 'First step': 3, 'Later swaps': 6, 'First swaps': 5, Tests: 7 };
    for (const [name, column] of Object.entries(columns)) {
      await page.getByRole('radiogroup', { name: 'Broad phases show' }).getByRole('radio', { name }).click();
      const wanted = lines.filter((line) => line[0] === '2' && Number(line[column]) > 0).map((line) => [line[1], line[2], line[column]]);
      const rows = page.getByTestId('scene-figure-2').locator('[data-curve]');
      await expect
        .poll(async () =>
          (
            await rows.evaluateAll((all) =>
              all.map((row) => [row.getAttribute('data-x'), row.getAttribute('data-curve'), row.getAttribute('data-y')]),
            )
          )
            .map(String)
            .sort(),
        )
        .toEqual(wanted.map(String).sort());
    }
    await page.getByRole('radiogroup', { name: 'Surfaces show' }).getByRole('radio', { name: 'Nodes' }).click();
    await expect
      .poll(() =>
        page
          .getByTestId('scene-figure-3')
          .locator('[data-curve="leaf-free"]')
          .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-y'))),
      )
      .toEqual(
        lines.filter(([figure, , curve, , , , , nodes]) => figure === '3' && curve === 'leaf-free' && nodes !== '0').map((line) => line[7]),
      );
    // The kinds of trees are one click away, and a new comparison of the scene shows it again.
    const compared = page.getByRole('radiogroup', { name: 'Compared' });
    await compared.getByRole('radio', { name: 'Trees' }).click();
    await page.locator('.compare-start [data-command="compare"]').waitFor();
    await compared.getByRole('radio', { name: 'Scene' }).click();
    await page.getByTestId('scene-figure-2').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 1000, height: 700 });
    expect(await layoutFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('tab', { name: /^Scene/ }).click();
  });

  for (const theme of ['dark', 'light'] as const) {
    test(`the views of the scene have no violation in the ${theme} theme, and nothing is cut`, async () => {
      const { page } = app();
      await page.emulateMedia({ colorScheme: theme });
      await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe(theme);
      for (const name of ['Place', 'Instances']) {
        await page.getByRole('radio', { name }).click();
        expect(await axeViolations(page, rulesOf(theme))).toEqual([]);
        await page.setViewportSize({ width: 1000, height: 700 });
        expect(await layoutFaults(page)).toEqual([]);
        await page.setViewportSize({ width: 1440, height: 900 });
      }
      await page.emulateMedia({ colorScheme: 'dark' });
    });
  }

  test('boxes are scattered over a surface, which is static', async () => {
    const { page, drop } = app();
    await drop(['resources/samples/keep.glb'].map((file) => join(productFolder, file)));
    await page.getByRole('radio', { name: 'Place' }).click();
    await page.getByTestId('option-place-arrange').selectOption('scatter');
    await page.getByTestId('place-surface').selectOption({ label: 'keep.glb' });
    await typeInto(page, 'option-place-count', '12');
    await page.getByTestId('place').click();
    // Another scene begins with its own look.
    await expect.poll(() => page.getByTestId('scene-possible').innerText()).toBe('78');
    await page.getByTestId('scene-colourBy').selectOption('set');
    await expect.poll(() => page.locator('.scene-key').innerText()).toMatch(/Static\s*1\s*Moving\s*12/);
    expectQuietConsole(app());
  });

  test('parts of a file become instances of their distinct meshes', async () => {
    const { page, drop } = app();
    await page.locator('.scene-bar [data-command="closeScene"]').click();
    writeFileSync(join(folder, 'forest.gltf'), instancedGltf());
    await drop([join(folder, 'forest.gltf')]);
    await expect.poll(() => page.getByTestId('properties').innerText()).toContain('forest.gltf');
    await page.getByTestId('option-place-arrange').selectOption('parts');
    await expect.poll(() => page.getByTestId('place-meshes').innerText()).toContain('forest.gltf');
    await page.getByTestId('place').click();
    await expect.poll(() => page.locator('.scene-name').allInnerTexts()).toEqual(['forest.boxwood-scene.json']);
    await shown(page, 0);
    expect((await funnel(page))[1]).toBe(5);
    await page.getByTestId('scene-colourBy').selectOption('mesh');
    await expect.poll(() => page.locator('.scene-key').innerText()).toMatch(/forest-mesh-0\.obj\s*4\s*forest-mesh-1\.obj\s*1/);
    expectQuietConsole(app());
  });

  test('a scene of parts is saved with its meshes as one archive, which opens again by drop with the same pairs', async () => {
    const { page, drop } = app();
    const button = page.locator('.scene-bar [data-command="saveScene"]');
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    expect(download.suggestedFilename()).toBe('forest.boxwood-scene.zip');
    await page.getByTestId('view').getByText('Saved forest.boxwood-scene.zip: 5 instances and 2 meshes').waitFor();
    const before = await pairsOf(page);
    expect(before.length).toBe(5);
    const archive = join(folder, 'forest.boxwood-scene.zip');
    await download.saveAs(archive);
    const files = unzipSync(readFileSync(archive));
    expect(Object.keys(files)).toEqual(['forest.boxwood-scene.json', 'forest-mesh-0.obj', 'forest-mesh-1.obj']);
    mkdirSync(join(folder, 'unpacked'));
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, 'unpacked', name), bytes);
    const unpacked = join(folder, 'unpacked/forest.boxwood-scene.json');
    const { out, err } = await runInProcess(['scene', unpacked, '--narrow', '--pairs', '--json', '--steps', '1']);
    expect(err).toBe('');
    expect((JSON.parse(out) as { readonly pairs: unknown }).pairs).toEqual(before.map(([i, j]) => [i, j]));
    await page.locator('.scene-bar [data-command="closeScene"]').click();
    // The documents of the parts are closed, so that only the archive has them.
    while ((await page.getByTestId('outliner').locator('[data-phase]').count()) > 0) {
      await page.keyboard.press('Alt+w');
      await page.waitForTimeout(50);
    }
    await drop([archive]);
    await expect.poll(() => page.locator('.scene-name').allInnerTexts()).toEqual(['forest.boxwood-scene.json']);
    await shown(page, 0);
    expect(await pairsOf(page)).toEqual(before);
    expectQuietConsole(app());
  });

  test('of many triangles only near instances are drawn as meshes, and each instance in sight is drawn', async () => {
    const { page, drop } = app();
    await page.locator('.scene-bar [data-command="closeScene"]').click();
    // 800 instances of 720 triangles are more than software GL draws in one frame.
    await drop([join(productFolder, 'resources/samples/motion-ball.obj')]);
    await expect.poll(() => page.getByTestId('properties').innerText()).toContain('motion-ball.obj');
    await page.getByTestId('option-place-arrange').selectOption('grid');
    await typeInto(page, 'option-place-count', '800');
    await page.getByTestId('place').click();
    const note = page.getByTestId('scene-note');
    const numbers = async (): Promise<readonly number[]> =>
      (/In sight: ([\d,]+) as meshes, ([\d,]+) as boxes, ([\d,]+) as points/.exec(await note.innerText()) ?? [])
        .slice(1)
        .map((text) => Number(text.replaceAll(',', '')));
    await expect.poll(async () => (await numbers()).reduce((sum, count) => sum + count, 0)).toBe(800);
    // On its way to the scene the camera is far from all of them.
    await viewAtRest(page);
    const [meshes, boxes, points] = await numbers();
    expect(meshes! + boxes! + points!).toBe(800);
    expect(meshes).toBeGreaterThan(50);
    expect(boxes).toBeGreaterThan(50);
    expectQuietConsole(app());
  });

  test('the sample scene opens from the list of samples', async () => {
    const { page } = app();
    await page.keyboard.press('Control+k');
    await page.getByTestId('palette').waitFor();
    await page.keyboard.type('Samples');
    await page.keyboard.press('Enter');
    await page.getByTestId('samples').locator('[data-sample="yard"]').click();
    await expect.poll(() => page.locator('.scene-name').allInnerTexts()).toEqual(['yard.boxwood-scene.json']);
    await expect.poll(() => page.getByTestId('scene-possible').innerText()).toBe('25,140');
    await shown(page, 0);
    await expect.poll(async () => (await funnel(page))[3]).toBeGreaterThan(0);
    await page.getByTestId('scene-colourBy').selectOption('set');
    await expect.poll(() => page.locator('.scene-key').innerText()).toMatch(/Static\s*60\s*Moving\s*180/);
    expectQuietConsole(app());
  });
});

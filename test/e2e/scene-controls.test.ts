import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { box } from '../fixtures/shapes.ts';
import { objText, productFolder } from '../main/product.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { funnel, shown } from './scene-page.ts';
import { restPointer, samePicture, steadyView, typeInto } from './view.ts';

const folder = mkdtempSync(join(tmpdir(), 'boxwood-controls-'));
writeFileSync(join(folder, 'box.obj'), objText(box()));
afterAll(() => rmSync(folder, { recursive: true }));

const here = 'scene-controls.test.ts';
const run = 'scene.test.ts';
const placing = 'scene-placing.test.ts';
const plays = [here, 'the button plays and pauses'] as const;
const methods = [run, 'every method, sort and number of segments finds the same pairs'] as const;
const narrow = [run, 'without the narrow phase the funnel ends at the boxes'] as const;
const looks = [run, 'colours, boxes and lines change the picture'] as const;
const axes = ['scene-row.test.ts', '70 boxes in a row are cut into 20, 20, 20 and 10 on each axis'] as const;
const filters = ['scene-filters.test.ts', 'bullets that ignore bullets'] as const;
const workers = ['scene-workers.test.ts', 'a worker that ends again and again'] as const;
const edits = [placing, 'chosen instances get other sets, layers and motions'] as const;
const lengths = [here, 'stride and degrees of a motion change the chosen instances'] as const;
const places = [here, 'each field of Place changes what is placed'] as const;
const saves = [placing, 'a scene of parts is saved with its meshes'] as const;
const back = [run, 'Back to scene returns from a pair'] as const;

/** Each control of the panel, with the file and the beginning of the name of the test that uses it. */
const controls: Readonly<Record<string, readonly [file: string, name: string]>> = {
  playScene: plays,
  sceneStepBack: [run, 'lists the pairs of the command line'],
  sceneStepForward: [run, 'opens from the command line'],
  'scene-slider': [run, 'lists the pairs of the command line'],
  'option-scene-steps': [run, 'plays from step to step'],
  'option-scene-method': methods,
  'Sort: Shell sort': methods,
  'Sort: Insertion sort': methods,
  'Sort: Platform sort': methods,
  'option-scene-segments': methods,
  'Narrow phase: Off': narrow,
  'Narrow phase: On': narrow,
  'option-scene-threads': narrow,
  'scene-colourBy': looks,
  'scene-boxes': looks,
  'scene-lines': looks,
  saveScene: saves,
  closeScene: [run, 'saves the scene without meshes as it was read'],
  backToScene: back,
  compareScene: [placing, 'the figures of the article are plots and a file with the same numbers'],
  'Scene list: Pairs': methods,
  'Scene list: Instances': edits,
  'Scene list: Place': [placing, 'a scene that is placed over another one'],
  'Scene list: Axis': axes,
  'Axis: X': axes,
  'Axis: Y': axes,
  'Axis: Z': axes,
  openScenePair: back,
  'scene-picked': edits,
  'scene-same-mesh': filters,
  'scene-again': workers,
  'Set: Static': edits,
  'Set: Moving': lengths,
  'option-edit-layer': edits,
  'option-edit-mask': edits,
  'scene-motion': edits,
  'option-edit-stride': lengths,
  'option-edit-degrees': lengths,
  'option-place-arrange': [placing, 'a cloud of walking boxes becomes a scene'],
  'option-place-count': places,
  'option-place-seed': places,
  'option-place-spacing': places,
  'Random rotation: Off': places,
  'Random rotation: On': places,
  'option-place-layer': places,
  'option-place-mask': places,
  'option-place-motion': places,
  'option-place-stride': places,
  'option-place-degrees': places,
  'place-surface': [placing, 'boxes are scattered over a surface'],
  place: places,
};

/** The names of the controls that the panel shows: its commands, fields and choices. Headers of columns sort in every list, and fields have a reset. */
async function shownControls(page: Page): Promise<readonly string[]> {
  return page
    .locator('#panel-scene')
    .locator('button, input, select, [role="radio"]')
    .evaluateAll((all) =>
      all
        .filter((one) => one.closest('[role="columnheader"]') === null && !one.matches('.reset'))
        .map((one) => {
          const group = one.closest('[role="radiogroup"]');
          if (group !== null) return `${group.getAttribute('aria-label')}: ${one.textContent!.trim()}`;
          return one.getAttribute('data-command') ?? one.getAttribute('data-testid') ?? one.outerHTML.slice(0, 80);
        }),
    );
}

async function place(page: Page, instances: number): Promise<void> {
  await page.getByTestId('place').click();
  await expect.poll(() => page.getByTestId('scene-note').innerText()).toContain(`${instances} instances.`);
  await shown(page, 0);
}

const rowText = (page: Page, instance: number): Promise<string> => page.locator(`[data-instance="${instance}"]`).innerText();
const view = (page: Page, name: string): Promise<void> =>
  page.getByRole('radiogroup', { name: 'Scene list' }).getByRole('radio', { name }).click();

describeApp('the controls of a scene', [join(folder, 'box.obj')], (app) => {
  test('each field of Place changes what is placed', async () => {
    const { page } = app();
    await page.getByRole('tab', { name: /^Scene/ }).click();
    await expect.poll(() => page.getByTestId('place-meshes').innerText()).toContain('box.obj');
    await page.getByTestId('option-place-arrange').selectOption('random');
    await typeInto(page, 'option-place-count', '30');
    await typeInto(page, 'option-place-spacing', '0.6');
    await page.getByTestId('option-place-motion').selectOption('walk');
    await typeInto(page, 'option-place-stride', '0.25');
    await place(page, 30);
    const first = await funnel(page);
    const picture = async (): Promise<Buffer> => {
      await restPointer(page);
      return steadyView(page);
    };
    const before = await picture();
    await view(page, 'Instances');
    // Strides are parts of the largest extent of a mesh, which is 2.
    expect(await rowText(page, 3)).toContain('walk 0.5');
    await view(page, 'Place');
    await typeInto(page, 'option-place-seed', '7');
    await place(page, 30);
    await expect.poll(async () => samePicture(await picture(), before)).toBe(false);
    await typeInto(page, 'option-place-seed', '1');
    await page.locator('.place-form').getByRole('radio', { name: 'On' }).click();
    await page.getByTestId('option-place-motion').selectOption('orbit');
    await typeInto(page, 'option-place-degrees', '33');
    await typeInto(page, 'option-place-layer', '4');
    await typeInto(page, 'option-place-mask', '0x3');
    await place(page, 30);
    await expect.poll(() => page.getByTestId('scene-possible').innerText()).toBe('0');
    await view(page, 'Instances');
    await expect.poll(() => rowText(page, 3)).toMatch(/moving\s+4\s+3\s+orbit 33°/);
    await view(page, 'Place');
    await page.locator('.place-form').getByRole('radiogroup', { name: 'Set' }).getByRole('radio', { name: 'Static' }).click();
    await place(page, 30);
    await view(page, 'Instances');
    await expect.poll(() => rowText(page, 3)).toMatch(/static\s+4\s+3\s+none/);
    for (let undos = 0; undos < 3; undos++) await page.keyboard.press('Control+z');
    await shown(page, 0);
    await expect.poll(() => funnel(page)).toEqual(first);
  });

  test('each control of the panel is in the list of tests, and each of these tests exists', async () => {
    const { page } = app();
    const names = new Set<string>();
    const add = async (): Promise<void> => (await shownControls(page)).forEach((name) => names.add(name));
    for (const name of ['Pairs', 'Axis', 'Instances']) {
      await view(page, name);
      await add();
    }
    await page.getByTestId('scene-picked').fill('0');
    await page.keyboard.press('Enter');
    for (const motion of ['orbit', 'walk']) {
      await page.getByTestId('scene-motion').selectOption(motion);
      await expect.poll(() => rowText(page, 0)).toContain(motion);
      await add();
    }
    await view(page, 'Place');
    for (const arrange of ['grid', 'random', 'scatter', 'parts']) {
      await page.getByTestId('option-place-arrange').selectOption(arrange);
      await add();
    }
    await page.getByTestId('option-place-arrange').selectOption('random');
    await page.locator('.place-form').getByRole('radiogroup', { name: 'Set' }).getByRole('radio', { name: 'Moving' }).click();
    for (const motion of ['orbit', 'walk']) {
      await page.getByTestId('option-place-motion').selectOption(motion);
      await add();
    }
    await page.locator('.scene-bar [data-command="closeScene"]').click();
    await page.getByRole('tab', { name: /^Scene/ }).click();
    await page.locator('#panel-scene [data-command="backToScene"]').waitFor();
    await add();
    await page.locator('#panel-scene [data-command="backToScene"]').click();
    await shown(page, 0);
    expect(names.size).toBeGreaterThan(40);
    expect([...names].filter((name) => controls[name] === undefined)).toEqual([]);
    for (const [control, [file, name]] of Object.entries(controls)) {
      const text = readFileSync(join(productFolder, 'test/e2e', file), 'utf8').replace(/\(\s+/g, '(');
      const isThere = ['test', 'detailTest'].some((call) => text.includes(` ${call}('${name}`));
      expect(isThere, `${control}: ${file} has the test "${name}"`).toBe(true);
    }
  });

  test('the button plays and pauses', async () => {
    const { page } = app();
    const button = page.locator('.scene-bar [data-command="playScene"]');
    await button.click();
    await expect.poll(() => button.getAttribute('aria-label')).toBe('Pause');
    await expect.poll(async () => Number(await page.getByTestId('scene-step').getAttribute('data-step'))).toBeGreaterThan(0);
    await button.click();
    await expect.poll(() => button.getAttribute('aria-label')).toBe('Play');
    await page.getByTestId('scene-slider').fill('0');
    await shown(page, 0);
  });

  test('stride and degrees of a motion change the chosen instances', async () => {
    const { page } = app();
    await view(page, 'Instances');
    await page.getByTestId('scene-picked').fill('2-4');
    await page.keyboard.press('Enter');
    await page.locator('.scene-edit').getByRole('radiogroup', { name: 'Set' }).getByRole('radio', { name: 'Static' }).click();
    await expect.poll(() => rowText(page, 3)).toContain('static');
    await page.locator('.scene-edit').getByRole('radiogroup', { name: 'Set' }).getByRole('radio', { name: 'Moving' }).click();
    await expect.poll(() => rowText(page, 3)).toMatch(/moving.*none/s);
    await page.getByTestId('scene-motion').selectOption('walk');
    await typeInto(page, 'option-edit-stride', '0.125');
    await expect.poll(() => rowText(page, 3)).toContain('walk 0.125');
    await page.getByTestId('scene-motion').selectOption('orbit');
    await typeInto(page, 'option-edit-degrees', '12');
    await expect.poll(() => rowText(page, 4)).toContain('orbit 12°');
    await page.getByTestId('scene-motion').selectOption('velocity');
    await typeInto(page, 'option-edit-stride', '0.5');
    await expect.poll(() => rowText(page, 2)).toContain('velocity 0.5 0 0');
    expect(await rowText(page, 5)).toContain('walk');
  });

  test('rows are shown in the view under the pointer, and framed by a double-click', async () => {
    const { page } = app();
    await view(page, 'Pairs');
    const row = page.getByTestId('scene-list').locator('[data-i]').first();
    const before = await steadyView(page);
    await row.hover();
    await expect.poll(async () => samePicture(await steadyView(page), before)).toBe(false);
    await row.dblclick();
    await restPointer(page);
    const framed = await steadyView(page);
    expect(samePicture(framed, before)).toBe(false);
    await view(page, 'Instances');
    await page.locator('[data-instance="5"]').dblclick();
    await restPointer(page);
    await expect.poll(async () => samePicture(await steadyView(page), framed)).toBe(false);
    await expect.poll(() => page.getByTestId('status-scene').innerText()).toContain('1 chosen');
  });

  test('a comparison can be cancelled and run again', async () => {
    const { page } = app();
    await view(page, 'Place');
    await typeInto(page, 'option-place-count', '6000');
    await page.getByTestId('place').click();
    await expect.poll(() => page.getByTestId('scene-note').innerText()).toContain('6,000 instances.');
    await shown(page, 0);
    await page.locator('.scene-views [data-command="compareScene"]').click();
    await page.getByTestId('scene-compare-cancel').click();
    await page.locator('#panel-compare [data-testid="scene-compare"]').waitFor();
    expect(await page.getByTestId('scene-figure-2').count()).toBe(0);
    await page.getByRole('tab', { name: /^Scene/ }).click();
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.getByTestId('scene-note').innerText()).toContain('30 instances.');
    await page.getByRole('tab', { name: /^Compare/ }).click();
    await page.locator('#panel-compare [data-testid="scene-compare"]').click();
    await page.getByTestId('scene-figure-2').waitFor();
    await page.locator('#panel-compare').getByRole('button', { name: 'Run again' }).click();
    await expect.poll(() => page.getByTestId('scene-figure-2').count()).toBe(1);
    expectQuietConsole(app());
  });
});

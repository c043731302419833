import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SceneStep } from '#core/scene';
import { everyLayer, type SceneDocument, type SceneInstance } from '#core/scene/document/scene-document';
import { sceneText } from '#core/scene/document/scene-text';
import { ball, box } from '../fixtures/shapes.ts';
import { seededRandom } from '../fixtures/random.ts';
import { detailTest } from '../fixtures/detail-test.ts';
import { mainSample } from '../fixtures/scale.ts';
import { objText } from '../main/product.ts';
import { runInProcess } from '../main/run-in-process.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { axeViolations, rulesOf } from './axe-violations.ts';
import { layoutFaults } from './layout-faults.ts';
import { funnel, shown } from './scene-page.ts';
import { middleOfView, restPointer, samePicture, steadyView, typeInto, viewAtRest } from './view.ts';

const folder = mkdtempSync(join(tmpdir(), 'boxwood-scene-'));
mkdirSync(join(folder, 'parts'));
writeFileSync(join(folder, 'box.obj'), objText(box()));
writeFileSync(join(folder, 'parts/ball.obj'), objText(ball(8, 6)));
afterAll(() => rmSync(folder, { recursive: true }));

/** 70 boxes and balls in a cube; some are static, bullets ignore bullets, and the others walk. */
function yard(): SceneDocument {
  const random = seededRandom(17);
  const coordinate = (): number => 7 * (random() - 0.5);
  const instances = Array.from({ length: 70 }, (_, k): SceneInstance => {
    const isBullet = k % 7 === 1;
    return {
      mesh: k % 2,
      matrix: [0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0.5, 0, coordinate(), coordinate(), coordinate(), 1],
      set: k % 5 === 0 ? 'static' : 'moving',
      layer: isBullet ? 2 : 1,
      mask: isBullet ? everyLayer - 2 : everyLayer,
      motion: k % 5 === 0 ? null : { kind: 'walk', seed: k, stride: 0.3 },
    };
  });
  return { meshes: ['box.obj', 'parts/ball.obj'], instances };
}

const file = join(folder, 'yard.boxwood-scene.json');
writeFileSync(file, sceneText(yard()));
writeFileSync(join(folder, 'wrong.boxwood-scene.json'), sceneText(yard()).replace('"matrix":[0.5', '"matrix":["x"'));
writeFileSync(join(folder, 'lost.boxwood-scene.json'), sceneText({ meshes: ['none.obj'], instances: [] }));

interface Report {
  readonly steps: readonly SceneStep[];
  readonly pairs: readonly (readonly [number, number])[];
  readonly overlaps: readonly (readonly [number, number])[];
}

/** What the command line prints for the same scene. */
async function printed(...flags: readonly string[]): Promise<Report> {
  const { out, err, exitCode } = await runInProcess(['scene', file, '--narrow', '--pairs', '--json', ...flags]);
  expect([exitCode, err]).toEqual([0, '']);
  return JSON.parse(out) as Report;
}

const figuresOf = ({ tests, pairs, narrow }: SceneStep): readonly number[] => [tests, pairs, narrow!.spheres, narrow!.overlaps];

describeApp('a scene of many instances', [file], (app) => {
  let steps: readonly SceneStep[];
  let first: Report;
  beforeAll(async () => {
    first = await printed('--steps', '4');
    steps = first.steps;
  });

  test('opens from the command line, and each step has the numbers that the command line prints', async () => {
    const { page, picture } = app();
    await shown(page, 0);
    expect(steps[0]!.pairs).toBeGreaterThan(10);
    expect(await funnel(page)).toEqual(figuresOf(steps[0]!));
    // Brute force tests each pair that sets and layers allow: without pairs of two static objects, and of two bullets.
    const brute = await printed('--method', 'brute');
    expect(brute.steps[0]!.tests).toBeLessThan((70 * 69) / 2);
    expect(await page.getByTestId('scene-possible').getAttribute('data-count')).toBe(`${brute.steps[0]!.tests}`);
    const status = page.getByTestId('status-scene');
    await expect.poll(() => status.innerText()).toBe(`70 instances of 2 meshes, step 0 of 99, ${steps[0]!.pairs} pairs`);
    await expect.poll(() => page.getByTestId('hints').innerText()).toMatch(/choose instance.*Alt.*D.*play/s);
    for (const step of [1, 2, 3]) {
      await page.locator('.scene-bar [data-command="sceneStepForward"]').click();
      await shown(page, step);
      expect(await funnel(page)).toEqual(figuresOf(steps[step]!));
      expect(await page.getByTestId('scene-cost').getAttribute('data-swaps')).toBe(`${steps[step]!.swaps}`);
    }
    await picture('scene');
  });

  test('lists the pairs of the command line, with the stage of each', async () => {
    const { page } = app();
    await page.locator('.scene-bar [data-command="sceneStepBack"]').click();
    await shown(page, 2);
    await scrub(page, 0);
    await shown(page, 0);
    const rows = page.getByTestId('scene-list').locator('[data-i]');
    const listed = await rows.evaluateAll((all) =>
      all.map((row) => [Number(row.getAttribute('data-i')), Number(row.getAttribute('data-j'))]),
    );
    expect(listed.length).toBeGreaterThan(3);
    expect(listed).toEqual(first.pairs.slice(0, listed.length));
    const surfaces = await rows.evaluateAll((all) =>
      all
        .filter((row) => row.getAttribute('data-stage') === 'surfaces')
        .map((row) => [Number(row.getAttribute('data-i')), Number(row.getAttribute('data-j'))]),
    );
    const isListed = ([i, j]: readonly number[]): boolean => listed.some(([a, b]) => a === i && b === j);
    expect(surfaces).toEqual(first.overlaps.filter(isListed));
    // Sorted by stage, the farthest first.
    await page.getByRole('columnheader', { name: 'Stage' }).getByRole('button').click();
    await expect.poll(() => rows.first().getAttribute('data-stage')).toBe('surfaces');
  });

  test('every method, sort and number of segments finds the same pairs, with the tests of the command line', async () => {
    const { page } = app();
    const pairs = figuresOf(steps[0]!).slice(1);
    for (const method of ['tree', 'grid', 'brute', 'sap']) {
      await page.getByTestId('option-scene-method').selectOption(method);
      const { steps: own } = await printed('--method', method);
      await expect.poll(() => funnel(page)).toEqual([own[0]!.tests, ...pairs]);
    }
    const sorts = page.getByRole('radiogroup', { name: 'Sort' }).getByRole('radio');
    for (const [at, sort] of ['shell', 'insertion', 'native'].entries()) {
      await sorts.nth(at).click();
      const { steps: own } = await printed('--sort', sort);
      const swaps = own[0]!.swaps;
      await expect.poll(() => page.getByTestId('scene-cost').getAttribute('data-swaps')).toBe(swaps === null ? null : `${swaps}`);
      expect((await funnel(page)).slice(1)).toEqual(pairs);
    }
    await sorts.first().click();
    await typeInto(page, 'option-scene-segments', '4');
    const cut = await printed('--segments', '4');
    await expect.poll(() => funnel(page)).toEqual(figuresOf(cut.steps[0]!));
    await page.getByRole('radio', { name: 'Axis' }).click();
    const sweep = cut.steps[0]!.sweep!;
    expect(sweep.segments).toEqual([4, 4, 4]);
    // It opens with an axis that is cut into columns.
    await expect.poll(() => page.getByTestId('axis-words').innerText()).toMatch(/^4 segments/);
    await page
      .getByRole('radiogroup', { name: 'Axis' })
      .getByRole('radio')
      .nth((sweep.axis + 1) % 3)
      .click();
    const words = page.getByTestId('axis-words');
    await expect.poll(() => words.getAttribute('data-sizes')).toBe('20,20,20,10');
    expect(await words.innerText()).toContain('4 segments: 20, 20, 20, 10 boxes begin in them');
    expect(await page.locator('.axis-picture rect').count()).toBe(70);
    expect(await page.locator('.axis-picture line').count()).toBe(3);
    await page.getByRole('radiogroup', { name: 'Axis' }).getByRole('radio').nth(sweep.axis).click();
    await expect.poll(() => words.innerText()).toContain('Swept axis, sorted in 4 segments: 20, 20, 20, 10 boxes begin in them');
    expect(await page.locator('.axis-picture line').count()).toBe(3);
    await page.getByRole('radio', { name: 'Pairs' }).click();
  });

  test('without the narrow phase the funnel ends at the boxes; with threads it is the same', async () => {
    const { page } = app();
    const phase = page.getByRole('radiogroup', { name: 'Narrow phase' });
    await phase.getByRole('radio', { name: 'Off' }).click();
    await expect.poll(() => page.getByTestId('scene-surfaces').innerText()).toBe('off');
    expect((await funnel(page))[1]).toBe(steps[0]!.pairs);
    await phase.getByRole('radio', { name: 'On' }).click();
    await expect.poll(async () => (await funnel(page))[3]).toBe(steps[0]!.narrow!.overlaps);
    await typeInto(page, 'option-scene-threads', '2');
    await expect.poll(async () => (await funnel(page)).slice(1)).toEqual(figuresOf(steps[0]!).slice(1));
  });

  test('plays from step to step, pauses, and a step is the same picture each time', async () => {
    const { page } = app();
    await typeInto(page, 'option-scene-steps', '3');
    await scrub(page, 2);
    await shown(page, 2);
    await restPointer(page);
    // The notice of the opened scene lies over the view until it goes away.
    await expect.poll(() => page.getByTestId('view').getByText('Opened yard').count()).toBe(0);
    const before = await steadyView(page);
    await page.keyboard.press('Alt+d');
    // While it plays, the label is of the step whose figures are shown.
    const labels = await page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const seen: string[] = [];
          const look = (): void => {
            const label = document.querySelector<HTMLElement>('[data-testid="scene-step"]')!;
            seen.push(`${label.innerText} / ${label.dataset['step']}`);
            if (seen.length < 60) requestAnimationFrame(look);
            else resolve(seen);
          };
          look();
        }),
    );
    for (const label of labels) expect(label).toMatch(/^step (\d+) of 2 \/ \1$/);
    // After the last step it begins again.
    await expect.poll(() => page.getByTestId('scene-step').getAttribute('data-step')).not.toBe('2');
    await page.keyboard.press('Alt+d');
    await expect.poll(() => page.locator('.scene-bar [data-command="playScene"]').getAttribute('aria-label')).toBe('Play');
    await scrub(page, 1);
    await shown(page, 1);
    await restPointer(page);
    expect(samePicture(await steadyView(page), before)).toBe(false);
    await scrub(page, 2);
    await shown(page, 2);
    await restPointer(page);
    expect(samePicture(await steadyView(page), before)).toBe(true);
  });

  test('colours, boxes and lines change the picture, and the key counts every instance', async () => {
    const { page } = app();
    const key = async (): Promise<Readonly<Record<string, string>>> =>
      Object.fromEntries(
        await page
          .locator('.scene-key li')
          .evaluateAll((items) =>
            items.map((item) => [item.querySelector('.name')!.textContent, item.querySelector('.count')!.textContent] as const),
          ),
      );
    let last = await steadyView(page);
    const changes = async (): Promise<void> => {
      await restPointer(page);
      await expect.poll(async () => samePicture(await steadyView(page), last)).toBe(false);
      last = await steadyView(page);
    };
    const wanted = {
      set: { Static: '14', Moving: '56' },
      layer: { 'Layer 1': '60', 'Layer 2': '10' },
      mesh: { 'box.obj': '35', 'parts/ball.obj': '35' },
    };
    for (const [name, groups] of Object.entries(wanted)) {
      await page.getByTestId('scene-colourBy').selectOption(name);
      await expect.poll(key).toEqual(groups);
      await changes();
    }
    await page.getByTestId('scene-boxes').selectOption('all');
    await changes();
    await page.getByTestId('scene-lines').uncheck();
    await changes();
    await page.getByTestId('scene-boxes').selectOption('none');
    await changes();
    await page.getByTestId('scene-colourBy').selectOption('pairs');
    await page.getByTestId('scene-boxes').selectOption('pairs');
    await page.getByTestId('scene-lines').check();
  });

  for (const theme of mainSample(['dark', 'light'] as const, (each) => each === 'dark')) {
    test(`the ${theme} theme has no violation, and nothing is cut in a small window`, async () => {
      const { page } = app();
      await page.emulateMedia({ colorScheme: theme });
      await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe(theme);
      for (const name of ['Axis', 'Pairs']) {
        await page.getByRole('radio', { name }).click();
        expect(await axeViolations(page, rulesOf(theme))).toEqual([]);
        await page.setViewportSize({ width: 1000, height: 700 });
        expect(await layoutFaults(page)).toEqual([]);
        await page.setViewportSize({ width: 1440, height: 900 });
      }
      await page.emulateMedia({ colorScheme: 'dark' });
    });
  }

  test('a wrong scene is refused with its place, and the open one stays', async () => {
    const { page, drop } = app();
    const notice = page.locator('[role="alert"]');
    await drop([join(folder, 'wrong.boxwood-scene.json'), join(folder, 'box.obj'), join(folder, 'parts/ball.obj')]);
    await expect
      .poll(() => notice.allInnerTexts().then((texts) => texts.join(' ')))
      .toMatch(/wrong\.boxwood-scene\.json.*\/instances\/0\/matrix\/0/s);
    await drop([join(folder, 'lost.boxwood-scene.json')]);
    await expect
      .poll(() => notice.allInnerTexts().then((texts) => texts.join(' ')))
      .toMatch(/lost\.boxwood-scene\.json \/meshes\/0: The mesh "none\.obj" of the scene does not exist/);
    expect((await funnel(page))[1]).toBeGreaterThan(0);
    await expect.poll(() => page.locator('.scene-name').innerText()).toBe('yard.boxwood-scene.json');
    // They would shrink in later pictures.
    for (let count = await notice.count(); count > 0; count--) await notice.getByRole('button', { name: 'Dismiss' }).first().click();
  });

  test('the chosen pair opens as two meshes where the step has it, and undo returns to the scene', async () => {
    const { page } = app();
    await scrub(page, 0);
    await shown(page, 0);
    const row = page.getByTestId('scene-list').locator('[data-stage="surfaces"]').first();
    await row.click();
    await expect.poll(() => row.getAttribute('aria-selected')).toBe('true');
    await page.locator('.panel-foot [data-command="openScenePair"]').click();
    await expect.poll(() => page.getByTestId('properties').innerText()).toMatch(/Contacts/);
    await expect.poll(() => page.locator('[data-contact]').count()).toBeGreaterThan(0);
    expect(await page.locator('.scene-bar').count()).toBe(0);
    await page.keyboard.press('Control+z');
    await page.getByRole('tab', { name: /^Scene/ }).click();
    await shown(page, 0);
    expect((await funnel(page)).slice(1)).toEqual(figuresOf(steps[0]!).slice(1));
  });

  detailTest(
    'Back to scene returns from a pair to the step, segments, look, pair and camera that were left, and undo to the pair',
    async () => {
      const { page } = app();
      await typeInto(page, 'option-scene-steps', '9');
      await typeInto(page, 'option-scene-segments', '3');
      await page.getByTestId('scene-colourBy').selectOption('set');
      await scrub(page, 2);
      await shown(page, 2);
      const before = await funnel(page);
      const row = page.getByTestId('scene-list').locator('[data-stage="surfaces"]').first();
      await row.click();
      const pair = [await row.getAttribute('data-i'), await row.getAttribute('data-j')];
      const documents = page.getByTestId('outliner').locator('[data-phase]');
      // Far from where the pair or the whole scene is framed.
      // The list that has the focus would take the key as Home.
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await page.keyboard.press('Numpad7');
      await page.mouse.move(...(await middleOfView(page)));
      for (let notch = 0; notch < 3; notch++) await page.mouse.wheel(0, -200);
      await viewAtRest(page);
      await restPointer(page);
      const picture = await steadyView(page);
      for (let round = 0; round < 2; round++) {
        await page.locator('.panel-foot [data-command="openScenePair"]').click();
        await expect.poll(() => page.locator('[data-contact]').count()).toBeGreaterThan(0);
        await restPointer(page);
        expect(samePicture(await steadyView(page), picture)).toBe(false);
        const open = await documents.count();
        await page.getByRole('tab', { name: /^Scene/ }).click();
        await page.locator('.panel-foot [data-command="backToScene"]').click();
        await shown(page, 2);
        await expect.poll(() => funnel(page)).toEqual(before);
        await restPointer(page);
        // Notices over the view go away.
        await expect.poll(async () => samePicture(await steadyView(page), picture)).toBe(true);
        expect(await page.getByTestId('option-scene-segments').inputValue()).toBe('3');
        expect(await page.getByTestId('scene-colourBy').inputValue()).toBe('set');
        expect(await page.getByTestId('scene-step').innerText()).toBe('step 2 of 8');
        const chosen = page.getByTestId('scene-list').locator('[aria-selected="true"]');
        await expect.poll(async () => [await chosen.getAttribute('data-i'), await chosen.getAttribute('data-j')]).toEqual(pair);
        // A second copy of a mesh is opened once.
        if (round === 1) expect(await documents.count()).toBe(open);
      }
      await page.keyboard.press('Control+z');
      await expect.poll(() => page.locator('[data-contact]').count()).toBeGreaterThan(0);
      await page.keyboard.press('Control+Shift+z');
      await page.getByRole('tab', { name: /^Scene/ }).click();
      await shown(page, 2);
      await typeInto(page, 'option-scene-segments', '0');
    },
  );

  test('saves the scene without meshes as it was read, and closes it', async () => {
    const { page } = app();
    await page.keyboard.press('Control+k');
    await page.getByTestId('palette').waitFor();
    await page.keyboard.type('Save scene without meshes');
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    await page.getByTestId('view').getByText('It opens only next to box.obj, parts/ball.obj.').waitFor();
    expect(download.suggestedFilename()).toBe('yard.boxwood-scene.json');
    expect(readFileSync(await download.path(), 'utf8')).toBe(sceneText(yard()));
    await page.locator('.scene-bar [data-command="closeScene"]').click();
    await expect.poll(() => page.locator('.scene-bar').count()).toBe(0);
    await page.getByRole('tab', { name: /^Scene/ }).click();
    await page.locator('.panel-foot [data-command="backToScene"]').click();
    await expect.poll(() => page.locator('.scene-name').allInnerTexts()).toEqual(['yard.boxwood-scene.json']);
    await page.locator('.scene-bar [data-command="closeScene"]').click();
    await expect.poll(() => page.locator('.scene-bar').count()).toBe(0);
    expectQuietConsole(app());
  });

  test('placing fewer instances over a scene file of more draws them without an error', async () => {
    const { page, drop } = app();
    await drop([file, join(folder, 'box.obj'), join(folder, 'parts/ball.obj')]);
    await expect.poll(() => page.locator('.scene-name').allInnerTexts()).toEqual(['yard.boxwood-scene.json']);
    await shown(page, 0);
    await page.getByTestId('scene-colourBy').selectOption('set');
    await steadyView(page);
    await page.getByRole('radio', { name: 'Place' }).click();
    await typeInto(page, 'option-place-count', '10');
    await page.getByTestId('place').click();
    await expect.poll(() => page.locator('.scene-name').allInnerTexts()).toEqual(['placed.boxwood-scene.json']);
    await shown(page, 0);
    expect(await page.getByTestId('scene-possible').innerText()).toBe('45');
    expect(await page.getByText('Unexpected error').count()).toBe(0);
    expectQuietConsole(app());
  });
});

async function scrub(page: Page, step: number): Promise<void> {
  await page.getByTestId('scene-slider').fill(`${step}`);
}

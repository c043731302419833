import { expect, test } from 'vitest';
import { join } from 'node:path';
import type { TreeKind } from '#core/tree/layout';
import { capital, volumeWords } from '../../renderer/text/volume-words.ts';
import { corpusFolder, describeCorpus } from '../corpus/corpus.ts';
import { mainSample } from '../fixtures/scale.ts';
import { describeApp, expectQuietConsole, type App } from './app.ts';
import { documentReady, restPointer, samePicture, steadyView, typeInto } from './view.ts';

const sample = 'resources/samples/keep.glb';
const file = join(corpusFolder, 'scan/spot.obj');

const volumes = ['aabb', 'sphere', 'obb', 'rss', 'dop14', 'dop18', 'dop26'] as const;

describeApp('tree kinds, drawn with their own volumes', [sample], (app) => {
  test('every kind looks different at the same level, and the legend names it', async () => {
    const { page, picture } = app();
    await documentReady(page, 'keep.glb');
    await typeInto(page, 'box-level-field', '4');
    const pictures: Buffer[] = [];
    for (const kind of mainSample(volumes, (each) => each === 'aabb' || each === 'rss')) {
      await chooseKind(app(), kind);
      await expect.poll(() => page.getByTestId('box-level').innerText()).toContain(`16 ${volumeWords(kind).many}`);
      await restPointer(page);
      const seen = await steadyView(page);
      for (const other of pictures) expect(samePicture(seen, other), kind).toBe(false);
      pictures.push(seen);
      if (kind !== 'aabb') await expect.poll(() => page.getByTestId('legend').innerText()).toContain(capital(volumeWords(kind).many));
      await picture(`kind-${kind}`);
    }
  });

  test('a path to a node is drawn with its volumes, and the node shows its own', async () => {
    const { page, picture } = app();
    await chooseKind(app(), 'sphere');
    await page.locator('[data-node="1"]').click();
    for (let i = 0; i < 8; i++) await page.keyboard.press(i % 2 === 0 ? 'ArrowRight' : 'ArrowDown');
    await page.keyboard.press('b');
    await restPointer(page);
    await steadyView(page);
    await expect.poll(() => page.getByTestId('properties').innerText()).toMatch(/Sphere, radius [\d.]+/);
    await expect.poll(() => page.getByTestId('legend').innerText()).toMatch(/path to node/);
    await picture('kind-sphere-path');
  });

  test('the slack of 16-bit boxes is shown, and can be exaggerated', async () => {
    const { page, picture } = app();
    await chooseKind(app(), 'quantised');
    await typeInto(page, 'box-level-field', '6');
    await expect.poll(() => page.getByTestId('level-slack').innerText()).toMatch(/Max slack 0\.0\d+/);
    const alone = await steadyView(page);
    await page.locator('[data-command="exactBoxes"]').click();
    await restPointer(page);
    const nextTo = await steadyView(page);
    expect(samePicture(alone, nextTo)).toBe(false);
    await typeInto(page, 'slack-times', '1000');
    await restPointer(page);
    expect(samePicture(await steadyView(page), nextTo)).toBe(false);
    await expect.poll(() => page.getByTestId('legend').innerText()).toMatch(/Slack enlarged 1,000 times/);
    await picture('kind-slack');
    await page.keyboard.press('Control+z');
    expect(samePicture(await steadyView(page), nextTo)).toBe(true);
  });

  test('the console has no errors', () => {
    expectQuietConsole(app());
  });
});

describeCorpus('kinds on a scan', () => {
  describeApp('a cow by hulls', [file], (app) => {
    test('hulls of a level lie around the mesh, filled', async () => {
      const { page, picture } = app();
      await documentReady(page, 'spot.obj');
      for (const kind of ['obb', 'dop26', 'sphere'] as const) {
        await chooseKind(app(), kind);
        await typeInto(page, 'box-level-field', '6');
        await restPointer(page);
        await picture(`kind-cow-${kind}`);
      }
      await page.locator('[data-command="fill"]').click();
      await restPointer(page);
      await picture('kind-cow-filled');
      expectQuietConsole(app());
    });
  });
});

/** Builds the tree of another kind in the panel, and waits for it. */
async function chooseKind({ page }: App, kind: TreeKind): Promise<void> {
  await page.getByTestId('option-kind').selectOption(kind);
  await expect.poll(() => page.getByTestId('box-level').innerText()).toContain(`${capital(volumeWords(kind).many)} at level`);
}

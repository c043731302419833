import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { everyLayer, type SceneDocument, type SceneInstance } from '#core/scene/document/scene-document';
import { sceneText } from '#core/scene/document/scene-text';
import { seededRandom } from '../fixtures/random.ts';
import { ball, box } from '../fixtures/shapes.ts';
import { objText } from '../main/product.ts';
import { runInProcess } from '../main/run-in-process.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { funnel, shown } from './scene-page.ts';
import { typeInto } from './view.ts';

const folder = mkdtempSync(join(tmpdir(), 'boxwood-scene-filters-'));
writeFileSync(join(folder, 'box.obj'), objText(box()));
writeFileSync(join(folder, 'bullet.obj'), objText(ball(8, 6)));
const file = join(folder, 'range.boxwood-scene.json');
const filtered = join(folder, 'filtered.boxwood-scene.json');
writeFileSync(file, sceneText(range(false)));
writeFileSync(filtered, sceneText(range(true)));
afterAll(() => rmSync(folder, { recursive: true }));

/** 24 boxes, and 36 bullets among them, every second and third instance. @param ignore whether bullets ignore bullets */
function range(ignore: boolean): SceneDocument {
  const random = seededRandom(11);
  const at = (): number => 8 * (random() - 0.5);
  const instances = Array.from({ length: 60 }, (_, k): SceneInstance => {
    const isBullet = k % 5 < 3;
    return {
      mesh: isBullet ? 1 : 0,
      matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, at(), at(), at(), 1],
      set: 'moving',
      layer: isBullet && ignore ? 2 : 1,
      mask: isBullet && ignore ? everyLayer - 2 : everyLayer,
      motion: null,
    };
  });
  return { meshes: ['box.obj', 'bullet.obj'], instances };
}

/** The figures that the command line prints for a scene file. */
async function printed(scene: string): Promise<readonly number[]> {
  const { out } = await runInProcess(['scene', scene, '--narrow', '--json']);
  const { pairs, tests, narrow } = (JSON.parse(out) as { steps: { pairs: number; tests: number; narrow: Record<string, number> }[] })
    .steps[0]!;
  return [tests, pairs, narrow['spheres']!, narrow['overlaps']!];
}

describeApp('filters of a scene', [file], (app) => {
  test('bullets that ignore bullets are set by choosing one, all of its mesh, a layer and a mask', async () => {
    const { page } = app();
    await shown(page, 0);
    const [all, without] = [await printed(file), await printed(filtered)];
    expect(without[1]).toBeLessThan(all[1]! - 10);
    expect(await funnel(page)).toEqual(all);
    await page.getByRole('radiogroup', { name: 'Scene list' }).getByRole('radio', { name: 'Instances' }).click();
    await page.locator('[data-instance="2"]').click();
    await page.getByTestId('scene-same-mesh').click();
    await expect.poll(() => page.getByTestId('scene-picked-count').innerText()).toBe('36 instances chosen');
    await typeInto(page, 'option-edit-layer', '2');
    await typeInto(page, 'option-edit-mask', 'all but 2');
    await expect.poll(() => funnel(page)).toEqual(without);
    expect(await page.getByTestId('option-edit-mask').inputValue()).toBe('all but 2');
    await expect.poll(() => page.locator('[data-instance="2"]').innerText()).toMatch(/moving\s+2\s+all but 2/);
    await page.getByTestId('scene-colourBy').selectOption('layer');
    await expect.poll(() => page.locator('.scene-key').innerText()).toMatch(/Layer 1\s+24\s+Layer 2\s+36/);
    await page.getByRole('radiogroup', { name: 'Scene list' }).getByRole('radio', { name: 'Pairs' }).click();
    const pairs = await page
      .getByTestId('scene-list')
      .locator('[data-i]')
      .evaluateAll((rows) => rows.map((row) => [Number(row.getAttribute('data-i')), Number(row.getAttribute('data-j'))]));
    expect(pairs.length).toBeGreaterThan(3);
    expect(pairs.filter(([i, j]) => i! % 5 < 3 && j! % 5 < 3)).toEqual([]);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(() => funnel(page)).toEqual(all);
    expectQuietConsole(app());
  });
});

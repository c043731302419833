import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { productFolder } from '../main/product.ts';
import { describeApp } from './app.ts';
import { type Typed, typeShape } from './probe-numbers.ts';
import { documentReady, middleOfView, restPointer, steadyView, typeAll } from './view.ts';

const writing = process.env['BOXWOOD_TEST_MODE'] === 'write-pictures';
const size = { width: 680, height: 440 };

/** Keeps the middle of the view as a picture of the manual. */
async function keep(page: Page, name: string): Promise<void> {
  await restPointer(page);
  if (!writing) return;
  await steadyView(page);
  const view = (await page.getByTestId('view').boundingBox())!;
  const clip = { x: view.x + (view.width - size.width) / 2, y: view.y + (view.height - size.height) / 2, ...size };
  await page.screenshot({ path: join(productFolder, 'resources/manual', `query-${name}.png`), clip });
}

/** In the middle of the sample, large enough to be seen. Rays, spheres, capsules and slices have pictures of the whole window. */
const shapes: Readonly<Record<string, Typed>> = {
  segment: { vectors: { from: [-16, 9, 6], to: [15, -2, -4] } },
  polygon: {
    points: [
      [-11, 5, -8],
      [11, 5, -8],
      [11, 5, 9],
      [1, 5, 1],
      [-11, 5, 9],
    ],
    vectors: { from: [-5, 12, 0], to: [-4, 0, -1] },
  },
  box: { vectors: { center: [0, 2, 2], size: [13, 5, 8], rotate: [0, 30, 0] } },
  triangle: { vectors: { a: [-13, 1, 8], b: [13, 2, 7], c: [0, 5, -11] } },
  plane: { vectors: { point: [0, 2.5, 0], normal: [0, 1, 0.1] }, numbers: { thickness: 0.5 } },
  frustum: { vectors: { eye: [-12, 8, 12], target: [3, 1, -2] }, numbers: { angle: 40, aspect: 1.3, near: 2, far: 22 } },
  hull: {
    points: [
      [-9, 0, -2],
      [8, 0, -4],
      [1, 0, 9],
      [0, 8, 1],
      [4, 5, -3],
    ],
  },
  closest: { vectors: { point: [0, 7, 2] }, numbers: { count: 12 } },
  within: { vectors: { point: [0, 2, 0] }, numbers: { distance: 7 } },
  inside: { vectors: { point: [2, 6, 0] } },
  sweepSphere: { vectors: { from: [-12, 9, 8], to: [10, 0, -4] }, numbers: { radius: 1.5 } },
  sweepCapsule: { vectors: { from: [-12, 9, 8], to: [10, 0, -4], axis: [0, 1.5, 0.5] }, numbers: { radius: 1 } },
  sweepBox: { vectors: { from: [-12, 9, 8], to: [10, 0, -4], size: [3, 2, 2], rotate: [0, 30, 10] } },
  sweepHull: {
    points: [
      [-13, 8, 8],
      [-10, 8, 8],
      [-12, 11, 8],
      [-12, 8, 11],
    ],
    vectors: { motion: [21, -9, -11] },
  },
};

/** Kinds without a picture of their own elsewhere. */
const others = ['ray', 'sphere', 'capsule', 'slice'];

/** The small pictures of the manual, one for each query. `npm run pictures` keeps them; every run makes sure that they can be made. */
describeApp('the picture of each query', ['resources/samples/keep.glb'], (app) => {
  test('is that of a probe, near the middle of the sample', async () => {
    const { page } = app();
    await documentReady(page, 'keep.glb');
    await page.keyboard.press('Shift+E');
    await page.getByTestId('probe-follow').getByRole('radio', { name: 'Off' }).click();
    const kinds = await page
      .getByTestId('probe-shape')
      .locator('option')
      .evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value));
    expect(kinds.toSorted()).toEqual([...Object.keys(shapes), ...others].toSorted());
    // The list of triangles makes the view lower, from its first row on.
    await page.getByTestId('probe-shape').selectOption('box');
    await typeShape(page, shapes['box']!);
    await page.locator('[data-probed]').first().waitFor();
    await steadyView(page);
    const [x, y] = await middleOfView(page);
    // The middle of the sample is below that of the view.
    await page.mouse.move(x + 20, y + 50);
    for (let i = 0; i < 2; i++) await page.mouse.wheel(0, -120);
  });

  test.each(Object.entries(shapes))('%s', async (kind, typed) => {
    const { page } = app();
    await page.getByTestId('probe-shape').selectOption(kind);
    await typeShape(page, typed);
    await expect.poll(() => page.getByTestId('probe-problem').count()).toBe(0);
    await keep(page, kind);
  });
});

describeApp('the picture of a motion', ['resources/samples/keep.glb', 'resources/samples/knot.ply'], (app) => {
  test('has the first contact, the time line and the clearance', async () => {
    const { page } = app();
    for (const name of ['keep.glb', 'knot.ply']) await documentReady(page, name);
    await page.getByTestId('workspaces').getByRole('radio').filter({ hasText: 'Motion' }).click();
    await page.getByRole('button', { name: 'Move knot.ply against keep.glb' }).click();
    await typeAll(page, 'moving-move-', { x: '-18', y: '22', z: '14' });
    await page.locator('[data-testid=properties] [data-command=addMotion]').click();
    await typeAll(page, 'moving-move-', { x: '20', y: '1', z: '-4' });
    await typeAll(page, 'moving-turn-', { x: '40', y: '0', z: '70' });
    await page.locator('.motion-bar [data-command=findContact]').click();
    await page.locator('[data-event=hit]').click();
    await expect.poll(() => page.getByTestId('pair-overlap').innerText()).toBe('intersect');
    await restPointer(page);
    if (!writing) return;
    await steadyView(page);
    await page.screenshot({ path: join(productFolder, 'resources/manual/motion.png') });
  });
});

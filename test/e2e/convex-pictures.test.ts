import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { ball, box, channel, knot } from '../fixtures/shapes.ts';
import { objText } from '../fixtures/write-text.ts';
import { productFolder } from '../main/product.ts';
import { describeApp } from './app.ts';
import { documentReady, restPointer, steadyView, typeAll } from './view.ts';

const writing = process.env['BOXWOOD_TEST_MODE'] === 'write-pictures';
const folder = mkdtempSync(join(tmpdir(), 'boxwood-pictures-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Without a picture to write, meshes of few triangles, and few voxels. */
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const loop = file('loop.obj', `o loop\n${objText(writing ? knot() : knot(2, 3, 48, 6))}`);
const fixed = file('channel.obj', `o channel\n${objText(channel())}`);
const block = file('block.obj', `o block\n${objText(box([-0.4, -0.4, -0.4], [0.4, 0.4, 0.4]))}`);
const round = file('ball.obj', `o ball\n${objText(writing ? ball(24, 12) : ball(12, 6))}`);

/** Keeps the window as a picture of the manual. */
async function keep(page: Page, name: string): Promise<void> {
  await restPointer(page);
  if (!writing) return;
  await steadyView(page);
  await page.screenshot({ path: join(productFolder, `resources/manual/convex-${name}.png`) });
}

/** Chooses a method for colliders of the active mesh, with its options. */
async function choose(page: Page, method: string, options: Readonly<Record<string, string>>): Promise<void> {
  await page.getByRole('tab', { name: 'Colliders' }).click();
  const list = page.getByTestId('colliders');
  await list.getByTestId('option-method').selectOption(method);
  for (const [name, value] of Object.entries(options)) {
    await list.getByTestId(`option-${name}`).fill(value);
    await list.getByTestId(`option-${name}`).press('Enter');
  }
}

/** Makes a collider of the active mesh, and waits for it. */
async function make(page: Page, method: string, of: string, options: Readonly<Record<string, string>> = {}): Promise<void> {
  await choose(page, method, options);
  await page.locator('.colliders-buttons [data-command=makeCollider]').click();
  await documentReady(page, `${of} (collider`);
  await page.getByTestId('collider-figures').waitFor();
}

describeApp('the pictures of two hulls', [], (app) => {
  test('a false collision of the projections', async () => {
    const { page } = app();
    await page.getByRole('tab', { name: 'Separation' }).click();
    await page.getByTestId('separation-example').click();
    await expect.poll(() => page.getByTestId('separation-result').getAttribute('data-overlap')).toBe('false');
    await keep(page, 'separation');
  });
});

describeApp('the picture of a push-out', [fixed, block], (app) => {
  test('of a block out of a channel', async () => {
    const { page } = app();
    for (const name of ['channel.obj', 'block.obj']) await documentReady(page, name);
    await page.keyboard.press('g');
    await page.getByRole('button', { name: 'Move block.obj against channel.obj' }).click();
    await page.getByRole('tab', { name: 'Separation' }).click();
    await typeAll(page, 'moving-move-', { x: '0', y: '0.3', z: '0' });
    await page.locator('.separation-push-out [data-command=findPushOut]').click();
    await page.getByTestId('push-out-facts').waitFor();
    await page.getByTestId('push-out-facts').scrollIntoViewIfNeeded();
    await keep(page, 'push-out');
  });
});

describeApp('the picture of a hull', [loop], (app) => {
  test('a convex hull', async () => {
    const { page } = app();
    await documentReady(page, 'loop.obj');
    await make(page, 'hull', 'loop', { maxVertices: '32' });
    await keep(page, 'hull');
  });
});

describeApp('the picture of a decomposition', [loop], (app) => {
  test('by V-HACD', async () => {
    const { page } = app();
    await documentReady(page, 'loop.obj');
    await make(
      page,
      'vhacd',
      'loop',
      writing ? { maxVertices: '0', maxHulls: '16' } : { maxVertices: '0', maxHulls: '8', resolution: '16' },
    );
    await expect.poll(() => page.getByTestId('collider-figures').innerText()).toMatch(/Bodies\s+([2-9]|1\d)\s/);
    await keep(page, 'decomposition');
  });
});

/** Every method runs: without a picture to write, on a mesh of few triangles. */
describeApp('the picture of compared colliders', [writing ? loop : block], (app) => {
  test('has the plot and the table of every method', async () => {
    const { page } = app();
    await documentReady(page, writing ? 'loop.obj' : 'block.obj');
    await page.getByRole('tab', { name: 'Colliders' }).click();
    if (!writing) await choose(page, 'vhacd', { maxHulls: '8', resolution: '16' });
    await page.locator('.colliders-buttons [data-command=compareColliders]').click();
    await page.getByTestId('pareto-plot').waitFor();
    await keep(page, 'comparison');
  });
});

describeApp('the pictures of fitted shapes', [round], (app) => {
  test('a pack of spheres', async () => {
    const { page } = app();
    await documentReady(page, 'ball.obj');
    await make(page, 'spheres', 'ball', { maxSpheres: writing ? '16' : '8' });
    await page.getByTestId('collider-packs').waitFor();
    await keep(page, 'spheres');
  });
});

describeApp('the picture of a fitted shape', [fixed], (app) => {
  test('a capsule that contains its mesh', async () => {
    const { page } = app();
    await documentReady(page, 'channel.obj');
    await make(page, 'capsule', 'channel');
    await keep(page, 'fit');
  });
});

// The capsule would hide the wall.
describeApp('the picture of regions', [fixed], (app) => {
  test('an invisible wall of a collider', async () => {
    const { page } = app();
    await documentReady(page, 'channel.obj');
    await make(page, 'hull', 'channel');
    await page.getByTestId('collider-find-regions').click();
    await page.getByTestId('collider-regions-invisibleWall').waitFor();
    await keep(page, 'deviation');
  });
});

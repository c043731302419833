import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { kernelBase64 } from '#core/kernel/kernel.generated';
import { ball } from '../fixtures/shapes.ts';
import { objText } from '../fixtures/write-text.ts';
import { temporaryFolder } from '../main/product.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { documentReady, typeInto } from './view.ts';

const folder = temporaryFolder();
/** One with more triangles than are built before a first answer. */
const [large, small] = [join(folder, 'large.obj'), join(folder, 'small.obj')];
writeFileSync(large, objText(ball(384, 192)));
writeFileSync(small, objText(ball(24, 12)));

describeApp('the kernel in the page', ['resources/samples/keep.glb'], (app) => {
  test('compiles and instantiates on the main thread under the policy of the page', async () => {
    const { page } = app();
    await documentReady(page, 'keep.glb');
    const exported = await page.evaluate((base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const host = { exactDistance: () => -1, settle: () => {}, touches: () => 0, intersects: () => 0 };
      return Object.keys(new WebAssembly.Instance(new WebAssembly.Module(bytes), { host }).exports);
    }, kernelBase64);
    expect(exported).toContain('castRay');
  });

  test('builds the wide tree of the statistics', async () => {
    const { page } = app();
    await page.getByTestId('option-kind').selectOption('wide');
    await expect.poll(() => page.getByTestId('statistics').textContent()).toContain('WASM SIMD');
    expectQuietConsole(app());
  });
});

describeApp('the kernel in a worker of the page', [large, small], (app) => {
  test('queries a large pair once threads with shared memory have built its wide trees', async () => {
    const { page } = app();
    await documentReady(page, 'large.obj');
    await documentReady(page, 'small.obj');
    await page.keyboard.press('g');
    await page.getByRole('button', { name: 'Move small.obj' }).click();
    await typeInto(page, 'moving-move-x', '0.9');
    await expect.poll(() => page.getByTestId('pair-loops').innerText()).toBe('1 closed loop');
    const count = await page.getByTestId('pair-count').innerText();
    const threads = await page.evaluate(() => (crossOriginIsolated ? Math.min(navigator.hardwareConcurrency, 4) : 1));
    const by = threads > 1 ? ` by ${threads} threads` : '';
    await page.getByTestId('tab-log').click();
    await expect
      .poll(() => page.getByTestId('log').innerText())
      .toMatch(new RegExp(`Both meshes loaded into WASM: 2 wide trees built in [\\d.]+ m?s${by}\\.`));
    await typeInto(page, 'moving-move-x', '0.8');
    await expect.poll(() => page.getByTestId('pair-count').innerText()).not.toBe(count);
    await typeInto(page, 'moving-move-x', '0.9');
    await expect.poll(() => page.getByTestId('pair-count').innerText()).toBe(count);
    await expect.poll(() => page.getByTestId('pair-cost').getAttribute('title')).toContain('tested in WASM SIMD');
    expectQuietConsole(app());
  });
});

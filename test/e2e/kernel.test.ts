import { expect, test } from 'vitest';
import { kernelBase64 } from '#core/kernel/kernel.generated';
import { describeApp, expectQuietConsole } from './app.ts';
import { documentReady } from './view.ts';

describeApp('the kernel in the page', ['resources/samples/keep.glb'], (app) => {
  test('may be compiled and made an instance of at once, on the main thread, under the policy of the page', async () => {
    const { page } = app();
    await documentReady(page, 'keep.glb');
    const exported = await page.evaluate((base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const host = { exactDistance: () => -1, settle: () => {}, touches: () => 0, meets: () => 0 };
      return Object.keys(new WebAssembly.Instance(new WebAssembly.Module(bytes), { host }).exports);
    }, kernelBase64);
    expect(exported).toContain('castRay');
  });

  test('builds the wide tree of the statistics', async () => {
    const { page } = app();
    await page.getByTestId('option-kind').selectOption('wide');
    await expect.poll(() => page.getByTestId('statistics').textContent(), { timeout: 60_000 }).toContain('WebAssembly');
    expectQuietConsole(app());
  });
});

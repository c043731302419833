import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ball } from '../fixtures/shapes.ts';
import { temporaryFolder } from '../main/product.ts';
import { objText } from '../fixtures/write-text.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { holdFirstJob } from './hold-first-job.ts';
import { cancelAt, documentReady, meshRow } from './view.ts';

const sample = 'resources/samples/keep.glb';
const path = join(temporaryFolder(), 'held.obj');
writeFileSync(path, objText(ball(12, 8)));

describeApp('a document that is cancelled while its file is sent', [sample], (app) => {
  test('is not opened, and its file can be sent again', async () => {
    const { page, drop } = app();
    await documentReady(page, 'keep.glb');
    // The server never sees it.
    await page.route('**/uploads?*', () => {});
    await drop([path]);
    await expect.poll(() => page.getByTestId('progress').innerText()).toContain('Sending file');
    await page.getByTestId('cancel').dispatchEvent('click');
    await expect.poll(() => page.getByTestId('progress').count()).toBe(0);
    await page.getByTestId('notice').filter({ hasText: 'Sending cancelled.' }).waitFor();
    expect(await page.locator('[data-document]').count()).toBe(1);
    await page.unroute('**/uploads?*');
    await drop([path]);
    await documentReady(page, 'held.obj');
  });

  test('the console has no errors', () => expectQuietConsole(app()));
});

const holdImport = holdFirstJob("request.kind === 'import' && request.fileName === 'held.obj'");

describeApp(
  'a document that is cancelled while it is parsed',
  // Its list is short: all rows are in sight.
  ['resources/samples/knot.ply'],
  (app) => {
    test('has a row without a mesh, which is dismissed, and its file can be opened again', async () => {
      const { page, drop } = app();
      await documentReady(page, 'knot.ply');
      await cancelAt(page, 'held.obj', 'parsing');
      await drop([path]);
      await expect.poll(() => meshRow(page, 'held.obj').getAttribute('data-phase')).toBe('cancelled');
      await expect.poll(() => page.getByTestId('progress').count()).toBe(0);
      await page.getByRole('button', { name: 'Dismiss held.obj' }).click();
      await expect.poll(() => page.locator('[data-document]').count()).toBe(1);
      await drop([path]);
      await documentReady(page, 'held.obj');
    });

    test('the console has no errors', () => expectQuietConsole(app()));
  },
  { serverModule: holdImport },
);

const holdRebuild = holdFirstJob("request.kind === 'build' && request.options.kind === 'sphere'");

describeApp(
  'a second tree that is cancelled while it is built',
  [sample],
  (app) => {
    test('leaves the first one, and can be built after all', async () => {
      const { page } = app();
      await documentReady(page, 'keep.glb');
      const kind = page.getByTestId('option-kind');
      const before = await kind.inputValue();
      await kind.selectOption('sphere');
      // The percents of a job that is held. Others may be shown while it waits for a thread, and one that is cancelled then is not the one that is held.
      await expect.poll(() => page.getByTestId('progress').innerText()).toMatch(/keep\.glb: building\s+50\s*%/);
      await page.getByTestId('cancel').dispatchEvent('click');
      await expect.poll(() => page.getByTestId('progress').count()).toBe(0);
      await documentReady(page, 'keep.glb');
      await expect.poll(() => kind.inputValue()).toBe(before);
      await kind.selectOption('sphere');
      await documentReady(page, 'keep.glb');
      await expect.poll(() => page.getByTestId('box-level').innerText()).toContain('Spheres at level');
    });

    test('the console has no errors', () => expectQuietConsole(app()));
  },
  { serverModule: holdRebuild },
);

import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ball } from '../fixtures/shapes.ts';
import { objText } from '../fixtures/write-text.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { holdFirstJob } from './hold-first-job.ts';
import { cancelAt, documentReady, meshRow, samePicture, steadyView } from './view.ts';

describeApp(
  'errors in the served app',
  ['resources/samples/damaged.obj'],
  (app) => {
    test('findings of a damaged file are listed with their lines', async () => {
      const { page, picture } = app();
      await documentReady(page, 'damaged.obj');
      await page.getByTestId('tab-findings').click();
      await page.locator('[data-code="non-finite-vertices"]').waitFor();
      await expect.poll(() => page.locator('[data-code="unusable-faces"]').innerText()).toMatch(/2/);
      await picture('findings');
    });

    const wrongFiles: readonly [name: string, bytes: string | Uint8Array, code: string, says: RegExp][] = [
      ['short.ply', 'ply\nformat ascii 1.0\nelement vertex 3\n', 'malformed|truncated', /short\.ply/],
      ['empty.obj', '', 'empty-file', /empty\.obj/],
      ['story.txt', 'Once upon a time there was no mesh.', 'unsupported-format', /OBJ/],
      ['far.off', 'OFF\n353535235358 4 6\n0 0 0\n', 'count-exceeds-file', /far\.off/],
      ['lonely.gltf', '{"asset":{"version":"2.0"},"buffers":[{"uri":"../secret.bin","byteLength":4}]}', 'unsafe-path', /lonely\.gltf/],
    ];
    test.each(wrongFiles)('%s is refused in one line, and open documents stay', async (name, bytes, code, says) => {
      const { page, drop } = app();
      const before = await steadyView(page);
      const path = join(temporaryFolder(), name);
      writeFileSync(path, bytes);
      await drop([path]);
      const notice = page.getByTestId('notice').filter({ hasText: name });
      await notice.waitFor();
      await expect.poll(() => notice.getAttribute('data-code')).toMatch(new RegExp(`^(${code})$`));
      const text = await notice.locator('div').first().innerText();
      expect(text).toMatch(says);
      expect(text.split('\n')).toHaveLength(1);
      if (name === 'short.ply') await app().picture('refused');
      await notice.getByRole('button', { name: 'Dismiss' }).click();
      await page.getByRole('button', { name: `Dismiss ${name}` }).click();
      await expect.poll(() => page.locator('[data-document]').count()).toBe(1);
      expect(samePicture(await steadyView(page), before)).toBe(true);
    });

    test('a long import can be cancelled, and the next file opens', async () => {
      const { page, drop, picture } = app();
      const folder = temporaryFolder();
      const path = join(folder, 'long.obj');
      writeFileSync(path, objText(ball(12, 8)));
      await cancelAt(page, 'long.obj', 'parsing');
      await drop([path]);
      await expect.poll(() => meshRow(page, 'long.obj').getAttribute('data-phase')).toBe('cancelled');
      await picture('cancelled');
      const next = join(folder, 'next.obj');
      writeFileSync(next, objText(ball(8, 5)));
      await drop([next]);
      await documentReady(page, 'next.obj');
      await page.getByRole('button', { name: 'Dismiss long.obj' }).click();
    });

    test('a corrected file takes the row of the one that failed, and its notice goes away', async () => {
      const { page, drop } = app();
      const path = join(temporaryFolder(), 'fixed.obj');
      writeFileSync(path, '');
      await drop([path]);
      const notice = page.getByTestId('notice').filter({ hasText: 'fixed.obj' });
      await notice.waitFor();
      writeFileSync(path, objText(ball(8, 5)));
      await drop([path]);
      await documentReady(page, 'fixed.obj');
      await expect.poll(() => meshRow(page, 'fixed.obj').count()).toBe(1);
      expect(await meshRow(page, 'fixed.obj').innerText()).not.toContain('(2)');
      expect(await notice.count()).toBe(0);
    });

    test('a truncated binary STL is reported with its byte offset', async () => {
      const { page, drop } = app();
      const path = join(temporaryFolder(), 'cut.stl');
      const bytes = new Uint8Array(84 + 50 * 10);
      new DataView(bytes.buffer).setUint32(80, 10, true);
      writeFileSync(path, bytes);
      truncateSync(path, 84 + 50 * 4 + 7);
      await drop([path]);
      const notice = page.getByTestId('notice').filter({ hasText: 'cut.stl' });
      await notice.waitFor();
      await expect.poll(() => notice.innerText()).toMatch(/byte/i);
    });

    test('the console has no errors', () => {
      expectQuietConsole(app());
    });
  },
  { serverModule: holdFirstJob("request.kind === 'import' && request.fileName === 'long.obj'") },
);

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { readBullet } from '#core/bake/bullet/read-bullet';
import { readJolt } from '#core/bake/jolt/read-jolt';
import { readRapier } from '#core/bake/rapier/read-rapier';
import { knot } from '../fixtures/shapes.ts';
import { temporaryFolder } from '../main/product.ts';
import { mainSample } from '../fixtures/scale.ts';
import { objText } from '../fixtures/write-text.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { documentReady, meshRow } from './view.ts';

/** Of a sixth of the triangles of the sample. */
const mesh = knot(3, 7, 200, 8, 0.28);
const triangles = mesh.indices.length / 3;
const sample = join(temporaryFolder(), 'knot.obj');
writeFileSync(sample, objText(mesh));

describeApp('files of physics engines in the served app', [sample], (app) => {
  const engines: readonly [string, string, RegExp, (bytes: Uint8Array) => number][] = [
    ['Jolt 5.5 mesh shape', 'knot.jolt', /grid of 2,097,152 points[\s\S]+below 5e-7 square units/, (bytes) => readJolt(bytes).index.length],
    ['Bullet 3 file', 'knot.bullet', /quantised AABBs[\s\S]+At most 2,097,151 triangles/, (bytes) => readBullet(bytes).index.length],
    [
      'Rapier colliders',
      'knot.rapier.bin',
      /hulls and triangles[\s\S]+rendered parts/,
      (bytes) => readRapier(bytes)[0]!.surface!.triangles.length,
    ],
  ];

  test.each(mainSample(engines, ([, name]) => name.endsWith('.jolt')))(
    '%s: the dialog states its limits, and the file is verified, read and opened',
    async (title, name, limits, corners) => {
      const { page, drop } = app();
      await documentReady(page, 'knot.obj');
      await openExport(page);
      await page.getByLabel(new RegExp(`^${title}`)).check();
      await expect.poll(() => page.getByTestId('export-format').innerText()).toMatch(limits);
      const download = page.waitForEvent('download');
      await page.getByTestId('export-run').click();
      const file = await download;
      expect(file.suggestedFilename()).toBe(name);
      const bytes = readFileSync(await file.path());
      expect(corners(bytes)).toBe(3 * triangles);
      await expect
        .poll(() => page.getByTestId('bake-result').innerText())
        .toContain(`${bytes.length.toLocaleString('en')} bytes, verified`);
      await page.keyboard.press('Escape');
      await expect.poll(() => page.getByTestId('export').count()).toBe(0);
      const path = join(temporaryFolder(), name);
      writeFileSync(path, bytes);
      await drop([path]);
      await documentReady(page, name);
      await expect.poll(() => page.getByTestId('status').innerText()).toContain(`${triangles.toLocaleString('en')} triangles`);
      // The file is compared with the engine that reads it; the mesh next to it keeps its own choice.
      await page.getByTestId('tab-findings').click();
      await expect.poll(() => page.getByTestId('as-held-by').inputValue()).toBe(name.split('.')[1]);
      await meshRow(page, 'knot.obj').click();
      await expect.poll(() => page.getByTestId('as-held-by').inputValue()).toBe('none');
    },
  );

  test('the console has no errors', () => {
    expectQuietConsole(app());
  });
});

async function openExport(page: Page): Promise<void> {
  await page.getByRole('menuitem', { name: 'File' }).click();
  await page.getByRole('menuitem', { name: 'Export…' }).click();
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { checkHealth } from '#core/health/report/check-health';
import type { HealthCode } from '#core/health/health-check';
import { type RepairName, repairNames } from '#core/health/repair/repair';
import { importMesh } from '#core/import/import-mesh';
import { healthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import { noProgress } from '#core/progress';
import { mainSample } from '../fixtures/scale.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { documentReady } from './view.ts';

/** A sample with a finding, and the repair that its button offers. Unused vertices are not written, so their loss shows in the report alone. */
const repairs: readonly (readonly [repair: RepairName, file: string, finding: HealthCode])[] = [
  ['weld', 'crack.obj', 'nearly-equal-vertices'],
  ['drop-degenerate', 'zero-area.obj', 'zero-area-triangles'],
  ['drop-duplicates', 'duplicates.obj', 'duplicate-triangles'],
  ['split-junctions', 't-junction.obj', 't-junctions'],
  ['remove-components', 'debris.obj', 'tiny-components'],
  ['fix-winding', 'flipped.obj', 'inconsistent-winding'],
  ['fix-winding', 'inside-out.obj', 'inside-out-pieces'],
  ['split-non-manifold', 'non-manifold-edge.obj', 'non-manifold-edges'],
  ['fill-holes', 'hole.obj', 'boundary-loops'],
  ['drop-unused', 'unused.obj', 'unused-vertices'],
];

const samples = join(import.meta.dirname, '../../resources/samples');

test('each repair but the simplifier has a sample', () => {
  expect(repairNames.filter((name) => repairs.every(([repair]) => repair !== name))).toEqual(['simplify']);
});

describeApp('each repair', [], (app) => {
  const cell = (page: Page, column: 1 | 2) => (row: string) =>
    page
      .getByTestId('repair-findings')
      .locator(row)
      .locator('td')
      .nth(column - 1)
      .innerText();
  const triangles = (page: Page): Promise<string> => page.locator('[data-document][aria-current=true]').innerText();

  test.each(mainSample(repairs, ([, file]) => ['crack.obj', 'hole.obj'].includes(file)))(
    '%s of %s clears %s by its button, is undone, and the copy is exported',
    async (repair, file, code) => {
      const { page, drop } = app();
      await drop([join(samples, file)]);
      await documentReady(page, file);
      await page.keyboard.press('k');
      await page.getByTestId('findings').locator(`[data-code=${code}]`).first().click();
      if (code === 'boundary-loops') {
        // A selected hole can be filled alone, from the list, from Properties and by a key.
        await page.keyboard.press('n');
        await expect.poll(() => page.getByTestId('fill-this-hole').count()).toBe(2);
        expect(await page.getByTestId('hints').innerText()).toMatch(/Shift\s+I\s+fill this hole/);
      }
      await page.locator('.finding-repair').getByTestId('repair-finding').click();
      expect(await page.getByTestId(`repair-${repair}`).isChecked()).toBe(true);
      await page.getByTestId('repair-preview').click();
      await page.getByTestId('repair-findings').waitFor();
      const row = `[data-code=${code}]`;
      expect(Number(await cell(page, 1)(row))).toBeGreaterThan(0);
      expect(await cell(page, 2)(row)).toBe('0');
      expect(await page.locator(`[data-repair=${repair}]`).innerText()).toMatch(/Surface change\s+none|before to after\s+\S/);
      const size = '.size:has-text("Triangles")';
      const [before, after] = [await cell(page, 1)(size), await cell(page, 2)(size)];
      await page.getByTestId('repair-apply').click();
      const copy = file.replace('.', ' (repaired).');
      await documentReady(page, copy);
      expect(await triangles(page)).toContain(after);
      await page.keyboard.press('Control+z');
      await documentReady(page, file);
      expect(await triangles(page)).toContain(before);
      await page.keyboard.press('Shift+Control+z');
      await documentReady(page, copy);

      await page.keyboard.press('Control+e');
      await page.getByLabel(/^Wavefront OBJ/).check();
      const download = page.waitForEvent('download');
      await page.getByTestId('export-run').click();
      const saved = await download;
      expect(saved.suggestedFilename()).toBe(copy);
      await page.keyboard.press('Escape');
      const source = { fileName: copy, progress: noProgress, readSideFile: async () => null };
      const { mesh } = await importMesh(readFileSync(await saved.path()), source);
      expect(String(mesh.indices.length / 3)).toBe(after);
      const { findings } = checkHealth(mesh, defaultValues(healthOptions));
      expect(findings.map((finding) => finding.code)).not.toContain(code);
    },
  );

  test('simplify reaches its budget, reports the distance both ways, and is undone', async () => {
    const { page, drop } = app();
    await drop([join(samples, 'knot.ply')]);
    await documentReady(page, 'knot.ply');
    await page.keyboard.press('Shift+R');
    await page.getByTestId('repair-simplify').check();
    await page.getByTestId('repair').getByTestId('option-simplifyTo').fill('1000');
    await page.keyboard.press('Enter');
    await page.getByTestId('repair-preview').click();
    await page.getByTestId('repair-findings').waitFor();
    const after = Number((await cell(page, 2)('.size:has-text("Triangles")')).replaceAll(',', ''));
    expect(after).toBeGreaterThan(900);
    expect(after).toBeLessThanOrEqual(1000);
    const text = await page.locator('[data-repair=simplify]').innerText();
    expect(text).toMatch(/before to after\s+0\.\d+[^]*after to before\s+0\.\d+/);
    await page.getByTestId('repair-apply').click();
    await documentReady(page, 'knot (repaired).ply');
    await page.keyboard.press('Control+z');
    await documentReady(page, 'knot.ply');
    expectQuietConsole(app());
  });
});

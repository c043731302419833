import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { checkHealth } from '#core/health/report/check-health';
import { healthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import { channel } from '../fixtures/shapes.ts';
import { objText } from '../fixtures/write-text.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { documentReady, restPointer, samePicture, steadyView } from './view.ts';

const folder = mkdtempSync(join(tmpdir(), 'boxwood-engine-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, 'channel.obj');
writeFileSync(path, objText(channel()));

/** The figures of the panel, by their names. */
function figures(page: Page): Promise<Record<string, string>> {
  return page
    .getByTestId('engine-facts')
    .evaluate((element) =>
      Object.fromEntries([...element.querySelectorAll('dt')].map((term) => [term.textContent!, term.nextElementSibling!.textContent!])),
    );
}

describeApp('a mesh as an engine holds it', [path], (app) => {
  test('is chosen next to the findings, has its figures in the properties, and is drawn over the mesh', async () => {
    const { page, picture } = app();
    await documentReady(page, 'channel.obj');
    await page.getByTestId('tab-findings').click();
    const before = await steadyView(page);
    await page.getByTestId('as-held-by').selectOption('mujoco');
    await page.locator('[data-code="phantom-volume"]').waitFor();
    await page.getByTestId('engine-facts').waitFor();
    const shown = await figures(page);
    const { engine } = checkHealth(channel(), { ...defaultValues(healthOptions), engine: 'mujoco' });
    expect(engine).toMatchObject({ phantomVolume: 60 });
    expect(shown).toMatchObject({
      'Engine shapes': '1',
      'Convex hulls': '1',
      'Vanished triangles': '0',
      'Phantom volume': '60',
      'Missing volume': '0',
    });
    expect(Number(shown['Phantom distance'])).toBeCloseTo(engine!.maxPhantom, 4);
    expect(await page.getByTestId('engine-facts').innerText()).toContain('As held by MuJoCo 3.14');
    await restPointer(page);
    const lid = await steadyView(page);
    expect(samePicture(lid, before)).toBe(false);
    await picture('engine-view');
    // The shapes go with the marks of the findings.
    await page.keyboard.press('Shift+K');
    await expect.poll(async () => samePicture(await steadyView(page), before)).toBe(true);
    await page.keyboard.press('Shift+K');
    expectQuietConsole(app());
  });

  test('changes with the engine, and ends with none', async () => {
    const { page } = app();
    await page.getByTestId('as-held-by').selectOption('jolt');
    await expect.poll(() => page.getByTestId('engine-facts').innerText()).toContain('As held by Jolt 5.5');
    await expect.poll(async () => (await figures(page))['Convex hulls']).toBe('0');
    expect(await figures(page)).toMatchObject({ 'Engine shapes': '1', 'Vanished triangles': '0' });
    expect(await page.locator('[data-code="phantom-volume"]').count()).toBe(0);
    await page.getByTestId('as-held-by').selectOption('none');
    await expect.poll(() => page.getByTestId('engine-facts').count()).toBe(0);
  });
});

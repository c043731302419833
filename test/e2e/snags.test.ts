import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkHealth } from '#core/health/report/check-health';
import { healthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import { box, joined } from '../fixtures/shapes.ts';
import { objText } from '../fixtures/write-text.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { documentReady, restPointer, samePicture, steadyView, typeInto } from './view.ts';

/** Two floors with a lip of 0.05 between them, and a box with a slit under it that no body fits into. */
const mesh = joined([box([-2, -1, -2], [2, 0, 2]), box([2, -1, -2], [6, 0.05, 2]), box([-1, 0.02, -1], [0, 1, 0])]);
const folder = mkdtempSync(join(tmpdir(), 'boxwood-snags-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, 'floors.obj');
writeFileSync(path, objText(mesh));
const radius = 0.3;
const report = checkHealth(mesh, { ...defaultValues(healthOptions), snags: true, snagRadius: radius });
const snags = report.findings.find(({ code }) => code === 'snag-edges')!;

describeApp('the snag map', [path], (app) => {
  test('lists the edges that stop a body, with their heights, and the rolls without room', async () => {
    const { page, picture } = app();
    await documentReady(page, 'floors.obj');
    await page.keyboard.press('k');
    await page.getByTestId('not-run').waitFor();
    expect(await page.locator('[data-code="snag-edges"]').count()).toBe(0);
    expect(await page.getByTestId('snag-no-room').count()).toBe(0);
    await page.getByTestId('tab-checks').click();
    await page.getByRole('radiogroup', { name: 'Snags', exact: true }).getByRole('radio', { name: 'On' }).click();
    await typeInto(page, 'option-snagRadius', String(radius));
    await expect.poll(() => page.locator('[data-code="snag-edges"] .badge').innerText()).toBe(String(snags.count));
    expect(snags.count).toBeGreaterThan(0);
    const { rolls, noRoom } = report.snagRolls!;
    expect(noRoom).toBeGreaterThan(0);
    expect(await page.getByTestId('snag-no-room').innerText()).toContain(`No room for ${noRoom} of ${rolls} rolls`);
    await restPointer(page);
    const before = await steadyView(page);
    await page.locator('[data-code="snag-edges"]').click();
    await page.locator('[data-item="0"]').click();
    await restPointer(page);
    expect(samePicture(await steadyView(page), before)).toBe(false);
    await expect.poll(() => page.getByTestId('properties').innerText()).toContain('Snag edges');
    await expect.poll(() => page.getByTestId('properties').innerText()).toMatch(/0\.05/);
    await picture('snags');
    expectQuietConsole(app());
  });
});

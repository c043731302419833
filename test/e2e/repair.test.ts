import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { importMesh } from '#core/import/import-mesh';
import { isClosed } from '#core/mesh/is-closed';
import { noProgress } from '#core/progress';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { ball, box, joined } from '../fixtures/shapes.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { objText } from '../fixtures/write-text.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { axeViolations } from './axe-violations.ts';
import { documentReady } from './view.ts';

/** A ball of 528 triangles without five of them, in two holes, and with one triangle twice. */
function damagedBall(): string {
  const mesh = ball(24, 12);
  const kept = [...mesh.indices].filter((_, i) => ![1, 2, 3, 4, 300].includes(Math.floor(i / 3)));
  const path = join(temporaryFolder(), 'ball.obj');
  writeFileSync(path, objText({ ...mesh, indices: Uint32Array.from([...kept, ...kept.slice(60, 63)]) }));
  return path;
}

describeApp('repairing in the served app', [], (app) => {
  const findings = (page: Page): Promise<readonly string[]> =>
    page
      .getByTestId('findings')
      .locator('[role=option]')
      .evaluateAll((rows) => rows.map((row) => `${row.getAttribute('data-code')} ${row.querySelector('.badge')?.textContent}`));
  const row = (page: Page, code: string): Promise<string> => page.getByTestId('repair-findings').locator(`[data-code=${code}]`).innerText();

  test('a finding opens the dialog with its repair, and the preview shows what changes', async () => {
    const { page, drop, picture } = app();
    await drop([damagedBall()]);
    await documentReady(page, 'ball.obj');
    await page.keyboard.press('k');
    await expect.poll(() => findings(page)).toContain('boundary-loops 2');
    await page.locator('[data-code=boundary-loops]').click();
    const button = page.locator('.finding-repair').getByTestId('repair-finding');
    expect(await button.innerText()).toBe('Fill 2 holes…');
    await button.click();
    expect(await page.getByTestId('repair-fill-holes').isChecked()).toBe(true);
    await page.getByTestId('repair-drop-duplicates').check();
    await page.getByTestId('repair-preview').click();
    await expect.poll(() => page.getByTestId('repair-report').count()).toBe(1);
    expect(await row(page, 'boundary-loops')).toMatch(/2\s+0$/);
    expect(await row(page, 'duplicate-triangles')).toMatch(/1\s+0$/);
    const filled = page.locator('[data-repair=fill-holes]');
    expect(await filled.innerText()).toMatch(/Holes filled\s+2\s+Triangles added\s+5\s/);
    expect(await filled.innerText()).toMatch(/before to after\s+none\s+Largest distance, after to before\s+0\.0\d+/);
    await picture('repair-preview');
    expect(await axeViolations(page)).toEqual([]);

    // A changed option makes the report outdated; without a repair nothing can run.
    await page.getByTestId('repair-drop-duplicates').uncheck();
    expect(await page.getByTestId('repair-report').innerText()).toContain('preview again');
    await page.getByTestId('repair-fill-holes').uncheck();
    expect(await page.getByTestId('repair-apply').isDisabled()).toBe(true);
    await page.getByTestId('repair-fill-holes').check();
    await page.getByTestId('repair-drop-duplicates').check();
  });

  test('apply shows a closed copy, undo the original, and before/after switches', async () => {
    const { page, picture } = app();
    await page.getByTestId('repair-apply').click();
    await expect.poll(() => page.getByTestId('repair').count()).toBe(0);
    await expect.poll(() => activeName(page)).toBe('ball (repaired).obj');
    await expect.poll(() => page.getByTestId('check-bar').innerText()).toContain('Checked in');
    expect(await findings(page)).not.toContain('boundary-loops 2');
    await picture('repair-applied');
    await page.keyboard.press('Control+z');
    await expect.poll(() => activeName(page)).toBe('ball.obj');
    await page.keyboard.press('Shift+Control+z');
    await expect.poll(() => activeName(page)).toBe('ball (repaired).obj');
    await page.keyboard.press('Shift+y');
    await expect.poll(() => activeName(page)).toBe('ball.obj');
    await page.keyboard.press('Shift+y');
    await expect.poll(() => activeName(page)).toBe('ball (repaired).obj');
    // The same by the buttons over the view; a second press changes nothing.
    const bar = page.getByTestId('repair-bar');
    await bar.getByRole('radio', { name: 'Before' }).click();
    await expect.poll(() => activeName(page)).toBe('ball.obj');
    await bar.getByRole('radio', { name: 'Before' }).click();
    await expect.poll(() => bar.getByRole('radio', { checked: true }).innerText()).toBe('Before');
    await bar.getByRole('radio', { name: 'After' }).click();
    await expect.poll(() => activeName(page)).toBe('ball (repaired).obj');
  });

  test('the copy is exported as a closed mesh', async () => {
    const { page } = app();
    await page.keyboard.press('Control+e');
    await page.getByLabel(/^Wavefront OBJ/).check();
    const download = page.waitForEvent('download');
    await page.getByTestId('export-run').click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('ball (repaired).obj');
    const { mesh } = await importMesh(readFileSync(await saved.path()), {
      fileName: 'ball.obj',
      progress: noProgress,
      readSideFile: async () => null,
    });
    expect(mesh.indices.length / 3).toBe(528);
    expect(isClosed(mesh)).toBe(true);
    await page.keyboard.press('Escape');
  });

  test('one of two holes is filled from the dialog, or by its context menu', async () => {
    const { page, picture } = app();
    await page.keyboard.press('Shift+y');
    await expect.poll(() => activeName(page)).toBe('ball.obj');
    await page.keyboard.press('Shift+R');
    await page.getByTestId('repair-fill-holes').check();
    const holes = page.getByTestId('hole-list').locator('label');
    await expect.poll(() => holes.count()).toBe(2);
    expect(await holes.first().innerText()).toMatch(/^Hole 1\s+\d edges, [\d.]+ long$/);
    await page.locator('[data-hole="2"]').uncheck();
    expect(await page.getByTestId('hole-list').innerText()).toContain('1 hole of 2, whatever the size');
    const list = page.getByTestId('hole-list');
    await list.getByRole('button', { name: 'Choose all' }).click();
    expect(await list.innerText()).toContain('2 holes of 2, whatever the size');
    await list.getByRole('button', { name: 'Use limits' }).click();
    expect(await list.innerText()).toContain('2 holes of 2, within the limits');
    await page.locator('[data-hole="2"]').uncheck();
    await page.getByTestId('repair-preview').click();
    await expect.poll(() => page.getByTestId('repair-findings').count()).toBe(1);
    expect(await row(page, 'boundary-loops')).toMatch(/2\s+1$/);
    await picture('repair-one-hole');
    await page.keyboard.press('Escape');
    await page.getByTestId('repair').waitFor({ state: 'detached' });
    await page.locator('[data-code=boundary-loops]').click();
    await page.getByTestId('finding-items').locator('[data-item="1"]').click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Fill this hole/ }).click();
    const notice = page.getByTestId('notice').filter({ hasText: 'Hole 2 filled' });
    await notice.waitFor();
    expect(await notice.innerText()).toMatch(
      /triangles? added, new surface at most 0\.\d+ from the old one, Boundary loops \(holes\) 2 to 1/,
    );
    // The first repaired copy is open too.
    await expect.poll(() => activeName(page)).toBe('ball (repaired).obj (2)');
    await expect.poll(() => findings(page)).toContain('boundary-loops 1');
    await page.keyboard.press('Control+z');
    await expect.poll(() => activeName(page)).toBe('ball.obj');
    expectQuietConsole(app());
  });
});

describeApp('a repair that raises a kind of finding', [], (app) => {
  test('says so before it is applied, from the dialog and from the menu of a hole', async () => {
    const { page, drop, picture } = app();
    const path = join(temporaryFolder(), 'spiked.obj');
    writeFileSync(path, objText(spikedBox()));
    await drop([path]);
    await documentReady(page, 'spiked.obj');
    await page.keyboard.press('Shift+R');
    await page.getByTestId('repair-fill-holes').check();
    const apply = page.getByTestId('repair-apply');
    expect(await apply.innerText()).toBe('Apply');
    await apply.click();
    const raised = page.getByTestId('repair-raised');
    await raised.waitFor();
    expect(await raised.innerText()).toMatch(
      /more findings than before\s+Self-intersections: \d+ to \d+ \(Fill holes\)\s+Turn on “Leave crossing/,
    );
    expect(await activeName(page)).toBe('spiked.obj');
    expect(await apply.innerText()).toBe('Apply anyway');
    await picture('repair-raised');
    const avoids = page.getByRole('radiogroup', { name: 'Leave crossing holes open' });
    await avoids.getByRole('radio', { name: 'On' }).click();
    await page.getByTestId('repair-preview').click();
    await expect
      .poll(() => page.getByTestId('repair-report').innerText())
      .toMatch(/Holes left, whose filling would intersect the surface\s+1/);
    expect([await raised.count(), await apply.innerText()]).toEqual([0, 'Apply']);
    await avoids.getByRole('radio', { name: 'Off' }).click();
    await page.getByTestId('repair-preview').click();
    await raised.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await page.keyboard.press('k');
    await page.getByTestId('findings').locator('[data-code=boundary-loops]').click();
    await page.getByTestId('finding-items').locator('[data-item="0"]').click();
    await page.keyboard.press('Shift+I');
    await raised.waitFor();
    expect(await page.locator('[data-hole="1"]').isChecked()).toBe(true);
    expect(await activeName(page)).toBe('spiked.obj');
    const properties = page.getByTestId('properties');
    expect(await properties.evaluate((panel) => (panel.scrollTo(0, panel.scrollHeight), panel.scrollTop))).toBeGreaterThan(0);
    await apply.click();
    await expect.poll(() => activeName(page)).toBe('spiked (repaired).obj');
    // The properties of the copy begin with its name.
    await expect.poll(() => properties.evaluate((panel) => panel.scrollTop)).toBe(0);
    expect(await page.getByTestId('repair').count()).toBe(0);
    expectQuietConsole(app());
  });
});

/** A box without its lid, and a spike through the opening. */
function spikedBox(): TriangleMesh {
  const { positions, indices, parts } = box();
  const open = { positions, indices: Uint32Array.from([...indices.subarray(0, 6), ...indices.subarray(12)]), parts };
  return joined([open, box([-0.18, -0.18, -2.7], [0.18, 0.27, 2.7])]);
}

/** The name of the active document. */
function activeName(page: Page): Promise<string> {
  return page.locator('[data-document][aria-current=true] .name').innerText();
}

import { afterAll, expect, test } from 'vitest';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { corpusFolder, describeCorpus } from '../corpus/corpus.ts';
import { bendingBarCollada } from '../fixtures/animated-collada.ts';
import { bendingBar } from '../fixtures/animated-fbx.ts';
import { shuffledBoxes } from '../fixtures/animated.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { documentReady, restPointer, samePicture, steadyView, typeInto } from './view.ts';

const folder = mkdtempSync(join(tmpdir(), 'boxwood-deform-'));
const shuffled = join(folder, 'shuffled.gltf');
writeFileSync(shuffled, shuffledBoxes());
const bending = join(folder, 'bending.fbx');
writeFileSync(bending, bendingBar());
const bendingCollada = join(folder, 'bending.dae');
writeFileSync(bendingCollada, bendingBarCollada());
afterAll(() => rmSync(folder, { recursive: true }));

describeApp('an animated mesh', [shuffled], (app) => {
  test('plays, pauses and can be scrubbed, and its tree is refitted to every pose', async () => {
    const { page, picture } = app();
    await documentReady(page, 'shuffled.gltf');
    const atRest = await steadyView(page);
    await page.keyboard.press('d');
    await expect.poll(() => seconds(page)).toBeGreaterThan(0);
    await expect.poll(() => now(page)).toMatch(/^refit [\d.]+ (ms|µs) by WASM SIMD, cost [\d.]+, [\d.]+ % of the rest pose/);
    await page.locator('.deform-bar [data-command="play"]').click();
    await scrub(page, 1);
    await restPointer(page);
    const middle = await steadyView(page);
    expect(samePicture(middle, atRest)).toBe(false);
    await scrub(page, 0.25);
    await expect.poll(() => now(page)).not.toContain('rebuild advised');
    await scrub(page, 1.5);
    await expect.poll(() => now(page)).toContain('rebuild advised');
    await picture('deform-pose');
    await scrub(page, 1);
    await restPointer(page);
    expect(samePicture(await steadyView(page), middle)).toBe(true);
  });

  test('shows refit and rebuild over the clip, and when to rebuild', async () => {
    const { page, picture } = app();
    await typeInto(page, 'deform-frames', '21');
    await page.getByTestId('deform-measure').click();
    await expect
      .poll(() => page.getByTestId('deform-advice').innerText())
      .toMatch(/^Rebuild from [\d.]+ s on: the ray cost exceeds 150 % of the first frame\. Whole clip, by the median frame: refit only /);
    await expect.poll(() => page.getByTestId('refit-table').locator('tbody tr').count()).toBe(21);
    await expect.poll(() => page.getByTestId('refit-table').locator('tbody tr').first().innerText()).toContain('100.0 %');
    // The middle of the plot is the middle of the clip, about.
    const over = page.getByTestId('refit-costs').locator('.u-over');
    await over.hover();
    await expect.poll(() => page.getByTestId('refit-at-0').innerText()).toMatch(/^at (0\.9|1\.0|1\.1)\d* s: [\d.]+ % of the first frame$/);
    await expect.poll(() => page.getByTestId('refit-at-1').innerText()).toMatch(/^at (0\.9|1\.0|1\.1)\d* s$/);
    await over.click();
    await expect.poll(() => seconds(page)).toBeGreaterThan(0.9);
    await expect.poll(() => seconds(page)).toBeLessThan(1.1);
    await restPointer(page);
    await picture('deform');
  });

  test('returns to the rest pose, and plays again', async () => {
    const { page } = app();
    await page.getByTestId('deform-rest').click();
    await expect.poll(() => now(page)).toBe('rest pose');
    await page.keyboard.press('d');
    await expect.poll(() => seconds(page)).toBeGreaterThan(0);
    await page.keyboard.press('d');
    await page.getByTestId('deform-rest').click();
    await expect.poll(() => now(page)).toBe('rest pose');
    await expect.poll(() => page.getByTestId('deform-rest').isDisabled()).toBe(true);
    expectQuietConsole(app());
  });
});

describeApp('a mesh without animation', ['resources/samples/knot.ply'], (app) => {
  test('has no animation to play', async () => {
    const { page } = app();
    await documentReady(page, 'knot.ply');
    await page.keyboard.press('d');
    await page.getByTestId('tab-deform').click();
    await expect.poll(() => page.getByTestId('deform').innerText()).toContain('No animation.');
    expectQuietConsole(app());
  });
});

describeApp('files with bones', [bending, bendingCollada], (app) => {
  test.each(['bending.fbx', 'bending.dae'])('bend, bulge and return to the rest pose: %s', async (name) => {
    const { page, picture } = app();
    await (await documentReady(page, name)).click();
    await restPointer(page);
    const atRest = await steadyView(page);
    await page.keyboard.press('d');
    await expect.poll(() => seconds(page)).toBeGreaterThan(0.2);
    await page.keyboard.press('d');
    await scrub(page, 1);
    await expect.poll(() => now(page)).toMatch(/^refit [\d.]+ (ms|µs) by WASM SIMD, cost /);
    await expect.poll(() => seconds(page)).toBe(1);
    await expect.poll(() => page.getByTestId('pose-note').first().innerText()).toMatch(/^Pose at 1\.00 s of (Bend|Animation)\. /);
    // At rest it ends at 10.25.
    await expect.poll(() => page.getByTestId('properties').first().innerText()).toContain('11.5198');
    await restPointer(page);
    expect(samePicture(await steadyView(page), atRest)).toBe(false);
    await picture(`deform-${name.slice(-3)}`);
    await page.getByTestId('deform-rest').click();
    await expect.poll(() => now(page)).toBe('rest pose');
    await expect.poll(() => page.getByTestId('pose-note').count()).toBe(0);
    expectQuietConsole(app());
  });
});

describeCorpus('an animated character', () => {
  describeApp('a walker', [join(corpusFolder, 'gltf/khronos/CesiumMan.glb')], (app) => {
    test('walks in the view, with its tree', async () => {
      const { page, picture } = app();
      await documentReady(page, 'CesiumMan.glb');
      await page.keyboard.press('d');
      await expect.poll(() => seconds(page)).toBeGreaterThan(0.2);
      await page.keyboard.press('d');
      await scrub(page, 0.5);
      await typeInto(page, 'deform-frames', '31');
      await page.getByTestId('deform-measure').click();
      await expect.poll(() => page.getByTestId('deform-advice').innerText()).toMatch(/^Rebuild from 1\.2\d* s on: /);
      await restPointer(page);
      await picture('deform-walker');
      expectQuietConsole(app());
    });
  });
});

async function seconds(page: Page): Promise<number> {
  return Number.parseFloat(await page.getByTestId('deform-seconds').innerText());
}

function now(page: Page): Promise<string> {
  return page.getByTestId('deform-now').innerText();
}

/** Waits until the pose of that time is what is shown. */
async function scrub(page: Page, to: number): Promise<void> {
  await page.getByTestId('deform-time').fill(String(to));
  await expect.poll(() => seconds(page)).toBe(to);
  await page.locator('[data-testid="deform-now"][aria-busy="false"]').waitFor();
}

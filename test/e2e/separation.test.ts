import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { box, channel } from '../fixtures/shapes.ts';
import { temporaryFolder } from '../main/product.ts';
import { objText } from '../fixtures/write-text.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { axeViolations } from './axe-violations.ts';
import { shownPose } from './moving-mesh.ts';
import { documentReady, typeAll, typeInto } from './view.ts';

const folder = temporaryFolder();

function file(name: string, mesh: TriangleMesh): string {
  const path = join(folder, name);
  writeFileSync(path, objText(mesh));
  return path;
}

const cube = file('cube.obj', box());
const other = file('other.obj', box());

function cell(page: Page, method: string, column: number): Promise<string> {
  return page.getByTestId('separation-methods').locator(`[data-method=${method}] td`).nth(column).innerText();
}

function isOverlap(page: Page): Promise<string | null> {
  return page.getByTestId('separation-result').getAttribute('data-overlap');
}

describeApp('the separation of two cubes', [cube, other], (app) => {
  test('both methods measure the depth, the chosen axis shows its intervals, and the push-out is applied', async () => {
    const { page, picture } = app();
    await documentReady(page, 'cube.obj');
    await documentReady(page, 'other.obj');
    await page.keyboard.press('g');
    await page.getByRole('button', { name: 'Move other.obj against cube.obj' }).click();
    await typeAll(page, 'moving-move-', { x: '1.5', y: '0.25', z: '0' });
    await page.getByRole('tab', { name: 'Separation' }).click();
    await expect.poll(() => isOverlap(page)).toBe('true');
    await expect.poll(() => cell(page, 'sat', 1)).toBe('0.5');
    expect([await cell(page, 'gjk', 1), await cell(page, 'article', 1)]).toEqual(['0.5', '0.5']);
    // Contacts that come while the panel is in front do not replace it.
    await typeAll(page, 'moving-move-', { x: '7', y: '0', z: '0' });
    await expect.poll(() => isOverlap(page)).toBe('false');
    await typeAll(page, 'moving-move-', { x: '1.5', y: '0.25', z: '0' });
    await expect.poll(() => isOverlap(page)).toBe('true');
    await page.getByRole('tab', { name: /^Contacts\s*\d+/ }).waitFor();
    expect(await page.getByRole('tab', { name: 'Separation' }).getAttribute('aria-selected')).toBe('true');
    expect(await page.getByTestId('separation-verdict').innerText()).toMatch(/^The separating axis agrees with GJK and EPA/);
    expect(await page.getByTestId('separation-intervals').innerText()).toBe('A −1 to 1, B 0.5 to 2.5: overlap 0.5');
    expect(await page.getByTestId('separation-axes').locator('tbody tr').count()).toBe(3);
    // Room for the head and seven rows, and every button in sight.
    expect((await page.locator('.separation-list').boundingBox())!.height).toBeGreaterThan(8 * 20);
    const panel = (await page.locator('#panel-separation').boundingBox())!;
    for (const place of ['.separation-methods [data-command=applyHullPushOut]', '[data-testid=push-out-verify]']) {
      const button = (await page.locator(place).boundingBox())!;
      expect(button.y + button.height, place).toBeLessThanOrEqual(panel.y + panel.height);
    }
    await page.getByTestId('separation-axes').locator('[data-axis="1"] button').click();
    await expect.poll(() => page.getByTestId('separation-intervals').innerText()).toBe('A −1 to 1, B −0.75 to 1.25: overlap 1.75');
    await page.getByTestId('separation-axes').locator('[data-axis="0"] button').click();
    await picture('separation-cubes');
    await page.locator('.separation-methods [data-command=applyHullPushOut]').click();
    await expect.poll(() => isOverlap(page)).toBe('false');
    const { move } = await shownPose(page);
    expect(move[0]).toBeCloseTo(2, 10);
    expect(move.slice(1)).toEqual([0.25, 0]);
    // The margin for rounding is all that is left: 4e−13.
    expect(await cell(page, 'gjk', 1)).toMatch(/^[\d.]+e−1[123]$/);
    await page.keyboard.press('Control+z');
    await expect.poll(() => isOverlap(page)).toBe('true');
    expect(await axeViolations(page)).toEqual([]);
  });

  test('apart, it shows the gap, the distance and the nearest points', async () => {
    const { page } = app();
    await typeAll(page, 'moving-move-', { x: '3', y: '4', z: '0' });
    await expect.poll(() => isOverlap(page)).toBe('false');
    // The corners (1, 1) and (2, 3) are nearest.
    await expect.poll(() => cell(page, 'gjk', 1)).toMatch(/^2\.236/);
    expect(await cell(page, 'sat', 0)).toBe('gap');
    // With a radius of 1.2 on both, only the margins overlap: by 2.4 − √5.
    await typeInto(page, 'separation-margin', '1.2');
    await expect
      .poll(() => page.getByTestId('separation-with-margin').innerText())
      .toBe('With the margin: overlap, depth 0.163932. Only the margins overlap, so GJK alone gives the depth.');
    await typeInto(page, 'separation-margin', '1');
    await expect.poll(() => page.getByTestId('separation-with-margin').innerText()).toBe('With the margin: apart, distance 0.236068.');
    await typeInto(page, 'separation-margin', '0');
    await expect.poll(() => page.getByTestId('separation-with-margin').count()).toBe(0);
    expect(await page.locator('.separation-methods [data-command=applyHullPushOut]').isDisabled()).toBe(true);
  });
});

describeApp('the separation of two wedges', [], (app) => {
  test('the example shows a false collision of the projections, and the product of edges that proves the gap', async () => {
    const { page, picture } = app();
    await page.getByRole('tab', { name: 'Separation' }).click();
    await page.getByTestId('separation-example').click();
    await expect.poll(() => isOverlap(page)).toBe('false');
    expect([await cell(page, 'article', 0), await cell(page, 'sat', 0)]).toEqual(['overlap', 'gap']);
    expect(Number(await cell(page, 'sat', 1))).toBeCloseTo(0.9396, 3);
    expect(Number(await cell(page, 'gjk', 1))).toBeCloseTo(0.9396, 3);
    expect(await page.getByTestId('separation-projection').innerText()).toMatch(/^False collision/);
    expect(await page.getByTestId('separation-plane').innerText()).toMatch(
      /^Overlap 0\.108206 on the best of 8 planes; outlines of [34] and [34] corners/,
    );
    expect(await page.getByTestId('separation-axes').locator('[data-axis="0"]').innerText()).toMatch(
      /^Edge \d of A × edge \d of B\s+gap 0\.9395[67]\d\b/,
    );
    await picture('separation-projections');
    expectQuietConsole(app());
  });
});

describeApp(
  'the push-out of concave meshes',
  [file('channel.obj', channel()), file('block.obj', box([-0.4, -0.4, -0.4], [0.4, 0.4, 0.4]))],
  (app) => {
    test('is found with bounds, applied and verified', async () => {
      const { page, picture } = app();
      await documentReady(page, 'channel.obj');
      await documentReady(page, 'block.obj');
      await page.keyboard.press('g');
      await page.getByRole('button', { name: 'Move block.obj against channel.obj' }).click();
      await page.getByRole('tab', { name: 'Separation' }).click();
      await typeAll(page, 'moving-move-', { x: '0', y: '0.3', z: '0' });
      await page.getByTestId('push-out-verify').click();
      await expect.poll(() => page.getByTestId('push-out-verified').innerText()).toBe('Verified: the meshes overlap in this pose.');
      await page.locator('.separation-push-out [data-command=findPushOut]').click();
      const facts = page.getByTestId('push-out-facts');
      await facts.waitFor();
      const text = await facts.innerText();
      const [upper, lower] = [Number(/Length\s+([\d.]+), verified/.exec(text)?.[1]), Number(/No shorter than\s+([\d.]+)/.exec(text)?.[1])];
      expect(lower).toBeGreaterThan(0);
      expect(lower).toBeLessThanOrEqual(upper);
      await picture('separation-push-out');
      await page.getByTestId('push-out-apply').click();
      await expect.poll(() => page.getByTestId('push-out-verified').innerText()).toBe('Verified: the meshes do not overlap in this pose.');
      await expect.poll(() => page.getByTestId('pair-overlap').innerText()).toBe('apart');
      expectQuietConsole(app());
    });
  },
);

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ball, box, channel, joined, named } from '../fixtures/shapes.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { objText } from '../fixtures/write-text.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { documentReady, meshRow, samePicture, steadyView } from './view.ts';

const figures = (page: Page): Promise<string> => page.getByTestId('collider-figures').innerText();
const partRow = (page: Page, name: string): Locator => page.locator('[data-part]').filter({ hasText: name });

/** Fields of other lists have the same names. */
const option = (page: Page, name: string): Locator => page.getByTestId('colliders').getByTestId(`option-${name}`);

async function typeOption(page: Page, name: string, value: string): Promise<void> {
  await option(page, name).fill(value);
  await option(page, name).press('Enter');
  await option(page, name).blur();
}

async function choose(page: Page, per: string): Promise<void> {
  await page.getByTestId('colliders').getByRole('radio', { name: per }).click();
}

async function makeOf(page: Page, method: string, options: Readonly<Record<string, string>> = {}): Promise<void> {
  await page.getByRole('tab', { name: 'Colliders' }).click();
  await page.getByTestId('option-method').selectOption(method);
  for (const [name, value] of Object.entries(options)) {
    if (name === 'per') await choose(page, value);
    else await typeOption(page, name, value);
  }
  await page.locator('.colliders-buttons [data-command=makeCollider]').click();
}

describeApp('editing a collider in the served app', [], (app) => {
  test('parts are merged, divided, deleted and fitted again, each as an undo step with new figures', async () => {
    const { page, drop, picture } = app();
    const path = join(temporaryFolder(), 'boxes.obj');
    writeFileSync(
      path,
      objText(joined([named('red', box()), named('green', box([3, -1, -1], [5, 1, 1])), named('blue', box([7, -1, -1], [9, 1, 1]))])),
    );
    await drop([path]);
    await documentReady(page, 'boxes.obj');
    await makeOf(page, 'hull', { per: 'Part' });
    await documentReady(page, 'boxes (collider, convex hull, 3 hulls).obj');
    await expect.poll(() => figures(page)).toMatch(/Bodies\s+3\s+Vertices\s+24, at most 8 in one hull\s+Phantom volume\s+0\s/);
    await partRow(page, 'red_hull_01').first().click();
    await partRow(page, 'green_hull_01')
      .first()
      .click({ modifiers: ['Control'] });
    await expect.poll(() => page.getByTestId('collider-selected').innerText()).toBe('2 parts selected');
    await page.getByTestId('collider-merge').click();
    // The hull of two boxes fills the gap of 2 × 2 × 2 between them; the grid has 48 cells.
    await expect.poll(() => figures(page)).toMatch(/Bodies\s+2\s+Vertices\s+16, at most 8 in one hull/);
    const phantom = Number(/Phantom volume\s+([\d.]+)/.exec(await figures(page))?.[1]);
    expect(Math.abs(phantom - 8)).toBeLessThan(0.8);
    await picture('collider-merged');
    await page.keyboard.press('Control+z');
    await expect.poll(() => figures(page)).toMatch(/Bodies\s+3\s+Vertices\s+24/);
    await partRow(page, 'blue_hull_01').first().click();
    await page.getByTestId('collider-split').click();
    await expect
      .poll(() => figures(page))
      .toMatch(/Bodies\s+4\s+Vertices\s+32, at most 8 in one hull\s+Phantom volume\s+0\s+Missing volume\s+0(\s|$)/);
    await page.keyboard.press('Control+z');
    await expect.poll(() => figures(page)).toMatch(/Bodies\s+3/);
    await partRow(page, 'blue_hull_01').first().click();
    await page.getByTestId('collider-delete').click();
    await expect.poll(() => figures(page)).toMatch(/Bodies\s+2/);
    expect(Math.abs(Number(/Missing volume\s+([\d.]+)/.exec(await figures(page))?.[1]) - 8)).toBeLessThan(0.8);
    expect(await page.getByTestId('collider-inward').innerText()).toMatch(/Fall-through, up to \d/);
    await page.keyboard.press('Control+z');
    await partRow(page, 'red_hull_01').first().click();
    await page.getByTestId('collider-refit').selectOption('sphere');
    await expect.poll(() => figures(page)).toMatch(/Bodies\s+3\s+Vertices\s+\d+/);
    // The sphere around a cube of side 2 reaches √3 − 1 beyond its faces.
    await expect.poll(() => page.getByTestId('collider-outward').innerText()).toMatch(/Invisible wall, up to 0\.73\d*/);
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.getByTestId('collider-outward').innerText()).toMatch(/Invisible wall, up to 0\s*$/);
    // Each edit was undone: the list has the mesh and its collider.
    await expect.poll(() => page.locator('[data-document]').count()).toBe(2);
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(() => page.locator('[data-document]').allInnerTexts()).toContainEqual(expect.stringContaining('convex hull edited'));
    // Where the name has no room, its middle is cut: the end, which tells it from the other one, stays.
    const row = meshRow(page, 'convex hull edited').last();
    const end = (): Promise<string> =>
      row.locator('.cut-name').evaluate((own) => {
        const isWhole = own.scrollWidth <= own.clientWidth && own.parentElement!.scrollWidth <= own.parentElement!.clientWidth;
        return isWhole ? getComputedStyle(own, '::after').content : 'cut at the end';
      });
    await row.evaluate((element) => (element.style.width = '700px'));
    await expect.poll(end).toBe('none');
    await row.evaluate((element) => (element.style.width = '230px'));
    await expect.poll(end).toMatch(/\.obj( \(2\))?" \/ ""$/);
    await row.evaluate((element) => (element.style.width = ''));
    expectQuietConsole(app());
  });
});

describeApp('the limits of hulls and packs of spheres in the served app', [], (app) => {
  test('hulls keep the limits of vertices and faces that are typed', async () => {
    const { page, drop } = app();
    const path = join(temporaryFolder(), 'ball.obj');
    writeFileSync(path, objText(ball(12, 6)));
    await drop([path]);
    await documentReady(page, 'ball.obj');
    await page.getByRole('tab', { name: 'Colliders' }).click();
    await page.getByTestId('option-method').selectOption('hull');
    await page.getByTestId('collider-live').check();
    const largest = async (): Promise<number> => Number(/at most (\d+) in one hull/.exec(await figures(page))?.[1] ?? Number.NaN);
    // By default as many as every engine takes.
    await expect.poll(largest).toBeLessThanOrEqual(34);
    expect(await page.getByTestId('colliders').getByText('over the limit').count()).toBe(0);
    await typeOption(page, 'maxVertices', '0');
    await expect.poll(largest).toBe(62);
    await typeOption(page, 'maxVertices', '12');
    await expect.poll(largest).toBe(12);
    await typeOption(page, 'maxVertices', '0');
    await typeOption(page, 'maxFaces', '6');
    // A solid of six faces has eight vertices at most.
    await expect.poll(largest).toBeLessThanOrEqual(8);
    await page.getByTestId('collider-live').uncheck();
  });

  test('a pack of spheres is drawn, with its proof and its largest distance outside', async () => {
    const { page, picture } = app();
    await makeOf(page, 'spheres', { maxSpheres: '8' });
    await documentReady(page, 'ball (collider, pack of spheres');
    await expect.poll(() => figures(page)).toMatch(/Bodies\s+8/);
    const [pack] = await page.getByTestId('collider-packs').locator('li').allInnerTexts();
    expect(pack).toMatch(/8 spheres contain every point of the surface \(exact\), at most [\d.]+ outside$/);
    expect(Number(/at most ([\d.]+) outside/.exec(pack!)?.[1])).toBeLessThan(1);
    await picture('collider-spheres');
    expectQuietConsole(app());
  });
});

describeApp('the regions of a collider in the served app', [], (app) => {
  test('an invisible wall is a finding with its area, and a click goes there', async () => {
    const { page, drop, picture } = app();
    const path = join(temporaryFolder(), 'channel.obj');
    writeFileSync(path, `o channel\n${objText(channel())}`);
    await drop([path]);
    await documentReady(page, 'channel.obj');
    await makeOf(page, 'hull');
    await documentReady(page, 'channel (collider, convex hull).obj');
    await page.getByTestId('collider-find-regions').click();
    const walls = page.getByTestId('collider-regions-invisibleWall');
    await walls.waitFor();
    const head = await walls.locator('h4').innerText();
    expect(head).toMatch(/^Invisible wall: area [\d.]+ in \d+ regions?$/);
    expect(await walls.locator('[data-region="0"]').innerText()).toMatch(/^Area [\d.]+, up to (1|0\.9\d*)$/);
    expect(await page.getByTestId('collider-regions-fallThrough').count()).toBe(0);
    const before = await steadyView(page);
    await walls.locator('[data-region="0"] button').click();
    await expect.poll(async () => samePicture(await steadyView(page), before)).toBe(false);
    await picture('collider-regions');
    await meshRow(page, 'channel.obj').first().click();
    expectQuietConsole(app());
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ball, knot } from '../fixtures/shapes.ts';
import { binaryStl, objText } from '../fixtures/write-text.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { describeDrawingApp, expectQuietConsole } from './app.ts';
import { chooseFiles, countGl, documentReady, meshRow, pictureOf, samePicture, steadyView, viewAtRest } from './view.ts';

describeDrawingApp('opening files in the served app', [], (app) => {
  test('an empty window names the formats and offers the samples', async () => {
    const { page, picture } = app();
    await page.getByTestId('empty').waitFor();
    await expect.poll(() => page.getByTestId('empty').innerText()).toMatch(/drop/i);
    // Others are halves of an example.
    await expect
      .poll(() =>
        page
          .getByTestId('empty')
          .locator('[data-sample]')
          .evaluateAll((all) => all.map((one) => one.dataset['sample'])),
      )
      .toEqual(['keep', 'knot', 'damaged', 'yard']);
    await picture('empty');
  });

  test('a double click on a sample opens it once', async () => {
    const { page } = app();
    await page.getByTestId('empty').locator('[data-sample="knot"]').dblclick();
    const row = page.locator('[data-document]');
    await expect.poll(() => row.first().getAttribute('data-phase')).toBe('ready');
    // Everything that was requested is open when this is.
    await page.keyboard.press('Alt+w');
    await expect.poll(() => page.getByTestId('empty').locator('[data-sample]').count()).toBe(4);
    expect(await row.count()).toBe(0);
    // In a later picture it would be there or not.
    await page.getByTestId('notice').getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => page.getByTestId('notice').count()).toBe(0);
  });

  test('a file dropped on the window is shown with its tree, and the mesh is drawn once', async () => {
    const { page, drop, picture } = app();
    const before = await steadyView(page);
    const used = await countGl(page);
    const path = join(temporaryFolder(), 'ball.obj');
    writeFileSync(path, objText(ball(32, 17)));
    await drop([path]);
    await documentReady(page, 'ball.obj');
    await expect.poll(() => page.getByTestId('status').innerText()).toContain('1,024 triangles');
    await expect.poll(() => page.getByTestId('statistics').innerText()).toContain('Depth');
    expect(samePicture(await steadyView(page), before)).toBe(false);
    // The tree must not wait for more frames: in software GL one of a large mesh takes a second.
    expect((await used()).draws).toBe(1);
    await picture('dropped');
  });

  test('a second file joins the first, and each can be made active', async () => {
    const { page, drop } = app();
    const path = join(temporaryFolder(), 'solid.stl');
    // Binary, though its header begins with "solid".
    writeFileSync(path, binaryStl(knot(2, 3, 64, 8), 'solid knot'));
    await drop([path]);
    await documentReady(page, 'solid.stl');
    await meshRow(page, 'solid.stl').click();
    await expect.poll(() => page.getByTestId('properties').innerText()).toContain('1,024');
    await meshRow(page, 'ball.obj').click();
    await expect.poll(() => page.getByTestId('properties').innerText()).toContain('ball.obj');
  });

  test('a mesh opened next to one a thousand times as large is shown alone, a key shows the others, and undo reverts that', async () => {
    const { page, drop, picture } = app();
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'room.obj'), objText(ball(32, 17, 1000)));
    await drop([join(folder, 'room.obj')]);
    await documentReady(page, 'room.obj');
    writeFileSync(join(folder, 'chair.obj'), objText(ball(16, 9)));
    await drop([join(folder, 'chair.obj')]);
    await documentReady(page, 'chair.obj');
    await expect.poll(() => shownMeshes(page)).toEqual(['chair.obj']);
    const alone = await steadyView(page);
    await picture('alone');
    await expect.poll(() => page.getByTestId('hints').innerText()).toMatch(/Alt\s*H\s*show all 4/);
    await page.keyboard.press('Alt+H');
    await expect.poll(async () => (await shownMeshes(page)).length).toBe(4);
    expect(samePicture(await steadyView(page), alone)).toBe(false);
    await page.getByRole('button', { name: 'Hide chair.obj' }).click({ modifiers: ['Alt'] });
    await expect.poll(() => shownMeshes(page)).toEqual(['chair.obj']);
    expect(samePicture(await steadyView(page), alone)).toBe(true);
    await meshRow(page, 'room.obj').click();
    await expect.poll(() => shownMeshes(page)).toEqual(['room.obj']);
    for (let steps = 0; steps < 4; steps++) await page.keyboard.press('Control+z');
    await expect.poll(() => shownMeshes(page)).toEqual(['room.obj']);
    for (const name of ['chair.obj', 'room.obj']) {
      await meshRow(page, name).click();
      await meshRow(page, name).getByRole('button', { name: /^Hide/ }).focus();
      await page.keyboard.press('Alt+w');
      await expect.poll(() => meshRow(page, name).count()).toBe(0);
      // The focus does not fall to the page with what had it.
      await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[data-region]')?.textContent)).toMatch(/^Meshes/);
    }
  });

  test('a file without triangles leaves the other meshes and the camera as they are', async () => {
    const { page, drop } = app();
    await viewAtRest(page);
    // Notices come and go below.
    const part = { ...(await page.getByTestId('view').boundingBox())!, height: 400 };
    const before = await pictureOf(page, part);
    const shown = await shownMeshes(page);
    const path = join(temporaryFolder(), 'nothing.obj');
    writeFileSync(path, '# nothing');
    await drop([path]);
    await expect.poll(() => meshRow(page, 'nothing.obj').getAttribute('data-phase')).toBe('ready');
    const notice = page.getByTestId('notice').filter({ hasText: 'nothing.obj has no usable triangle' });
    await notice.waitFor();
    expect(await shownMeshes(page)).toEqual([...shown, 'nothing.obj']);
    expect(await page.getByTestId('no-triangle').count()).toBe(0);
    await meshRow(page, 'nothing.obj').click();
    await page.keyboard.press('Alt+w');
    await expect.poll(() => meshRow(page, 'nothing.obj').count()).toBe(0);
    expect(await shownMeshes(page)).toEqual(shown);
    await expect.poll(() => notice.count()).toBe(0);
    await viewAtRest(page);
    expect(samePicture(await pictureOf(page, part), before)).toBe(true);
  });

  test('a mesh and its side file dropped together are one document', async () => {
    const { page, drop } = app();
    const folder = temporaryFolder();
    const positions = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    const gltf = {
      asset: { version: '2.0' },
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0, name: 'flag', scale: [-1, 1, 1] }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
      bufferViews: [{ buffer: 0, byteLength: 36 }],
      buffers: [{ uri: 'flag.bin', byteLength: 36 }],
    };
    writeFileSync(join(folder, 'flag.gltf'), JSON.stringify(gltf));
    writeFileSync(join(folder, 'flag.bin'), Buffer.from(positions.buffer));
    await drop([join(folder, 'flag.gltf'), join(folder, 'flag.bin')]);
    await documentReady(page, 'flag.gltf');
    await expect.poll(() => page.locator('[data-document]').count()).toBe(3);
  });

  test('File > Open takes a file through the dialog', async () => {
    const { page } = app();
    const path = join(temporaryFolder(), 'chosen.obj');
    writeFileSync(path, objText(ball(8, 5)));
    await chooseFiles(page, () => page.keyboard.press('Control+o'), [path]);
    await documentReady(page, 'chosen.obj');
  });

  test('another tab sees the same documents', async () => {
    const { page, address } = app();
    const tab = await page.context().newPage();
    await tab.goto(address);
    await documentReady(tab, 'chosen.obj');
    await expect.poll(() => tab.locator('[data-document]').count()).toBe(4);
    await tab.close();
  });

  test('the page takes the token out of its address', () => {
    expect(app().page.url()).not.toContain('token');
  });

  test('the console has no errors', () => {
    expectQuietConsole(app());
  });
});

/** By their eyes. */
function shownMeshes(page: Page): Promise<string[]> {
  return page
    .locator('[data-document]')
    .evaluateAll((rows) =>
      rows
        .filter((row) => row.querySelector('button[aria-label^="Hide "]') !== null)
        .map((row) => row.querySelector('.name')?.textContent ?? ''),
    );
}

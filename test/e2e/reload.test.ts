import { mkdtempSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { twoScenes } from '../fixtures/scenes.ts';
import { ball, knot } from '../fixtures/shapes.ts';
import { binaryPly, objText } from '../fixtures/write-text.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { documentReady, fieldValue, meshRow, restPointer, samePicture, steadyView } from './view.ts';

const folder = mkdtempSync(join(tmpdir(), 'boxwood-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a file as careful programs do: under another name, which then becomes its own. */
function replaceFile(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(`${path}.tmp`, content);
  renameSync(`${path}.tmp`, path);
  return path;
}

const gltf = JSON.parse(twoScenes()) as { readonly buffers: [{ readonly uri: string }] };
const buffer = Buffer.from(gltf.buffers[0].uri.split(',')[1]!, 'base64');
const model = replaceFile('model.ply', binaryPly(ball(64, 33)));
replaceFile('near.bin', buffer);
const near = replaceFile('near.gltf', JSON.stringify({ ...gltf, buffers: [{ byteLength: 36, uri: 'near.bin' }] }));

function offer(page: Page) {
  return page.getByTestId('reload-offer');
}

async function triangles(page: Page): Promise<string> {
  return page.getByTestId('status').innerText();
}

/** The Reload of the File menu: whether it can be chosen, and what it says of itself. */
async function menuItem(page: Page): Promise<{ readonly enabled: boolean; readonly title: string | null }> {
  await page.getByRole('menuitem', { name: 'File' }).click();
  const item = page.locator('[data-command="reload"]');
  const said = { enabled: await item.isEnabled(), title: await item.getAttribute('title') };
  await page.keyboard.press('Escape');
  return said;
}

describeApp('a file that changes on the disk', [model, near], (app) => {
  test('is offered in one line, and reloaded in place: camera, ray, tool and tree stay', async () => {
    const { page, picture } = app();
    await documentReady(page, 'near.gltf');
    await documentReady(page, 'model.ply');
    await meshRow(page, 'model.ply').click();
    await page.keyboard.press('Shift+Alt+h');
    await page.keyboard.press('f');
    const statistics = await page.getByTestId('statistics').innerText();
    await page.getByTestId('option-split').selectOption('median');
    await expect.poll(() => page.getByTestId('statistics').innerText()).not.toBe(statistics);
    // Another place for the camera than the one that framing gives.
    const view = (await page.getByTestId('view').boundingBox())!;
    await page.mouse.move(view.x + 300, view.y + 250);
    await page.mouse.down({ button: 'middle' });
    await page.mouse.move(view.x + 420, view.y + 180, { steps: 4 });
    await page.mouse.up({ button: 'middle' });
    await page.keyboard.press('t');
    await steadyView(page);
    await page.mouse.click(view.x + view.width / 2, view.y + view.height / 2);
    await expect.poll(() => page.getByTestId('hits').getAttribute('role')).toBe('grid');
    await restPointer(page);
    const origin = await fieldValue(page, 'ray-origin-x');
    await restPointer(page);
    const before = await steadyView(page);

    // The same mesh once more: whatever looks otherwise afterwards was lost on the way.
    replaceFile('model.ply', binaryPly(ball(64, 33)));
    await offer(page).waitFor();
    await expect.poll(() => offer(page).innerText()).toMatch(/^model\.ply changed on disk\.\s+Reload$/);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await picture('reload-offer');
    const document = await meshRow(page, 'model.ply').getAttribute('data-document');
    await page.getByTestId('reload').click();
    await expect.poll(() => meshRow(page, 'model.ply').getAttribute('data-document')).not.toBe(document);
    await documentReady(page, 'model.ply');
    await expect.poll(() => page.getByTestId('option-split').inputValue()).toBe('median');
    await expect.poll(() => offer(page).count()).toBe(0);
    await restPointer(page);
    expect(samePicture(await steadyView(page), before)).toBe(true);
    expect(await fieldValue(page, 'ray-origin-x')).toBe(origin);
    await picture('reloaded');
  });

  test('is reloaded by its key, and undo continues with the new mesh', async () => {
    const { page } = app();
    const others = await page.locator('[data-document]').count();
    replaceFile('model.ply', binaryPly(knot(2, 3, 96, 12)));
    await offer(page).waitFor();
    await restPointer(page);
    await page.keyboard.press('Alt+r');
    await expect.poll(() => triangles(page)).toContain('2,304 triangles');
    await documentReady(page, 'model.ply');
    await expect.poll(() => page.locator('[data-document]').count()).toBe(others);
    await page.keyboard.press('Control+z'); // the ray
    await expect.poll(() => page.getByTestId('status').innerText()).not.toMatch(/ray/);
    expect(await triangles(page)).toContain('2,304 triangles');
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(() => page.getByTestId('status').innerText()).toMatch(/ray [\d.,]+ µs/);
  });

  test('that can no longer be read leaves the open mesh, with one line of error', async () => {
    const { page, picture } = app();
    await restPointer(page);
    const before = await steadyView(page);
    replaceFile('model.ply', 'ply\nformat ascii 1.0\nelement vertex banana\nend_header\n');
    await offer(page).waitFor();
    await page.getByTestId('reload').click();
    const notice = page.getByTestId('notice').filter({ hasText: 'model.ply' });
    await notice.waitFor();
    await expect.poll(() => notice.getAttribute('data-code')).toBe('malformed');
    await expect.poll(() => page.getByTestId('notice').count()).toBe(1);
    await picture('reload-failed');
    await notice.getByRole('button', { name: 'Dismiss' }).click();
    // What failed is offered once more.
    await offer(page).getByRole('button', { name: 'Dismiss' }).click();
    await restPointer(page);
    expect(samePicture(await steadyView(page), before)).toBe(true);
    await expect.poll(() => page.locator('[data-document]').count()).toBe(2);
    expect(await triangles(page)).toContain('2,304 triangles');
  });

  test('is not offered while it is missing, and again when it is back', async () => {
    const { page } = app();
    unlinkSync(model);
    await expect.poll(() => menuItem(page)).toEqual({ enabled: false, title: 'model.ply no longer exists on disk.' });
    replaceFile('model.ply', binaryPly(ball(32, 17)));
    await offer(page).waitFor();
    expect((await menuItem(page)).enabled).toBe(true);
  });

  test('is one line with others, also when it is a side file', async () => {
    const { page, picture } = app();
    await offer(page).getByRole('button', { name: 'Dismiss' }).click();
    replaceFile('near.bin', buffer);
    await offer(page).filter({ hasText: 'near.bin of near.gltf changed on disk.' }).waitFor();
    replaceFile('model.ply', binaryPly(ball(32, 17)));
    await offer(page).filter({ hasText: '2 open files changed on disk.' }).waitFor();
    await picture('reload-all');
    await page.getByTestId('reload').click();
    await expect.poll(() => triangles(page)).toContain('1,024 triangles');
    await documentReady(page, 'model.ply');
    await documentReady(page, 'near.gltf');
    await expect.poll(() => page.locator('[data-document]').count()).toBe(2);
    await expect.poll(() => offer(page).count()).toBe(0);
  });

  test('is not known for a dropped file, and the command says why', async () => {
    const { page, drop, picture } = app();
    await drop([replaceFile('dropped.obj', objText(ball(8, 5)))]);
    await documentReady(page, 'dropped.obj');
    await meshRow(page, 'dropped.obj').click();
    const { enabled, title } = await menuItem(page);
    expect(enabled).toBe(false);
    expect(title).toBe('The browser does not report the path of dropped.obj: drop or open the file again.');
    await page.getByRole('menuitem', { name: 'File' }).click();
    await picture('reload-of-dropped');
    await page.keyboard.press('Escape');
  });

  test('the console has no errors', () => {
    expectQuietConsole(app());
  });
});

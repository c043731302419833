import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import type { Locator, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { hall } from '../fixtures/hall.ts';
import { detailTest } from '../fixtures/detail-test.ts';
import { describeDrawnApp, expectQuietConsole } from './app.ts';
import { documentReady, middleOfView, numbers, restPointer, samePicture, steadyView, typeInto, viewAtRest } from './view.ts';

const folder = mkdtempSync(join(tmpdir(), 'boxwood-camera-'));
const file = join(folder, 'hall.obj');
writeFileSync(file, hall());

describeDrawnApp('the camera of the served app', [file], (app) => {
  test('the first framing ignores a giant ground plane; Home frames everything', async () => {
    const { page, picture } = app();
    await documentReady(page, 'hall.obj');
    await page.keyboard.press('Shift+V');
    // The hall is 40 wide and 10 high, about (100, 5, 0).
    await expect.poll(() => numbers(page, 'camera-target')).toEqual([100, 5, 0]);
    await picture('camera-first');
    await page.keyboard.press('Home');
    await expect.poll(() => numbers(page, 'camera-target')).toEqual([0, 4.5, 0]);
    await page.keyboard.press('Shift+F');
    await expect.poll(() => numbers(page, 'camera-target')).toEqual([100, 5, 0]);
  });

  test('standard views by the numeric pad, the menu and the view cube', async () => {
    const { page, picture } = app();
    const from = (): Promise<string | null> => page.getByTestId('view-cube').getAttribute('data-from');
    await page.keyboard.press('Numpad7');
    await expect.poll(from).toBe('top');
    await expect.poll(() => numbers(page, 'camera-target')).toEqual([100, 5, 0]);
    await page.keyboard.press('Control+Numpad7');
    await expect.poll(from).toBe('bottom');
    await page.keyboard.press('Numpad3');
    await expect.poll(from).toBe('right');
    await page.getByRole('menuitem', { name: 'View', exact: true }).click();
    await page.getByRole('menuitemcheckbox', { name: /^View from the front/ }).click();
    await expect.poll(from).toBe('front');
    // By keys of the focused cube: an edge, a corner, and straight above.
    await page.getByTestId('view-cube').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(from).toBe('front right');
    await page.keyboard.press('ArrowUp');
    await expect.poll(from).toBe('top front right');
    await picture('camera-cube');
    await cubeButton(page, '0 1 1').click();
    await expect.poll(from).toBe('top front');
    await cubeButton(page, '0 0 1').click();
    await expect.poll(from).toBe('front');
  });

  test('the wheel goes through a wall into the hall, and back-face culling lets one look in from outside', async () => {
    const { page, picture } = app();
    await page.keyboard.press('Numpad1');
    await page.keyboard.press('Shift+F');
    const [x, y] = await middle(page);
    await page.mouse.move(x, y);
    await expect.poll(() => pointer(page)).toMatch(/z\s+20/);
    await page.keyboard.press('Alt+X');
    await page.mouse.move(x, y + 1);
    // Through the front wall, whose inner side is seen from behind, to the far wall.
    await expect.poll(() => pointer(page)).toMatch(/z\s+−20/);
    await picture('camera-culling');
    await page.keyboard.press('Alt+X');
    let notches = 0;
    for (; (await numbers(page, 'camera-eye'))[2]! > 19 && notches < 16; notches++) {
      const before = await numbers(page, 'camera-eye');
      await page.mouse.wheel(0, -100);
      await expect.poll(() => numbers(page, 'camera-eye')).not.toEqual(before);
    }
    expect((await numbers(page, 'camera-eye'))[2]).toBeLessThan(20);
    expect((await numbers(page, 'camera-eye'))[2]).toBeGreaterThan(-20);
    await page.mouse.move(x, y);
    await expect.poll(() => pointer(page)).toMatch(/z\s+−20/);
    await picture('camera-inside');
  });

  detailTest('the wheel stops where nothing lies beyond, says so, and goes back; the legend names what is under the pointer', async () => {
    const { page, picture } = app();
    // Straight down, through the roof and the ground.
    await page.keyboard.press('Numpad7');
    await page.keyboard.press('Shift+F');
    const [x, y] = await middle(page);
    await page.mouse.move(x, y);
    const hints = (): Promise<string> => page.getByTestId('hints').innerText();
    for (let notches = 0; notches < 30 && !(await hints()).includes('nothing lies beyond'); notches++) {
      await page.mouse.wheel(0, -500);
      await viewAtRest(page);
    }
    expect(await hints()).toContain('nothing lies beyond');
    const end = await numbers(page, 'camera-eye');
    await page.mouse.wheel(0, -500);
    await viewAtRest(page);
    expect(await numbers(page, 'camera-eye')).toEqual(end);
    await picture('camera-end');
    // Not from the move of the pointer, but from that of the camera.
    const named = async (): Promise<boolean> => (await page.getByTestId('legend').allInnerTexts()).join().includes('Under the pointer');
    const pointed = async (): Promise<boolean> => (await page.getByTestId('pointer').count()) > 0;
    expect(await named()).toBe(await pointed());
    for (let notches = 0; notches < 40 && (notches === 0 || !(await pointed())); notches++) {
      await page.mouse.wheel(0, 100);
      await viewAtRest(page);
    }
    expect([await pointed(), await named()]).toEqual([true, true]);
    expect(await hints()).not.toContain('nothing lies beyond');
    await page.keyboard.press('Numpad1');
    await page.keyboard.press('Shift+F');
  });

  detailTest('the right button looks and flies with keys; the wheel changes the speed that is shown and kept', async () => {
    const { page } = app();
    const box = (await page.getByTestId('view').boundingBox())!;
    const [x, y] = [box.x + 0.3 * box.width, box.y + 0.6 * box.height];
    // The keys of the test before have moved the camera.
    await viewAtRest(page);
    const start = await numbers(page, 'camera-eye');
    // A click alone changes nothing.
    await page.mouse.click(x, y, { button: 'right' });
    expect(await page.getByTestId('fly-bar').count()).toBe(0);
    expect(await numbers(page, 'camera-eye')).toEqual(start);
    await page.mouse.move(x, y);
    await page.mouse.down({ button: 'right' });
    await page.mouse.move(x + 60, y, { steps: 3 });
    await page.getByTestId('fly-bar').waitFor();
    await expect.poll(() => numbers(page, 'camera-eye')).toEqual(start);
    const speed = Number(await page.getByTestId('fly-bar').getAttribute('data-speed'));
    expect(await page.getByTestId('fly-bar').innerText()).toContain('units/s');
    await page.mouse.wheel(0, 100);
    await expect.poll(async () => Number(await page.getByTestId('fly-bar').getAttribute('data-speed'))).toBeLessThan(speed);
    const slower = Number(await page.getByTestId('fly-bar').getAttribute('data-speed'));
    // E is the command that rotates the moving mesh, and up here.
    await page.keyboard.down('e');
    await expect.poll(async () => (await numbers(page, 'camera-eye'))[1]).toBeGreaterThan(start[1]!);
    await page.keyboard.up('e');
    await page.keyboard.down('s');
    await expect.poll(async () => (await numbers(page, 'camera-eye'))[2]).not.toBe(start[2]);
    await page.keyboard.up('s');
    await page.mouse.up({ button: 'right' });
    await page.getByTestId('fly-bar').waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+W');
    await expect.poll(async () => Number(await page.getByTestId('fly-bar').getAttribute('data-speed'))).toBe(slower);
    const before = await numbers(page, 'camera-eye');
    await page.keyboard.down('ArrowLeft');
    await expect.poll(() => numbers(page, 'camera-eye')).not.toEqual(before);
    await page.keyboard.up('ArrowLeft');
    await page.keyboard.press('Escape');
    await page.getByTestId('fly-bar').waitFor({ state: 'detached' });
  });

  test('without a mouse: Tab reaches the view, arrow keys orbit and pan, plus and minus zoom', async () => {
    const { page } = app();
    await page.keyboard.press('Shift+F');
    await expect.poll(() => numbers(page, 'camera-target')).toEqual([100, 5, 0]);
    await tabTo(page, 'application');
    const start = await numbers(page, 'camera-eye');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => numbers(page, 'camera-eye')).not.toEqual(start);
    expect(await numbers(page, 'camera-target')).toEqual([100, 5, 0]);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(async () => (await numbers(page, 'camera-target'))[0]).toBeGreaterThan(100.1);
    const panned = await numbers(page, 'camera-eye');
    await page.keyboard.press('+');
    await expect.poll(async () => (await numbers(page, 'camera-eye'))[2]).toBeLessThan(panned[2]!);
  });

  test('an orthographic camera picks what it shows, and its picture is framed', async () => {
    const { page, picture } = app();
    await page.keyboard.press('Numpad1');
    await page.keyboard.press('Shift+F');
    await restPointer(page);
    const perspective = await steadyView(page);
    await page.keyboard.press('Numpad5');
    await restPointer(page);
    expect(samePicture(await steadyView(page), perspective)).toBe(false);
    await picture('camera-orthographic');
    const [x, y] = await middle(page);
    await page.mouse.click(x, y);
    await expect.poll(() => page.getByTestId('status-selection').innerText()).toMatch(/triangle/i);
    // Without perspective all surfaces have one scale: the front wall, and the far one.
    const [at] = await pointedFrom(page, x, y);
    const [aside] = await pointedFrom(page, x + 60, y);
    await page.keyboard.press('Alt+X');
    const [farAside, , far] = await pointedFrom(page, x + 61, y);
    const [farAt] = await pointedFrom(page, x + 1, y);
    await page.keyboard.press('Alt+X');
    expect(far).toBe(-20);
    expect(farAside! - farAt!).toBeCloseTo(aside! - at!, 0);
    expect(aside! - at!).toBeGreaterThan(2);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Orthographic' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Orthographic' }).getAttribute('aria-pressed')).toBe('false');
  });

  test('a stored camera comes back, has a name and can be deleted', async () => {
    const { page, picture } = app();
    await page.getByTestId('store-camera').click();
    const stored = await numbers(page, 'camera-eye');
    await page.getByRole('button', { name: 'Rename View 1' }).click();
    await page.getByLabel('Name of the bookmark').fill('Entrance');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Numpad7');
    await expect.poll(() => numbers(page, 'camera-eye')).not.toEqual(stored);
    await page.getByTestId('store-camera').click();
    await expect
      .poll(() => page.locator('[data-bookmark]').evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset['bookmark'])))
      .toEqual(['Entrance', 'View 1']);
    await picture('camera-bookmarks');
    await page.getByRole('button', { name: 'Entrance', exact: true }).click();
    await expect.poll(() => numbers(page, 'camera-eye')).toEqual(stored);
    await page.getByRole('button', { name: 'Delete Entrance' }).click();
    await expect.poll(() => page.locator('[data-bookmark]').count()).toBe(1);
  });

  detailTest('the view is saved as a picture, also larger and transparent', async () => {
    const { page, picture } = app();
    const canvas = (await page.getByTestId('view').locator('canvas').first().boundingBox())!;
    const saved = async (): Promise<PNG> => {
      const download = page.waitForEvent('download');
      await page.keyboard.press('Alt+p');
      expect((await download).suggestedFilename()).toBe('hall.png');
      return PNG.sync.read(readFileSync(await (await download).path()));
    };
    const alphas = ({ data }: PNG): Set<number> => new Set(data.filter((_, i) => i % 4 === 3));
    await restPointer(page);
    await steadyView(page);
    const plain = await saved();
    expect([plain.width, plain.height]).toEqual([Math.round(canvas.width), Math.round(canvas.height)]);
    expect(alphas(plain)).toEqual(new Set([255]));
    await page.getByRole('radio', { name: '2×' }).click();
    await page.getByLabel('Transparent').check();
    const large = await saved();
    expect([large.width, large.height]).toEqual([2 * plain.width, 2 * plain.height]);
    expect(alphas(large).has(0) && alphas(large).has(255)).toBe(true);
    await picture('camera-picture');
  });

  detailTest('the turntable goes around until the camera is moved, and a turn is saved as pictures in one file', async () => {
    const { page } = app();
    const azimuth = (): Promise<string> => page.getByTestId('camera-azimuth').inputValue();
    await page.getByRole('radio', { name: '1×' }).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+F');
    const resting = await azimuth();
    await typeInto(page, 'turntable-speed', '90');
    // The system asks for reduced motion: it stays off until it is started.
    expect(await azimuth()).toBe(resting);
    await page.keyboard.press('Alt+t');
    await expect.poll(() => page.getByTestId('turntable').innerText()).toBe('Stop');
    await expect.poll(azimuth).not.toBe(resting);
    await page.mouse.move(...(await middleOfView(page)));
    await page.mouse.wheel(0, -100);
    await expect.poll(() => page.getByTestId('turntable').innerText()).toBe('Start');
    await steadyView(page);
    const stopped = await azimuth();
    await typeInto(page, 'turntable-pictures', '4');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save turntable' }).click();
    const dialog = page.getByTestId('turntable-dialog');
    await expect
      .poll(() => page.getByTestId('turntable-estimate').innerText())
      .toMatch(/^4 PNG pictures, one every 90°, each [\d,]+ × [\d,]+ pixels: about [\d.,]+ M?B/);
    const estimate = await page.getByTestId('turntable-estimate').innerText();
    await page.getByTestId('turntable-save').click();
    expect((await download).suggestedFilename()).toBe('hall-turntable.zip');
    const zip = readFileSync(await (await download).path());
    const [, about, unit] = /about ([\d.,]+) (M?B)/.exec(estimate)!;
    const ratio = (Number(about!.replaceAll(',', '')) * (unit === 'MB' ? 1e6 : 1)) / zip.length;
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.7);
    const files = unzipSync(zip);
    expect(Object.keys(files)).toEqual(['hall-1.png', 'hall-2.png', 'hall-3.png', 'hall-4.png']);
    const pictures = Object.values(files).map((bytes) => PNG.sync.read(Buffer.from(bytes)));
    const announced = /each ([\d,]+) × ([\d,]+) pixels/
      .exec(estimate)!
      .slice(1)
      .map((side) => Number(side.replaceAll(',', '')));
    expect(pictures.map(({ width, height }) => [width, height])).toEqual([announced, announced, announced, announced]);
    expect(new Set(pictures.map(({ data }) => data.toString('base64'))).size).toBe(4);
    // The ground is transparent, as Save picture was set.
    expect(pictures.every(({ data }) => data.some((value, i) => i % 4 === 3 && value === 0))).toBe(true);
    expect(await azimuth()).toBe(stopped);
    await expect
      .poll(() => page.getByTestId('turntable-end').innerText())
      .toMatch(/^Saved hall-turntable\.zip: 4 pictures of [\d,]+ × [\d,]+ pixels, [\d.,]+ M?B$/);
    await page.getByTestId('turntable-close').click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByTestId('progress').count()).toBe(0);
  });

  detailTest('saving a turntable can be cancelled: no file, the camera stays, and another can be saved', async () => {
    const { page } = app();
    const before = await page.getByTestId('camera-azimuth').inputValue();
    const files: string[] = [];
    page.on('download', (download) => files.push(download.suggestedFilename()));
    await typeInto(page, 'turntable-pictures', '720');
    await page.getByRole('button', { name: 'Save turntable' }).click();
    await page.getByTestId('turntable-save').click();
    const dialog = page.getByTestId('turntable-dialog');
    await dialog.getByRole('progressbar').waitFor();
    await page.getByTestId('turntable-cancel').click();
    await expect.poll(() => page.getByTestId('turntable-end').innerText()).toBe('Saving the turntable was cancelled; no file was saved.');
    await dialog.getByRole('button', { name: 'Save another' }).click();
    await page.getByTestId('turntable-save').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await typeInto(page, 'turntable-pictures', '4');
    expect(await page.getByTestId('camera-azimuth').inputValue()).toBe(before);
    expect(files).toEqual([]);
    page.removeAllListeners('download');
  });

  test('on a touch screen one finger orbits, two pan and zoom; on a trackpad a pinch zooms', async () => {
    const { page } = app();
    const session = await page.context().newCDPSession(page);
    await page.keyboard.press('Home');
    await viewAtRest(page);
    const [x, y] = await middleOfView(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: readonly (readonly [number, number])[]): Promise<unknown> =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([px, py], id) => ({ x: px, y: py, id })) });
    const distance = async (): Promise<number> => {
      const [eye, target] = [await numbers(page, 'camera-eye'), await numbers(page, 'camera-target')];
      return Math.hypot(...eye.map((value, i) => value - target[i]!));
    };
    const [target, azimuth] = [await numbers(page, 'camera-target'), await page.getByTestId('camera-azimuth').inputValue()];
    await touch('touchStart', [x, y]);
    await touch('touchMove', [x + 40, y]);
    await touch('touchEnd');
    await expect.poll(() => page.getByTestId('camera-azimuth').inputValue()).not.toBe(azimuth);
    expect(await numbers(page, 'camera-target')).toEqual(target);
    const far = await distance();
    const turned = await page.getByTestId('camera-azimuth').inputValue();
    await touch('touchStart', [x - 50, y], [x + 50, y]);
    await touch('touchMove', [x - 70, y + 20], [x + 70, y + 20]);
    await touch('touchMove', [x - 100, y + 30], [x + 100, y + 30]);
    await touch('touchEnd');
    // Twice as far apart: half as far away, and moved with the fingers.
    await expect.poll(async () => (await distance()) / far).toBeCloseTo(0.5, 1);
    await expect.poll(() => numbers(page, 'camera-target')).not.toEqual(target);
    expect(await page.getByTestId('camera-azimuth').inputValue()).toBe(turned);
    const near = await distance();
    const canvas = page.getByTestId('view').locator('canvas').first();
    await canvas.dispatchEvent('wheel', { deltaY: 20, ctrlKey: true, clientX: x, clientY: y, bubbles: true, cancelable: true });
    await expect.poll(distance).toBeGreaterThan(near);
    const panned = await numbers(page, 'camera-target');
    await canvas.dispatchEvent('wheel', { deltaX: 60, deltaY: 5, clientX: x, clientY: y, bubbles: true, cancelable: true });
    await expect.poll(() => numbers(page, 'camera-target')).not.toEqual(panned);
    expectQuietConsole(app());
  });
});

/** The pixel that shows the middle of the front wall, in a view from the front. */
async function middle(page: Page): Promise<readonly [number, number]> {
  const box = (await page.getByTestId('view').boundingBox())!;
  for (const down of [0.5, 0.45, 0.55, 0.4, 0.6]) {
    for (const across of [0.3, 0.4, 0.5, 0.6]) {
      const [x, y] = [Math.round(box.x + across * box.width), Math.round(box.y + down * box.height)];
      const [atX, atY] = await pointedFrom(page, x, y);
      const [nextX] = await pointedFrom(page, x + 8, y);
      if (!(nextX! > atX!)) continue;
      const perPixel = (nextX! - atX!) / 8;
      return [Math.round(x + (100 - atX!) / perPixel), Math.round(y - (5 - atY!) / perPixel)];
    }
  }
  throw new Error('The hall is nowhere in the view');
}

async function pointedFrom(page: Page, x: number, y: number): Promise<number[]> {
  await page.mouse.move(x, y);
  return pointed(page);
}

/** The point under the pointer, as the status bar shows it. */
async function pointer(page: Page): Promise<string> {
  return page.getByTestId('status').innerText();
}

async function pointed(page: Page): Promise<number[]> {
  // The pointer is looked at once a frame, and the panel draws itself in the next one.
  for (let i = 0; i < 3; i++) await page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));
  const text = (await pointer(page)).replaceAll('−', '-');
  return ['x', 'y', 'z'].map((axis) => Number(new RegExp(`${axis}\\s+(-?[\\d.]+)`).exec(text)?.[1]));
}

function cubeButton(page: Page, direction: string): Locator {
  return page.locator(`[data-direction="${direction}"]:visible`).first();
}

/** Presses Tab until an element of a role has the focus. */
async function tabTo(page: Page, role: string): Promise<void> {
  await page.getByTestId('view').locator('.tool-strip button').first().focus();
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press('Shift+Tab');
    if ((await page.evaluate(() => document.activeElement?.getAttribute('role'))) === role) return;
  }
  throw new Error(`Tab does not reach ${role}`);
}

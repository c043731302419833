import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { describeDrawnApp, expectQuietConsole, type App } from './app.ts';
import { layoutFaults } from './layout-faults.ts';
import { documentReady, pictureOf, restPointer, samePicture, steadyView, typeInto } from './view.ts';

const sample = 'resources/samples/keep.glb';

describeDrawnApp('two trees side by side', [sample], (app) => {
  test('a second view shows another kind at the same level, from the same place', async () => {
    const { page, picture } = app();
    await documentReady(page, 'keep.glb');
    await typeInto(page, 'box-level-field', '5');
    await page.keyboard.press('2');
    await page.getByTestId('second-view').waitFor();
    await expect.poll(() => page.getByTestId('caption-left').innerText()).toMatch(/^Boxes, SAH, binned/);
    await expect.poll(() => page.getByTestId('caption-right').innerText()).toMatch(/^Oriented boxes, SAH, binned/);
    await page.getByTestId('second-kind').selectOption('sphere');
    await expect.poll(() => page.getByTestId('caption-right').innerText()).toMatch(/^Spheres/);
    await restPointer(page);
    await picture('second-view');
    await page.setViewportSize({ width: 1000, height: 700 });
    await expect.poll(() => layoutFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(() => page.getByTestId('caption-right').innerText()).toMatch(/^Spheres.*nodes, depth/);
  });

  test('orbiting one view orbits the other: without boxes both show the same', async () => {
    const { page, picture } = app();
    await page.keyboard.press('b');
    await restPointer(page);
    await steadyView(page);
    const before = await halves(app());
    const box = (await page.getByTestId('view-second').boundingBox())!;
    await page.mouse.move(box.x + 200, box.y + 300);
    await page.keyboard.down('Alt');
    await page.mouse.down();
    await page.mouse.move(box.x + 320, box.y + 340, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up('Alt');
    await restPointer(page);
    await steadyView(page);
    const after = await halves(app());
    // Half a pixel between the two shows at edges alone.
    const turned = differing(before.left, after.left);
    expect(turned).toBeGreaterThan(0.1);
    expect(differing(before.left, before.right)).toBeLessThan(turned / 5);
    expect(differing(after.left, after.right)).toBeLessThan(turned / 5);
    await picture('second-turned');
  });

  test('a selection in the second view is the selection in the hierarchy of the first', async () => {
    const { page } = app();
    const box = (await page.getByTestId('view-second').boundingBox())!;
    const middle = [box.x + box.width / 2, box.y + box.height / 2] as const;
    // A point of the surface: what a click will select. A frame of a busy machine may have nothing to pick yet, and a resting pointer picks once.
    let moves = 0;
    await expect
      .poll(async () => {
        await page.mouse.move(middle[0] + (moves++ % 2), middle[1]);
        return page.getByTestId('pointer').count();
      })
      .toBe(1);
    await page.mouse.click(...middle);
    await restPointer(page);
    await expect.poll(() => page.getByTestId('status-selection').innerText()).toMatch(/triangle/i);
    await expect.poll(() => page.locator('[data-node][aria-selected="true"]').count()).toBe(1);
    await app().picture('second-chosen');
  });

  test('the second view closes, and undo reopens it', async () => {
    const { page } = app();
    await page.keyboard.press('2');
    await expect.poll(() => page.getByTestId('view-second').count()).toBe(0);
    const alone = await steadyView(page);
    await page.keyboard.press('Control+z');
    await page.getByTestId('second-view').waitFor();
    await restPointer(page);
    expect(samePicture(await steadyView(page), alone)).toBe(false);
    await page.getByRole('button', { name: 'Close second view' }).click();
    await expect.poll(() => page.getByTestId('view-second').count()).toBe(0);
  });

  test('the console has no errors', () => {
    expectQuietConsole(app());
  });
});

/** The same middle part of both views, where nothing floats over them. */
async function halves({ page }: App): Promise<{ readonly left: PNG; readonly right: PNG }> {
  const right = (await page.getByTestId('view-second').boundingBox())!;
  const left = (await page.locator('.view-canvas').first().boundingBox())!;
  const width = Math.floor(Math.min(left.width, right.width)) - 120;
  const height = Math.floor(right.height) - 260;
  const cut = async (box: typeof left): Promise<PNG> => {
    const clip = { x: Math.round(box.x + (box.width - width) / 2), y: Math.round(box.y + 140), width, height };
    return PNG.sync.read(await pictureOf(page, clip));
  };
  return { left: await cut(left), right: await cut(right) };
}

/** The share of pixels that differ by more than a shade. */
function differing(a: PNG, b: PNG): number {
  let count = 0;
  for (let at = 0; at < a.data.length; at += 4) if ([0, 1, 2].some((k) => Math.abs(a.data[at + k]! - b.data[at + k]!) > 24)) count++;
  return count / (a.data.length / 4);
}

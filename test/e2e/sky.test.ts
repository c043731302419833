import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { box, joined, named, placed, turned } from '../fixtures/shapes.ts';
import { objText } from '../fixtures/write-text.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { documentReady } from './view.ts';

/** A level in a sky box: from outside only the back of the sky is seen. */
const level = joined([named('house', box([-3, 0, -3], [3, 4, 3])), named('sky', turned(box([-9, -1, -9], [9, 9, 9])))]);
/** A closed room of thick walls: from outside only the walls are seen. */
const wall = (min: readonly number[], max: readonly number[]) => named('wall', box(min, max));
const room = joined([
  ...[-9, 8].flatMap((at) => [
    wall([at, 0, -9], [at + 1, 9, 9]),
    wall([-9, 0, at], [9, 9, at + 1]),
    wall([-9, (at + 9) / 2, -9], [9, (at + 11) / 2, 9]),
  ]),
  ...Array.from({ length: 25 }, (_, i) => placed(named('crate', box()), 0.5, [3 * (i % 5) - 6, 2, 3 * Math.floor(i / 5) - 6])),
]);
const folder = mkdtempSync(join(tmpdir(), 'boxwood-sky-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, 'level.obj');
writeFileSync(path, objText(level));
const roomPath = join(folder, 'room.obj');
writeFileSync(roomPath, objText(room));
const hallPath = join(folder, 'hall.obj');
writeFileSync(hallPath, objText(room));

describeApp('a level in a sky box', [path], (app) => {
  test('offers to cull the back faces of the sky or to hide it, until it is dismissed', async () => {
    const { page, picture } = app();
    await documentReady(page, 'level.obj');
    const offer = page.getByTestId('sky-offer');
    await expect.poll(() => offer.innerText()).toContain('The back faces of sky hide the other parts.');
    await picture('sky-offer');
    // A low window, as with large text: the button is in sight below one line of text.
    await page.setViewportSize({ width: 500, height: 350 });
    const isInSight = async (): Promise<boolean> => {
      const [button, notices] = [await page.getByTestId('sky-cull').boundingBox(), await page.locator('.notices').boundingBox()];
      return button!.y + button!.height <= notices!.y + notices!.height;
    };
    await expect.poll(isInSight).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByTestId('sky-cull').click();
    await offer.waitFor({ state: 'hidden' });
    await picture('sky-culled');
    await page.keyboard.press('Control+Z');
    await page.getByTestId('sky-hide').click();
    await offer.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Show sky' }).waitFor();
    await page.keyboard.press('Control+Z');
    await offer.getByRole('button', { name: 'Dismiss' }).click();
    await offer.waitFor({ state: 'hidden' });
    expectQuietConsole(app());
  });

  test('offers to cut a closed room open, once', async () => {
    const { page, drop, picture } = app();
    await drop([roomPath]);
    const offer = page.getByTestId('inside-offer');
    await expect.poll(() => offer.innerText()).toMatch(/About \d+ % of the triangles can be seen from outside\./);
    await page.getByTestId('cut-top-off').click();
    await offer.waitFor({ state: 'hidden' });
    const section = page.getByRole('button', { name: 'Section plane' });
    await expect.poll(() => section.getAttribute('aria-pressed')).toBe('true');
    await picture('room-cut-open');
    await page.keyboard.press('Control+Z');
    await expect.poll(() => section.getAttribute('aria-pressed')).toBe('false');
    expect(await offer.count()).toBe(0);
    expectQuietConsole(app());
  });

  test('offers it no more once a person has flown in by the key', async () => {
    const { page, drop } = app();
    await drop([hallPath]);
    const offer = page.getByTestId('inside-offer');
    await offer.waitFor();
    await page.keyboard.press('Shift+W');
    await offer.waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await page.getByTestId('fly-bar').waitFor({ state: 'hidden' });
    expect(await offer.count()).toBe(0);
  });
});

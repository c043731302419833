import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { ball } from '../fixtures/shapes.ts';
import { objText } from '../fixtures/write-text.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { holdFirstJob } from './hold-first-job.ts';
import { cancelAt, documentReady, meshRow, pictureOf, restPointer, steadyView } from './view.ts';

const sample = 'resources/samples/keep.glb';
/** `--meaning-hit` in `tokens.css`. */
const hitColour = [0xf0, 0xe4, 0x42];

describeApp(
  'window size and cancelled work',
  [sample],
  (app) => {
    const widthOf = async (testId: string): Promise<number> => (await app().page.getByTestId(testId).boundingBox())?.width ?? 0;

    test('the view grows and shrinks with the window', async () => {
      const { page, picture } = app();
      await documentReady(page, 'keep.glb');
      const [view, statistics] = [await widthOf('view'), await widthOf('statistics')];
      await page.setViewportSize({ width: 900, height: 600 });
      await expect.poll(() => widthOf('view')).toBeGreaterThan(300);
      await picture('small-window');
      for (const name of ['shaded', 'X-ray', 'Path', 'Fill']) {
        const box = await page
          .getByTestId('view')
          .getByText(name, { exact: name !== 'shaded' })
          .first()
          .boundingBox();
        const bounds = (await page.getByTestId('view').boundingBox())!;
        expect(box!.x + box!.width).toBeLessThanOrEqual(bounds.x + bounds.width);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
      await expect.poll(() => widthOf('view')).toBe(view);
      await expect.poll(() => widthOf('statistics')).toBe(statistics);
      await page.setViewportSize({ width: 1800, height: 900 });
      await expect.poll(() => widthOf('view')).toBe(view + 360);
      await expect.poll(() => widthOf('statistics')).toBe(statistics);
      await page.setViewportSize({ width: 1440, height: 900 });
    });

    test('a cancelled build leaves a button that builds', async () => {
      const { page, drop, picture } = app();
      const path = join(temporaryFolder(), 'large.obj');
      writeFileSync(path, objText(ball(300, 200)));
      await cancelAt(page, 'large.obj', 'building');
      await drop([path]);
      await expect.poll(() => meshRow(page, 'large.obj').getAttribute('data-phase')).toBe('cancelled');
      await page.getByTestId('build').waitFor();
      await page.keyboard.press('Shift+Alt+h');
      // The camera may still be on its way: the pointer asks again until the mesh is under it.
      let x = 700;
      await expect
        .poll(async () => {
          await page.mouse.move(++x, 400);
          return page.getByTestId('unpickable').count();
        })
        .toBe(1);
      await expect.poll(() => page.getByTestId('unpickable').innerText()).toMatch(/large\.obj has no tree\./);
      await picture('build-cancelled');

      await page.keyboard.press('t');
      await page.mouse.click(700, 400);
      await restPointer(page);
      await page.getByTestId('hits').filter({ hasText: 'There is no tree yet' }).waitFor({ state: 'attached' });
      // The ray is seen end on: a yellow dot of two pixels and a half, with a dark rim.
      await steadyView(page);
      const dot = PNG.sync.read(await pictureOf(page, { x: 699, y: 399, width: 2, height: 2 }));
      for (let at = 0; at < dot.data.length; at += 4) expect([...dot.data.subarray(at, at + 3)]).toEqual(hitColour);
      await picture('ray-without-tree');
      await page.keyboard.press('Escape');

      await page.getByTestId('build').click();
      await documentReady(page, 'large.obj');
      await page.getByTestId('build').waitFor({ state: 'detached' });
      await picture('built-after-all');
    });

    test('the console has no errors', () => {
      expectQuietConsole(app());
    });
  },
  { drawsAllPixels: true, serverModule: holdFirstJob("request.kind === 'build' && request.mesh.byteLength > 2e6") },
);

describeApp('many files that fail', [sample], (app) => {
  test('many failed files have one line each and one notice, and are dismissed at once', async () => {
    const { page, drop, picture } = app();
    const folder = temporaryFolder();
    const paths = Array.from({ length: 12 }, (_, i) => join(folder, `picture-${i}.obj`));
    for (const path of paths) writeFileSync(path, '');
    await documentReady(page, 'keep.glb');
    await drop(paths);
    await page.getByTestId('notice-gathered').filter({ hasText: '11 more errors' }).waitFor();
    // The list also has the parts of the first mesh: the failed files are at its end.
    const heights = (): Promise<number[]> =>
      page.getByTestId('meshes').evaluate((rows) => {
        rows.scrollTop = rows.scrollHeight;
        return [...new Set([...rows.querySelectorAll('[data-phase="failed"]')].map((row) => row.getBoundingClientRect().height))];
      });
    await expect.poll(heights).toEqual([22]);
    await picture('many-failed');
    await page.getByTestId('dismiss-failed').click();
    await expect.poll(() => page.locator('[data-phase="failed"]').count()).toBe(0);
    await documentReady(page, 'keep.glb');
    expect(await page.locator('[data-document]').count()).toBe(1);
  });

  test('the console has no errors', () => {
    expectQuietConsole(app());
  });
});

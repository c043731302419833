import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { importMesh } from '#core/import/import-mesh';
import { isClosed } from '#core/mesh/is-closed';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { noProgress } from '#core/progress';
import { sphereOverlapBruteForce } from '#core/query/sphere/brute-force';
import type { Sphere, SphereTouch } from '#core/query/sphere/sphere';
import { describeApp, expectQuietConsole, type App } from './app.ts';
import { documentReady, fieldValue, restPointer, samePicture, steadyView, typeInto } from './view.ts';

const sample = 'resources/samples/keep.glb';
/** Where the first sphere was set, before the list opened. */
let firstPixel: [x: number, y: number] = [0, 0];

describeApp('spheres in the served app', [sample], (app) => {
  test('a sphere placed by a click touches what brute force finds', async () => {
    const { page, picture } = app();
    await documentReady(page, 'keep.glb');
    await steadyView(page);
    await page.keyboard.press('s');
    firstPixel = await middleOfView(app());
    await page.mouse.click(...firstPixel);
    await page.locator('[data-touch]').first().waitFor();
    await expectTouchesOf(app());
    await restPointer(page);
    await picture('sphere');
  });

  test('the list that opens with the first touch moves nothing in the view: the same pixel still grabs the sphere', async () => {
    const { page } = app();
    const set = await shownSphere(app());
    const steps = await stepCount(app());
    const [x, y] = firstPixel;
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 20, y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => stepCount(app())).toBe(steps + 1);
    await page.getByTestId('tab-history').click();
    await expect.poll(() => page.getByTestId('history').innerText()).toMatch(/Move sphere\s*$/);
    await page.getByTestId('tab-touches').click();
    await page.keyboard.press('Control+z');
    await expect.poll(() => shownSphere(app())).toEqual(set);
  });

  test('a dragged sphere is highlighted, listed and reported live, and is one undo step', async () => {
    const { page, picture } = app();
    const before = await shownSphere(app());
    const [x, y] = await middleOfView(app());
    // Framed beside the list, the middle shows the ground again.
    await page.keyboard.press('Shift+F');
    await steadyView(page);
    // Set again, so that the drag begins on the sphere.
    await page.mouse.click(x, y);
    await expect.poll(() => shownSphere(app())).not.toEqual(before);
    const set = await shownSphere(app());
    const steps = await stepCount(app());
    const resting = await shownNumbers(app());
    await page.mouse.move(x, y);
    await page.mouse.down();
    // To the side: the view's right is level, so the sphere stays as deep in the ground, but for its waves.
    await page.mouse.move(x + 30, y, { steps: 5 });
    await page.mouse.move(x + 60, y, { steps: 5 });
    await expect.poll(() => shownNumbers(app())).not.toBe(resting);
    await page.mouse.up();
    await expect.poll(() => stepCount(app())).toBe(steps + 1);
    const moved = await shownSphere(app());
    expect(moved.radius).toBe(before.radius);
    await expectTouchesOf(app());
    await restPointer(page);
    await picture('sphere-dragged');
    await page.keyboard.press('Control+z');
    await expect.poll(() => shownSphere(app())).toEqual(set);
    await page.keyboard.press('Control+z');
    await expect.poll(() => shownSphere(app())).toEqual(before);
  });

  test('Escape restores the sphere before the drag', async () => {
    const { page } = app();
    const before = await shownSphere(app());
    const resting = await shownNumbers(app());
    const [x, y] = await middleOfView(app());
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 80, y, { steps: 5 });
    await expect.poll(() => shownNumbers(app())).not.toBe(resting);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect.poll(() => shownSphere(app())).toEqual(before);
  });

  test('Shift and a drag change the radius', async () => {
    const { page } = app();
    const before = await shownSphere(app());
    const [x, y] = await middleOfView(app());
    await page.keyboard.down('Shift');
    await page.mouse.move(x + 40, y);
    await page.mouse.down();
    await page.mouse.move(x + 120, y, { steps: 5 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
    const after = await shownSphere(app());
    expect(after.center).toEqual(before.center);
    expect(after.radius).toBeGreaterThan(before.radius);
    await expectTouchesOf(app());
  });

  test('a touch selected in the list is selected in the view, and hovering previews it', async () => {
    const { page, picture } = app();
    await restPointer(page);
    const before = await steadyView(page);
    await page.locator('[data-touch]').nth(1).hover();
    const hovered = await steadyView(page);
    expect(samePicture(hovered, before)).toBe(false);
    await page.locator('[data-touch]').nth(1).click();
    await restPointer(page);
    expect(samePicture(await steadyView(page), before)).toBe(false);
    await expect.poll(() => page.getByTestId('status-selection').innerText()).toMatch(/overlapping triangle/);
    await picture('touch');
  });

  test('the push-out is shown, applied by its button, leaves no overlapping triangle, and can be undone', async () => {
    const { page, picture } = app();
    for (const [axis, text] of [
      ['x', '-6'],
      ['y', '0.4'],
      ['z', '2'],
    ] as const)
      await typeInto(page, `sphere-center-${axis}`, text);
    await typeInto(page, 'sphere-radius', '1.25');
    await expectTouchesOf(app());
    const before = await shownSphere(app());
    await expect.poll(() => page.getByTestId('push-out').innerText()).toMatch(/Remaining\s+none/);
    await restPointer(page);
    await picture('push-out');
    await page.getByRole('button', { name: 'Apply push-out' }).click();
    await expect.poll(() => page.getByTestId('touch-count').innerText()).toBe('0');
    const after = await shownSphere(app());
    expect(after.center[1]).toBeGreaterThan(before.center[1]);
    expect(await bruteForce(after)).toEqual([]);
    await page.keyboard.press('Control+z');
    await expect.poll(() => shownSphere(app())).toEqual(before);
    await expectTouchesOf(app());
  });

  test('a push-out that leads to more overlaps warns before it is applied', async () => {
    const { page, picture } = app();
    for (const [axis, text] of [
      ['x', '-25.05'],
      ['y', '5'],
      ['z', '-5.5'],
    ] as const)
      await typeInto(page, `sphere-center-${axis}`, text);
    await typeInto(page, 'sphere-radius', '2.8');
    await page.getByRole('radio', { name: 'Single pass' }).click();
    await expect.poll(() => page.getByTestId('push-out-worse').innerText()).toMatch(/More than the [\d,]+ now/);
    await expect.poll(() => page.getByTestId('push-out').innerText()).toMatch(/Apply push-out \([\d,]+ overlaps remain\)/);
    await picture('push-out-worse');
    await page.getByRole('radio', { name: 'Deepest first' }).click();
    await expect.poll(() => page.getByTestId('push-out-worse').count()).toBe(0);
  });

  test('a sphere around the whole mesh touches all of it, and can still be dragged', async () => {
    const { page, picture } = app();
    await typeInto(page, 'sphere-radius', '100');
    await expect.poll(() => page.getByTestId('touch-count').innerText()).toBe('15,164');
    const [x, y] = await middleOfView(app());
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 40, y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => page.getByTestId('push-out').count()).toBe(1);
    await restPointer(page);
    await picture('sphere-large');
  });

  test('in a low window a shade above the push-out shows that the panel scrolls, until its end is reached', async () => {
    const { page, picture } = app();
    const before = page.viewportSize()!;
    await page.setViewportSize({ width: 1280, height: 720 });
    // Each shadow begins with its colour: rgba, with the alpha last.
    const alphas = (): Promise<readonly number[]> =>
      page.evaluate(() =>
        [...document.querySelectorAll('.properties:has(.push-out), .push-out > .button')].map((element) => {
          const { boxShadow } = getComputedStyle(element);
          return Number(/^rgba\(.*, ([\d.]+)\)/.exec(boxShadow)?.[1] ?? 0);
        }),
      );
    await expect.poll(async () => (await alphas()).map((alpha) => alpha > 0.2)).toEqual([true, true]);
    await picture('properties-cut');
    const scrollTo = (top: number): Promise<void> =>
      page.evaluate((to) => document.querySelector('.properties:has(.push-out)')!.scrollTo(0, to), top);
    // The panel may still get its final height.
    const alphasAtEnd = async (): Promise<readonly number[]> => {
      await scrollTo(10_000);
      return alphas();
    };
    await expect.poll(alphasAtEnd).toEqual([0, 0]);
    await scrollTo(0);
    await page.setViewportSize(before);
  });

  test('the console has no errors', () => {
    expectQuietConsole(app());
  });
});

async function middleOfView({ page }: App): Promise<[x: number, y: number]> {
  const box = await page.getByTestId('view').boundingBox();
  return [box!.x + box!.width / 2, box!.y + box!.height / 2];
}

async function stepCount({ page }: App): Promise<number> {
  return Number(/\d+/.exec(await page.getByTestId('tab-history').innerText())![0]);
}

async function shownSphere({ page }: App): Promise<Sphere> {
  const [x, y, z] = [
    await fieldValue(page, 'sphere-center-x'),
    await fieldValue(page, 'sphere-center-y'),
    await fieldValue(page, 'sphere-center-z'),
  ];
  return { center: [x, y, z], radius: await fieldValue(page, 'sphere-radius') };
}

/** As the fields rest: leaving one by Escape would give up a drag under way. */
async function shownNumbers({ page }: App): Promise<string> {
  const names = ['sphere-center-x', 'sphere-center-y', 'sphere-center-z'];
  return (await Promise.all(names.map((name) => page.getByTestId(name).inputValue()))).join(' ');
}

let mesh: Promise<TriangleMesh> | null = null;

async function bruteForce(sphere: Sphere): Promise<readonly SphereTouch[]> {
  const context = { fileName: basename(sample), progress: noProgress, readSideFile: async () => null };
  mesh ??= importMesh(readFileSync(sample), context).then((imported) => imported.mesh);
  const read = await mesh;
  return sphereOverlapBruteForce(read, sphere, { isClosed: isClosed(read) }).touches;
}

/** What the page counts and lists is what brute force finds for the sphere whose numbers it shows. */
async function expectTouchesOf({ page, ...rest }: App): Promise<void> {
  const expected = await bruteForce(await shownSphere({ page, ...rest }));
  expect(expected.length).toBeGreaterThan(0);
  await expect.poll(() => page.getByTestId('touch-count').innerText()).toBe(expected.length.toLocaleString('en'));
  // In one look, since the page may draw between two. The list is virtual: the rows that there are.
  const shownRows = (): Promise<{ location: number; triangle: number; feature: string | undefined; depth: number }[]> =>
    page.locator('[data-touch]').evaluateAll((rows) =>
      (rows as HTMLElement[]).map((row) => ({
        location: Number(row.getAttribute('aria-rowindex')) - 2,
        triangle: Number(row.dataset['touch']),
        feature: row.dataset['feature'],
        depth: Number(row.querySelector<HTMLElement>('.depth')!.innerText.replaceAll(',', '')),
      })),
    );
  const isRight = ({ location, triangle, feature, depth }: Awaited<ReturnType<typeof shownRows>>[number]): boolean => {
    const touch = expected[location];
    return touch?.triangle === triangle && touch.feature === feature && Math.abs(touch.depth - depth) < 0.005;
  };
  await expect.poll(async () => (await shownRows()).map(isRight)).toEqual(expect.not.arrayContaining([false]));
  expect((await shownRows()).length).toBeGreaterThan(0);
}

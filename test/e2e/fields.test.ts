import { expect, test } from 'vitest';
import { describeApp, expectQuietConsole } from './app.ts';
import { documentReady, restPointer } from './view.ts';

describeApp('fields, steps and scales', ['resources/samples/keep.glb'], (app) => {
  test('a reset of the build options drops text that was refused, and undo steps stay in sight', async () => {
    const { page } = app();
    await documentReady(page, 'keep.glb');
    const field = page.getByTestId('option-leafTriangles');
    await field.fill('-3');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByTestId('tree-options').getByRole('alert').innerText()).toBe('At least 1');
    await page.getByRole('button', { name: 'Reset build options' }).click();
    await expect.poll(() => field.inputValue()).toBe('4');
    expect(await page.getByTestId('tree-options').getByRole('alert').count()).toBe(0);
    // More steps than the list is high: changes of the display are one step each.
    for (let i = 0; i < 9; i++) {
      await page.keyboard.press('x');
      await page.keyboard.press('b');
    }
    await page.getByTestId('tab-history').click();
    await expect
      .poll(() =>
        page.getByTestId('history').evaluate((list) => {
          const row = list.querySelector('[aria-selected="true"]')!.getBoundingClientRect();
          const box = list.getBoundingClientRect();
          return row.top >= box.top && row.bottom <= box.bottom + 1 && list.scrollTop > 0;
        }),
      )
      .toBe(true);
  });

  test('a drag of a coordinate moves by a part of the scene, also from near 0', async () => {
    const { page } = app();
    await page.keyboard.press('t');
    const origin = page.getByTestId('ray-origin-x');
    await origin.fill('0.001');
    await page.keyboard.press('Enter');
    await expect.poll(() => origin.inputValue()).toBe('0.001');
    // The next keys replace the value. They are no commands: 2 would open a second view.
    await page.keyboard.type('27');
    expect(await origin.inputValue()).toBe('27');
    expect(await page.getByTestId('caption-right').count()).toBe(0);
    await origin.fill('0.001');
    await page.keyboard.press('Enter');
    await expect.poll(() => origin.inputValue()).toBe('0.001');
    const grip = page.getByTestId('properties').locator('.grip.x').first();
    const box = (await grip.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 - 300, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    // 75 steps of 0.1 in a scene of 80 metres.
    await expect.poll(() => origin.inputValue()).toBe('−7.499');
    await page.keyboard.press('Escape');
  });

  test('three coordinates in a row are whole in usual windows, and the tooltip has all digits', async () => {
    const { page, picture } = app();
    const before = page.viewportSize()!;
    await page.keyboard.press('s');
    const typed = { x: '-10.1774612', y: '-0.00071234', z: '-12345.678' };
    for (const [axis, text] of Object.entries(typed)) {
      await page.getByTestId(`sphere-center-${axis}`).fill(text);
      await page.keyboard.press('Enter');
    }
    await page.keyboard.press('Escape');
    const fields = page.locator('[data-testid^=sphere-center-]');
    for (const size of [before, { width: 1280, height: 720 }]) {
      await page.setViewportSize(size);
      await expect
        .poll(() =>
          fields.evaluateAll((inputs) =>
            (inputs as HTMLInputElement[]).map((input) => [input.value, input.scrollWidth <= input.clientWidth]),
          ),
        )
        .toEqual([
          ['−10.177', true],
          ['−0.000712', true],
          ['−12345.7', true],
        ]);
    }
    await picture('coordinates-1280');
    expect(await fields.evaluateAll((inputs) => (inputs as HTMLInputElement[]).map(({ title }) => title))).toEqual(Object.values(typed));
    await page.setViewportSize(before);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Escape');
  });

  test('two heat maps have their colour scale', async () => {
    const { page, picture } = app();
    await page.keyboard.press('j');
    await page.keyboard.press('2');
    await page.getByTestId('caption-right').waitFor();
    await expect.poll(() => page.getByTestId('heat-figures').innerText()).toContain('in both views');
    await expect.poll(() => page.locator('.heat-scale').isVisible()).toBe(true);
    const [scale, view] = [await page.locator('.heat-scale').boundingBox(), await page.getByTestId('view').boundingBox()];
    expect(scale!.x + scale!.width).toBeLessThan(view!.x + view!.width / 2);
    await restPointer(page);
    await picture('heat-two-scale');
  });

  test('the console has no errors', () => {
    expectQuietConsole(app());
  });
});

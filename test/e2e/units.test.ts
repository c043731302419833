import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { describeApp, expectQuietConsole } from './app.ts';
import { documentReady, fieldValue, typeInto, viewAtRest } from './view.ts';

const status = (page: Page) => page.getByTestId('status').innerText();

async function prefer(page: Page, name: string, value: string): Promise<void> {
  await page.keyboard.press('Control+,');
  const field = page.getByTestId(`option-${name}`);
  if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption(value);
  else await typeInto(page, `option-${name}`, value);
  await page.keyboard.press('Escape');
  await page.getByTestId('preferences').waitFor({ state: 'detached' });
}

/** Drags a grip of the properties with the left button, in steps, and leaves the button down. */
async function dragGrip(page: Page, text: string, by: number): Promise<void> {
  const box = (await page.getByTestId('properties').locator('.grip-label', { hasText: text }).first().boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by, y, { steps: 4 });
}

describeApp('expressions, units, snapping and input maps', ['resources/samples/keep.glb'], (app) => {
  // All suites share the cookies of one context.
  afterAll(() => app().page.context().clearCookies({ name: 'boxwood-preferences' }));

  test('a field computes expressions and units, and says what is wrong with the rest', async () => {
    const { page } = app();
    await documentReady(page, 'keep.glb');
    await page.keyboard.press('s');
    const radius = page.getByTestId('sphere-radius');
    await typeInto(page, 'sphere-radius', '(1+2)*3/2');
    await expect.poll(() => radius.inputValue()).toBe('4.5');
    await radius.fill('8*');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByTestId('properties').getByRole('alert').innerText()).toBe('“8*” is incomplete');
    await app().picture('field-incomplete');
    await page.keyboard.press('Escape');
    await expect.poll(() => radius.inputValue()).toBe('4.5');
    await typeInto(page, 'sphere-radius', '50cm + 1');
    await expect.poll(() => radius.inputValue()).toBe('1.5');
  });

  test('the label is the grip: fine with Shift, coarse with Ctrl, and Escape restores', async () => {
    const { page } = app();
    const radius = page.getByTestId('sphere-radius');
    await dragGrip(page, 'Radius', 300);
    await expect.poll(() => radius.inputValue()).toBe('9');
    await page.keyboard.press('Escape');
    await expect.poll(() => radius.inputValue()).toBe('1.5');
    await page.mouse.up();
    await page.keyboard.down('Shift');
    await dragGrip(page, 'Radius', 40);
    await page.mouse.up();
    await page.keyboard.up('Shift');
    await expect.poll(() => radius.inputValue()).toBe('1.6');
    await page.keyboard.down('Control');
    await dragGrip(page, 'Radius', 40);
    await page.mouse.up();
    await page.keyboard.up('Control');
    await expect.poll(() => radius.inputValue()).toBe('11.6');
    await radius.focus();
    const box = (await radius.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.wheel(0, 200);
    await expect.poll(() => radius.inputValue()).toBe('11.4');
    await page.keyboard.press('Escape');
    await typeInto(page, 'sphere-radius', '1.5');
  });

  test('panels, status bar and fields follow the preferred unit, and the numbers of the document stay', async () => {
    const { page } = app();
    await typeInto(page, 'sphere-center-x', '2');
    await page.locator('[data-node="1"]').click();
    expect(await status(page)).toContain('metre');
    await prefer(page, 'units', 'centimetre');
    await expect.poll(() => status(page)).toContain('centimetre');
    const properties = page.getByTestId('properties');
    await expect.poll(() => properties.innerText()).toContain('Radius, cm');
    expect(await fieldValue(page, 'sphere-radius')).toBe(150);
    expect(await fieldValue(page, 'sphere-center-x')).toBe(200);
    await typeInto(page, 'sphere-radius', '2m');
    expect(await fieldValue(page, 'sphere-radius')).toBe(200);
    await app().picture('units-centimetres');
    await prefer(page, 'units', 'foot');
    await typeInto(page, 'sphere-radius', '10');
    await prefer(page, 'units', 'file');
    await expect.poll(() => fieldValue(page, 'sphere-radius')).toBe(3.048);
  });

  test('a mesh without a unit says so, and the text leads to the field where it is set', async () => {
    const { page } = app();
    await app().drop([resolve('resources/samples/damaged.obj')]);
    await (await documentReady(page, 'damaged.obj')).click();
    await expect.poll(() => status(page)).toContain('unit unknown');
    await prefer(page, 'units', 'millimetre');
    await expect.poll(() => status(page)).toContain('unit unknown');
    await page.getByTestId('status-units').click();
    const unit = page.getByTestId('space-unit');
    await expect.poll(() => unit.evaluate((element) => element === document.activeElement)).toBe(true);
    await unit.selectOption('centimetre');
    await expect.poll(() => status(page)).toContain('millimetre');
    await expect.poll(() => page.getByTestId('properties').innerText()).toContain('Min, mm');
    await prefer(page, 'units', 'file');
    await expect.poll(() => status(page)).toContain('centimetre');
  });

  test('mouse and keys of other applications move the camera, and the shortcuts show them', async () => {
    const { page } = app();
    await (await documentReady(page, 'keep.glb')).click();
    await prefer(page, 'mouseMap', 'maya');
    await prefer(page, 'keyMap', 'blender');
    await page.locator('[data-command="cameraPanel"]').first().click();
    await viewAtRest(page);
    const azimuth = (): Promise<number> => fieldValue(page, 'camera-azimuth');
    const target = (): Promise<number> => fieldValue(page, 'camera-target-x');
    const view = (await page.getByTestId('view').boundingBox())!;
    const drag = async (button: 'left' | 'middle' | 'right'): Promise<void> => {
      await page.mouse.move(view.x + 150, view.y + 320);
      await page.keyboard.down('Alt');
      await page.mouse.down({ button });
      await page.mouse.move(view.x + 250, view.y + 320, { steps: 3 });
      await page.mouse.up({ button });
      await page.keyboard.up('Alt');
    };
    const [first, at] = [await azimuth(), await target()];
    await drag('middle');
    await expect.poll(target).not.toBe(at);
    expect(await azimuth()).toBe(first);
    await drag('left');
    await expect.poll(azimuth).not.toBe(first);
    await page.keyboard.press('?');
    await page.getByTestId('help-search').fill('sphere');
    await expect.poll(() => page.getByTestId('help').innerText()).toContain('Shift S');
    await page.getByTestId('help-search').fill('pan');
    await expect.poll(() => page.getByTestId('help').innerText()).toContain('Middle drag');
    await app().picture('shortcuts-of-maps');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+,');
    await app().picture('preferences');
    await page.getByTestId('reset-preferences').click();
    await page.keyboard.press('Escape');
    expectQuietConsole(app());
  });
});

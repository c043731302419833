import type { Locator, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { expect } from 'vitest';

/** The picture of the view once it has stopped changing: two equal pictures in a row, with all between them drawn that was asked for before. */
export async function steadyView(page: Page): Promise<Buffer> {
  const view = page.getByTestId('view');
  let last = await view.screenshot();
  for (let tries = 0; tries < 40; tries++) {
    await page.waitForTimeout(250);
    // In software GL a picture may take longer than that; what is drawn is drawn in the next frame.
    await page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));
    const next = await view.screenshot();
    if (next.equals(last)) return next;
    last = next;
  }
  throw new Error('The view never stopped changing');
}

/** Whether two pictures are the same to the eye: no channel of any pixel differs by more than the compositor's rounding. */
export function samePicture(a: Buffer, b: Buffer): boolean {
  const [first, second] = [PNG.sync.read(a), PNG.sync.read(b)];
  if (first.width !== second.width || first.height !== second.height) return false;
  return first.data.every((value, i) => Math.abs(value - second.data[i]!) <= 2);
}

/** Waits until a document has its tree at the host, and its mesh has arrived at the page. */
export async function documentReady(page: Page, name: string): Promise<Locator> {
  const row = meshRow(page, name);
  await expect.poll(() => row.getAttribute('data-phase'), { timeout: 90_000 }).toBe('ready');
  // Behind the name stands "fetching" until then, and the number of triangles afterwards.
  await expect.poll(() => row.innerText(), { timeout: 90_000 }).toMatch(/[\d,]+\s*$/);
  return row;
}

export function meshRow(page: Page, name: string): Locator {
  return page.locator('[data-document]', { hasText: name });
}

/** Rests the pointer where it is over nothing that shows a preview. */
export async function restPointer(page: Page): Promise<void> {
  await page.mouse.move(600, 18);
}

/** A number field's value with all its digits, as a person reads it: by going into the field. */
export async function fieldValue(page: Page, testId: string): Promise<number> {
  const field = page.getByTestId(testId);
  await field.focus();
  const text = await field.inputValue();
  await field.press('Escape');
  return text === '∞' ? Infinity : Number(text);
}

export async function typeInto(page: Page, testId: string, text: string): Promise<void> {
  const field = page.getByTestId(testId);
  await field.focus();
  await field.fill(text);
  await field.press('Enter');
}

import type { FileChooser, Locator, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { expect } from 'vitest';

/** The picture of the view once it has stopped changing: two equal pictures in a row, each taken when the view says that all is drawn that was asked for. */
export async function steadyView(page: Page): Promise<Buffer> {
  const view = page.getByTestId('view');
  let last = await drawnView(view);
  for (let tries = 0; tries < 40; tries++) {
    await page.waitForTimeout(250);
    const next = await drawnView(view);
    if (next.equals(last)) return next;
    last = next;
  }
  throw new Error('The view never stopped changing');
}

/** In software GL a frame may take seconds, and a panel that has just changed draws itself in the next one. */
async function drawnView(view: Locator): Promise<Buffer> {
  await view.page().evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));
  await view.locator('canvas[aria-busy="true"]').first().waitFor({ state: 'detached', timeout: 90_000 });
  return view.screenshot();
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

/**
 * Chooses files in the dialog that `request` opens. A browser opens it only within seconds of a key or click, and a picture in
 * software GL may take as long. So everything is drawn before, and a request that the browser ignored is repeated.
 */
export async function chooseFiles(page: Page, request: () => Promise<void>, files: Parameters<FileChooser['setFiles']>[0]): Promise<void> {
  for (let attempt = 0; attempt < 6; attempt++) {
    await steadyView(page);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser', { timeout: 10_000 }).catch(() => null), request()]);
    if (chooser !== null) return chooser.setFiles(files);
  }
  throw new Error('The browser opened no dialog for files');
}

/**
 * Cancels a document, which is still to be dropped, in the moment when the page shows this phase of it. A click from here would wait until the
 * button rests, which moves with the percents before it, and on a busy machine come when all is done.
 */
export async function cancelAt(page: Page, name: string, phase: 'parsing' | 'building'): Promise<void> {
  await page.evaluate(
    ([of, at]) => {
      const look = (): void => {
        const row = [...document.querySelectorAll(`[data-document][data-phase="${at}"]`)].find(({ textContent }) =>
          textContent.includes(of),
        );
        const button = document.querySelector<HTMLButtonElement>('[data-testid="cancel"]');
        if (row === undefined || button === null) return;
        watch.disconnect();
        button.click();
      };
      const watch = new MutationObserver(look);
      watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    },
    [name, phase] as const,
  );
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

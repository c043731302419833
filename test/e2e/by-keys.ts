import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Keys that it takes at most to reach a control: F6 to its region, then Tab. */
export const maxPresses = 40;

/** Moves the focus to an element by F6 and Tab alone. */
export async function reach(page: Page, testId: string): Promise<void> {
  const target = testId === 'view' ? page.locator('.scene-view canvas') : page.getByTestId(testId);
  await target.waitFor({ state: 'attached' });
  const focused = (): Promise<boolean> => target.evaluate((element) => element === document.activeElement);
  const inRegion = (): Promise<boolean> =>
    target.evaluate((element) => document.activeElement?.closest('[data-region], dialog')?.contains(element) ?? false);
  let presses = 0;
  for (; presses < maxPresses && !(await inRegion()); presses++) await page.keyboard.press('F6');
  // Again for each press: where a panel gets other content, the focus moves to what is in its place.
  const isBehind = (): Promise<boolean> =>
    target.evaluate((element) => (element.compareDocumentPosition(document.activeElement!) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0);
  for (; presses < maxPresses && !(await focused()); presses++) await page.keyboard.press((await isBehind()) ? 'Shift+Tab' : 'Tab');
  expect(await focused(), `${testId} after ${presses} keys`).toBe(true);
}

import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The figures of the funnel. */
export async function funnel(page: Page): Promise<readonly (number | null)[]> {
  const ids = ['scene-tests', 'scene-pairs', 'scene-spheres', 'scene-surfaces'];
  const texts = await Promise.all(ids.map((id) => page.getByTestId(id).getAttribute('data-count')));
  return texts.map((text) => (text === null ? null : Number(text)));
}

/** Resolves once a step is shown. */
export async function shown(page: Page, step: number): Promise<void> {
  const label = page.getByTestId('scene-step');
  await expect
    .poll(async () => [await label.getAttribute('data-step'), await label.getAttribute('aria-busy')])
    .toEqual([`${step}`, 'false']);
}

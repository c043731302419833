import type { Page } from 'playwright-core';

/**
 * Lets the workers that compare tree kinds in this page measure with a clock that goes `factor` times as fast: what they measure for so many milliseconds is
 * done sooner, by the same code. Comparisons that start later have it.
 */
export async function fasterComparison(page: Page, factor: number): Promise<void> {
  await page.route(/compare-worker-.*\.js$/, async (route) => {
    const response = await route.fetch();
    const clock = `{ const now = performance.now.bind(performance); const start = now(); performance.now = () => start + ${factor} * (now() - start); }\n`;
    await route.fulfill({ response, body: clock + (await response.text()) });
  });
}

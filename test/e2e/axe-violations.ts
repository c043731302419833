import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * Returns what axe finds wrong with the window as it is: rule and elements. A page gets the code of axe once, so that it is compiled once: a check then
 * takes half of the processor time. Only violations are reported in full: the passed rules are most of the result. `rules` are all of axe's by default.
 */
export async function axeViolations(page: Page, rules: readonly string[] | null = null): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const chosen = rules === null ? {} : { runOnly: { type: 'rule' as const, values: [...rules] } };
  return page.evaluate(
    async (options) => {
      const { violations } = await (window as unknown as { readonly axe: typeof axe }).axe.run(document, options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
    },
    { resultTypes: ['violations' as const], ...chosen },
  );
}

/** What axe finds in the dark and in the light theme; the page follows the system. */
export async function axeInBothThemes(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction((theme) => document.documentElement.dataset['theme'] === theme, colorScheme);
    found.push(...(await axeViolations(page)).map((text) => `${colorScheme}: ${text}`));
  }
  await page.emulateMedia({ colorScheme: null });
  return found;
}

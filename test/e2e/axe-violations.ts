import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * Returns what axe finds wrong with the window as it is: rule and elements. The legacy mode injects axe without a second page, which the page's
 * own policy forbids. Only violations are reported in full: the passed rules are most of the result and half of its processor time.
 * `rules` are all of axe's by default.
 */
export async function axeViolations(page: Page, rules: readonly string[] | null = null): Promise<string[]> {
  const chosen = rules === null ? {} : { runOnly: { type: 'rule' as const, values: [...rules] } };
  const report = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'], ...chosen })
    .analyze();
  return report.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
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

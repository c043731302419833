import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * Returns what axe finds wrong with the window as it is: rule and elements. The legacy mode injects axe without a second page, which the page's
 * own policy forbids. Only violations are reported in full: the passed rules are most of the result and half of its processor time.
 */
export async function axeViolations(page: Page): Promise<string[]> {
  const report = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .analyze();
  return report.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

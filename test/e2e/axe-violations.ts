import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { isFullRun } from '../fixtures/scale.ts';

/** What a theme can break. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Of those that axe leaves out: the name of a control has its visible label (WCAG 2.5.3), so that it can be spoken. */
const experimentalRules = { 'label-content-name-mismatch': { enabled: true } };

/** The themes have the same elements, so that the rules about those need one of them only in a short run; `null` for all rules. */
export function rulesOf(theme: 'dark' | 'light'): readonly string[] | null {
  return isFullRun || theme === 'dark' ? null : colourRules;
}

/**
 * Returns what axe finds wrong with the window as it is: rule and elements. A page gets the code of axe once, so that it is compiled once: a check then
 * takes half of the processor time. Only violations are reported in full: the passed rules are most of the result. `rules` are all of axe's by default. A short
 * run looks at the modal dialog alone, if there is one: the page behind it cannot be reached, and is looked at without the dialog.
 */
export async function axeViolations(page: Page, rules: readonly string[] | null = null): Promise<string[]> {
  // The source of each element would be kept with its results.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${axe.source}; axe.configure({ noHtml: true });`);
  const chosen = rules === null ? { rules: experimentalRules } : { runOnly: { type: 'rule' as const, values: [...rules] } };
  const options: axe.RunOptions = { resultTypes: ['violations'], ...chosen };
  return page.evaluate(
    async ([given, isShort]) => {
      const within = isShort ? [...document.querySelectorAll('dialog:modal')].at(-1) : undefined;
      const { violations } = await (window as unknown as { readonly axe: typeof axe }).axe.run(within ?? document, given);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
    },
    [options, !isFullRun] as const,
  );
}

/** What axe finds in the dark and in the light theme; the page follows the system. */
export async function axeInBothThemes(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction((theme) => document.documentElement.dataset['theme'] === theme, colorScheme);
    found.push(...(await axeViolations(page, rulesOf(colorScheme))).map((text) => `${colorScheme}: ${text}`));
  }
  await page.emulateMedia({ colorScheme: null });
  return found;
}

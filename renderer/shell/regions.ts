/** What Tab can reach. */
const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]';

/**
 * Follows which element of each region (`data-region`) had the focus last. Returns the function that moves the focus to the next region, or
 * to the previous one for −1. It goes to the element that had it last, else to the first one that Tab reaches. A region without such an
 * element is left out.
 */
export function startRegions(page: Document): (step: 1 | -1) => void {
  const last = new WeakMap<Element, HTMLElement>();
  page.addEventListener('focusin', ({ target }) => {
    const region = target instanceof HTMLElement ? target.closest('[data-region]') : null;
    if (region !== null) last.set(region, target as HTMLElement);
  });
  return (step) => {
    const regions = [...page.querySelectorAll('[data-region]')];
    const from = regions.findIndex((region) => region.contains(page.activeElement));
    for (let i = 1; i <= regions.length; i++) {
      const start = from < 0 && step < 0 ? 0 : from;
      const region = regions[(((start + step * i) % regions.length) + regions.length) % regions.length]!;
      const target = targetIn(region, last.get(region));
      if (target === null) continue;
      target.focus({ focusVisible: true } as FocusOptions);
      return;
    }
  };
}

function targetIn(region: Element, last: HTMLElement | undefined): HTMLElement | null {
  if (last !== undefined && region.contains(last) && isReachable(last)) return last;
  return [...region.querySelectorAll<HTMLElement>(focusable)].find((element) => element.tabIndex >= 0 && isReachable(element)) ?? null;
}

function isReachable(element: HTMLElement): boolean {
  return element.checkVisibility() && !element.matches(':disabled');
}

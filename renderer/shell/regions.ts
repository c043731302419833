/** What Tab can reach. */
export const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]';

/**
 * Returns the parts of the page between which F6 moves: those of the open dialog, else the regions of the window. A part of a dialog that holds its
 * foot is replaced by its own parts.
 */
function partsOf(page: Document): readonly Element[] {
  const dialog = [...page.querySelectorAll('dialog[open]')].at(-1);
  if (dialog === undefined) return [...page.querySelectorAll('[data-region]')];
  const parts = (element: Element): readonly Element[] =>
    element === dialog || element.querySelector('footer') !== null ? [...element.children].flatMap(parts) : [element];
  return parts(dialog);
}

/**
 * Follows which element of each region (`data-region`) had the focus last. Returns the function that moves the focus to the next region, or
 * to the previous one for −1; in a dialog between its head, its parts and its foot. It goes to the element that had it last, else to the first one that Tab reaches. A region without such an
 * element is left out.
 */
export function startRegions(page: Document): (step: 1 | -1) => void {
  const last = new WeakMap<Element, HTMLElement>();
  page.addEventListener('focusin', ({ target }) => {
    const region = target instanceof Node ? partsOf(page).find((part) => part.contains(target)) : undefined;
    if (region !== undefined) last.set(region, target as HTMLElement);
  });
  return (step) => {
    const regions = partsOf(page);
    const from = regions.findIndex((region) => region.contains(page.activeElement));
    for (let i = 1; i <= regions.length; i++) {
      const start = from < 0 && step < 0 ? 0 : from;
      const region = regions[(((start + step * i) % regions.length) + regions.length) % regions.length]!;
      // What had the focus last may not take it now.
      for (const target of [targetIn(region, last.get(region)), targetIn(region, undefined)]) {
        target?.focus({ focusVisible: true } as FocusOptions);
        if (target !== null && page.activeElement === target) return;
      }
    }
  };
}

function targetIn(region: Element, last: HTMLElement | undefined): HTMLElement | null {
  if (last !== undefined && region.contains(last) && isReachable(last)) return last;
  return [...region.querySelectorAll<HTMLElement>(focusable)].find((element) => element.tabIndex >= 0 && isReachable(element)) ?? null;
}

/** Returns whether an element is in the page, seen and not disabled. */
export function isReachable(element: HTMLElement): boolean {
  return element.checkVisibility() && !element.matches(':disabled') && element.closest('[inert]') === null;
}

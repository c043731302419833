import type { Page } from 'playwright-core';

/**
 * Returns what of the window cannot be seen or pressed, one sentence each: elements out of the window, buttons and fields that are cut or
 * covered, and text that is cut without a tooltip. What can be scrolled to is no fault.
 */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const slack = 1.5;
    const found = new Set<string>();
    const canScroll = (value: string): boolean => value === 'auto' || value === 'scroll';
    const nameOf = (element: Element): string => {
      const own = element as HTMLElement;
      return `${own.dataset['testid'] ?? own.getAttribute('class') ?? own.tagName} "${(own.ariaLabel ?? own.textContent).trim().slice(0, 40)}"`;
    };
    /** The part of the window that the parents leave visible; `scrolls` if one of them scrolls to the rest. */
    const clipOf = (element: Element) => {
      const clip = { left: 0, top: 0, right: innerWidth, bottom: innerHeight, scrolls: false };
      for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(parent);
        const { left, top, right, bottom } = parent.getBoundingClientRect();
        if (overflowX !== 'visible') [clip.left, clip.right] = [Math.max(clip.left, left), Math.min(clip.right, right)];
        if (overflowY !== 'visible') [clip.top, clip.bottom] = [Math.max(clip.top, top), Math.min(clip.bottom, bottom)];
        clip.scrolls ||= canScroll(overflowX) || canScroll(overflowY);
      }
      return clip;
    };
    const checkControl = (element: Element, clip: ReturnType<typeof clipOf>): void => {
      const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
      const shownWidth = Math.min(right, clip.right) - Math.max(left, clip.left);
      const shownHeight = Math.min(bottom, clip.bottom) - Math.max(top, clip.top);
      if (shownWidth < width - slack || shownHeight < height - slack) {
        found.add(`${nameOf(element)} is cut`);
        return;
      }
      const on = document.elementFromPoint(left + width / 2, top + height / 2);
      const isLabel = on !== null && element.closest('label')?.contains(on) === true;
      if (on !== null && !element.contains(on) && !on.contains(element) && !isLabel)
        found.add(`${nameOf(element)} is covered by ${nameOf(on)}`);
    };
    const checkText = (element: Element, clip: ReturnType<typeof clipOf>): void => {
      const { overflowX } = getComputedStyle(element);
      const own = element.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(element);
      const text = range.getBoundingClientRect();
      const isOwn = overflowX !== 'visible';
      const left = isOwn ? Math.max(clip.left, own.left) : clip.left;
      const right = isOwn ? Math.min(clip.right, own.right) : clip.right;
      const isCut = text.right > right + slack || text.left < left - slack;
      if (isCut && (overflowX === 'hidden' || !clip.scrolls) && element.closest('[title]') === null)
        found.add(`The text of ${nameOf(element)} is cut`);
    };
    if (document.body.scrollWidth > document.body.clientWidth) found.add('The page scrolls sideways');
    if (document.documentElement.scrollHeight > innerHeight + slack) found.add('The page scrolls up and down');
    for (const element of document.querySelectorAll('.shell *')) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('[hidden], svg, [aria-hidden="true"]') !== null)
        continue;
      const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
      if (width < 1 || height < 1) continue;
      const clip = clipOf(element);
      const isOut = left < -slack || top < -slack || right > innerWidth + slack || bottom > innerHeight + slack;
      if (isOut && !clip.scrolls) found.add(`${nameOf(element)} is out of the window`);
      if (element.matches('button, input, select') && !clip.scrolls && element.closest('[inert]') === null) checkControl(element, clip);
      const hasText = [...element.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.textContent!.trim() !== '');
      if (hasText && !element.matches('option, textarea')) checkText(element, clip);
    }
    return [...found];
  });
}

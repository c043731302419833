import { focusable, isReachable } from './regions.ts';

/** Events after which a press takes no focus. */
const ends = ['mouseup', 'dragend', 'keydown'] as const;

/**
 * Moves the focus on when what had it is removed or hidden: to what is now in its place in its panel, else to the view. Without that it falls to the
 * page, and keyboard users start from the top. Returns the function that stops.
 */
export function keepFocus(page: Document): () => void {
  let last: HTMLElement | null = null;
  let panel: Element | null = null;
  let place = 0;
  let waits = false;
  let isPressing = false;
  const onFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement) || target === page.body) return;
    last = target;
    panel = target.closest('.dock-panel, [data-region]');
    place = panel === null ? 0 : Math.max(0, stopsIn(panel).indexOf(target));
  };
  const look = (): void => {
    waits = false;
    const isLost = page.activeElement === null || page.activeElement === page.body;
    if (!isLost || last === null) return;
    if (last.isConnected && isReachable(last)) {
      // The user has left it for the page.
      last = null;
      return;
    }
    const stops = stopsIn(panel);
    // Not to a field: the next key of a command would be typed into it.
    const [before, after] = [stops.slice(0, place), stops.slice(place)].map((part) =>
      part.filter((stop) => !stop.matches('input, select, textarea')),
    );
    const target = after![0] ?? before!.at(-1) ?? stopsIn(page.querySelector('[data-testid="view"]'))[0];
    last = null;
    target?.focus({ preventScroll: true });
  };
  // A press that takes the focus away leaves its element on purpose, also when a key removes the element before the next frame. The event comes
  // before a removed element has left the page, so a removal during a press shows only afterwards.
  const onBlur = ({ target }: FocusEvent): void => {
    if (isPressing && target === last) {
      queueMicrotask(() => {
        if (last === target && last !== null && last.isConnected && isReachable(last)) last = null;
      });
    }
    lookSoon();
  };
  const onPress = (): void => void (isPressing = true);
  const onRelease = (): void => void (isPressing = false);
  // Two frames later: what removes an element, as a menu or a dialog does, may return the focus itself.
  const lookSoon = (): void => {
    if (waits || last === null || (page.activeElement !== page.body && page.activeElement !== null)) return;
    waits = true;
    requestAnimationFrame(() => requestAnimationFrame(look));
  };
  const observer = new MutationObserver(lookSoon);
  page.addEventListener('focusin', onFocus);
  page.addEventListener('focusout', onBlur);
  page.addEventListener('mousedown', onPress);
  for (const end of ends) page.addEventListener(end, onRelease, true);
  observer.observe(page.body, { childList: true, subtree: true });
  return () => {
    page.removeEventListener('focusin', onFocus);
    page.removeEventListener('focusout', onBlur);
    page.removeEventListener('mousedown', onPress);
    for (const end of ends) page.removeEventListener(end, onRelease, true);
    observer.disconnect();
  };
}

/** What Tab reaches in a part of the page, in this order. */
function stopsIn(part: Element | null): readonly HTMLElement[] {
  if (part === null || !part.isConnected) return [];
  return [...part.querySelectorAll<HTMLElement>(focusable)].filter((element) => element.tabIndex >= 0 && isReachable(element));
}

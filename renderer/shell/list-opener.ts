import type { DockState } from './dock/dock-state.ts';
import { focusable, isReachable } from './regions.ts';

/** What moves by arrow keys in a panel. */
const lists = '[role="tree"], [role="grid"], [role="treegrid"], [role="listbox"]';

/** Frames that a list has to come: a large tree is measured first. */
const maxFrames = 1200;

/** Returns the function that shows a panel, and moves the focus into it on request: of several, into the last one. */
export function listOpener(page: Document, dock: Pick<DockState, 'show'>): (id: string, takesFocus?: boolean) => void {
  let waiting = new AbortController();
  return (id, takesFocus = false) => {
    dock.show(id);
    if (!takesFocus) return;
    waiting.abort();
    waiting = new AbortController();
    focusPanel(page, id, waiting);
  };
}

/**
 * Moves the focus into a panel that a command has opened: to its list once that is there, else to the first thing that Tab reaches. It waits while
 * the panel shows progress, and stops when the user goes elsewhere, by keys or with the pointer.
 */
function focusPanel(page: Document, id: string, waiting: AbortController): void {
  let from = page.activeElement;
  // A menu or a dialog that ran the command returns the focus first.
  let returns = from?.closest('[role="menu"], [role="menubar"], dialog') != null;
  const step = (frame: number): void => {
    if (returns && frame === 2) {
      from = page.activeElement;
      returns = false;
    }
    const isElsewhere = !returns && page.activeElement !== from && page.activeElement !== page.body;
    if (isElsewhere || frame === maxFrames) waiting.abort();
    if (waiting.signal.aborted) return;
    const panel = page.querySelector(`#panel-${id}, [aria-labelledby="head-${id}"] > .dock-panel`);
    const target = panel === null || frame < 2 ? null : targetOf(panel);
    if (target === null) {
      requestAnimationFrame(() => step(frame + 1));
      return;
    }
    waiting.abort();
    target.focus({ preventScroll: true });
  };
  page.addEventListener('pointerdown', () => waiting.abort(), { capture: true, signal: waiting.signal });
  requestAnimationFrame(() => step(0));
}

function targetOf(panel: Element): HTMLElement | null {
  const reachable = (selector: string): HTMLElement | null =>
    [...panel.querySelectorAll<HTMLElement>(selector)].find((element) => element.tabIndex >= 0 && isReachable(element)) ?? null;
  return reachable(lists) ?? (panel.querySelector('progress') === null ? reachable(focusable) : null);
}

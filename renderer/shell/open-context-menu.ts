import type { App } from '../commands/app.ts';

/** Fields and selected text keep the browser's own menu, with cut, copy and paste. */
const ownMenu = 'input, textarea, [contenteditable], dialog';

/**
 * Opens the context menu of a row of a list: the row is selected first, as by a click. The menu key and Shift+F10 open it at the row that the
 * keyboard is on. The view selects what was clicked before. Anywhere else in a list it is the menu of the selection.
 */
export function openContextMenu({ shell }: App, event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target : null;
  if (target === null || target.closest(ownMenu) !== null || event.defaultPrevented) return;
  const list = target.closest('[role="tree"], [role="grid"], [role="treegrid"], [role="listbox"], .scene-view');
  if (list === null) return;
  event.preventDefault();
  const row = target.closest<HTMLElement>('[aria-selected]') ?? activeRow(list);
  if (row !== null && row.ariaSelected !== 'true') row.click();
  const isByKey = event.clientX === 0 && event.clientY === 0;
  shell.contextMenu.value = isByKey || event.button !== 2 ? below(row ?? list) : { x: event.clientX, y: event.clientY };
}

function activeRow(list: Element): HTMLElement | null {
  const id = list.getAttribute('aria-activedescendant');
  return id === null ? list.querySelector<HTMLElement>('[aria-selected="true"]') : document.getElementById(id);
}

function below(element: Element): { readonly x: number; readonly y: number } {
  const { left, bottom } = element.getBoundingClientRect();
  return { x: left + 24, y: Math.min(bottom, window.innerHeight) };
}

import type { ManualPlace } from '../../state/manual/manual.ts';

/** Returns the manual page of the figure under the pointer, else of what has the focus; `null` for neither. */
export function manualPlaceHere(page: Document): ManualPlace | null {
  const pointed = [...page.querySelectorAll<HTMLElement>('[data-figure]:hover')].at(-1);
  const focused = page.activeElement?.closest<HTMLElement>('[data-manual]');
  return pointed?.dataset['figure'] ?? focused?.dataset['manual'] ?? null;
}

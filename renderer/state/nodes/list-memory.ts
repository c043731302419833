/** How a list is sorted and where it is scrolled to, kept while it is not shown. The list writes it. */
export interface ListMemory {
  /** By the title of the column; `null` for the list's own order, `undefined` before it was shown. */
  sorted: { readonly title: string; readonly descending: boolean } | null | undefined;
  /** CSS pixels from the top. */
  offset: number;
}

export function createListMemory(): ListMemory {
  return { sorted: undefined, offset: 0 };
}

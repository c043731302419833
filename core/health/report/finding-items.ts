import type { Elements } from './placed-found.ts';
import { elementWords } from '../health-check.ts';

/** Returns the number of items of a finding: groups, such as holes, or else single elements. */
export function itemCount(elements: Elements | null): number {
  if (elements === null) return 0;
  return elements.groups === null ? elements.words.length / elementWords[elements.kind] : elements.groups.length - 1;
}

/** Returns the range of elements of an item; all for `null`. */
export function itemElements({ kind, words, groups }: Elements, item: number | null): { readonly first: number; readonly end: number } {
  if (item === null) return { first: 0, end: words.length / elementWords[kind] };
  return groups === null ? { first: item, end: item + 1 } : { first: groups[item], end: groups[item + 1] };
}

/** Returns a view of the words of an item's elements; see `Elements`. */
export function itemWords(elements: Elements, item: number | null): Uint32Array {
  const { first, end } = itemElements(elements, item);
  const size = elementWords[elements.kind];
  return elements.words.subarray(size * first, size * end);
}

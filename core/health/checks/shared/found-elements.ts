import type { ElementKind, CheckResult } from '../../health-check.ts';

/** Returns the elements, of `count`, that fulfil a condition; `null` if there are none. */
export function foundElements(
  kind: Exclude<ElementKind, 'pair'>,
  count: number,
  isFound: (element: number) => boolean,
): CheckResult | null {
  const found: number[] = [];
  for (let element = 0; element < count; element++) if (isFound(element)) found.push(element);
  return foundNumbers(kind, found);
}

/** Returns the elements with a mark, of one for each element; `null` if there are none. */
export function foundMarked(kind: Exclude<ElementKind, 'pair'>, marks: Uint8Array, mark: number): CheckResult | null {
  const found: number[] = [];
  // The search is much faster than a loop where marks are rare.
  for (let at = marks.indexOf(mark); at >= 0; at = marks.indexOf(mark, at)) while (marks[at] === mark) found.push(at++);
  return foundNumbers(kind, found);
}

/** Returns these elements; `null` if there are none. */
export function foundNumbers(kind: Exclude<ElementKind, 'pair'>, numbers: readonly number[]): CheckResult | null {
  return numbers.length === 0 ? null : { count: numbers.length, elements: { kind, numbers: Uint32Array.from(numbers) } };
}

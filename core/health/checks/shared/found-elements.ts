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

/** Returns these elements; `null` if there are none. */
export function foundNumbers(kind: Exclude<ElementKind, 'pair'>, numbers: readonly number[]): CheckResult | null {
  return numbers.length === 0 ? null : { count: numbers.length, elements: { kind, numbers: Uint32Array.from(numbers) } };
}

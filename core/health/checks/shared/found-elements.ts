import type { ElementKind, Found } from '../../health-check.ts';

/** All of so many elements that a condition holds for, as a finding; `null` when it holds for none. */
export function foundElements(kind: Exclude<ElementKind, 'pair'>, count: number, isMeant: (element: number) => boolean): Found | null {
  const found: number[] = [];
  for (let element = 0; element < count; element++) if (isMeant(element)) found.push(element);
  return found.length === 0 ? null : { count: found.length, elements: { kind, numbers: Uint32Array.from(found) } };
}

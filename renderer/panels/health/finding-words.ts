import type { Severity } from '#core/finding';
import { type ElementKind, type Elements, elementWords, itemElements } from '#core/health';
import { type ShownFinding } from '../../state/health/findings.ts';
import { elementNames } from '../../text/element-names.ts';
import { formatCount, formatMany } from '../../text/format-number.ts';
import { lengthLabel, type ShownUnit } from '../../text/shown-unit.ts';

export const severityLabels = { error: 'error', warning: 'warning', info: 'info' } as const satisfies Record<Severity, string>;

/** Returns a number of elements: `1,204 triangles`. */
export function elementsText(kind: ElementKind, count: number): string {
  const [one, many] = elementNames[kind];
  return formatMany(count, one, many);
}

/** Returns an item of a list: `10 edges`, `1,184 – 1,183`, `12 × 845`, `1,886`. */
export function itemText(elements: Elements, item: number): string {
  const { first, end } = itemElements(elements, item);
  return elements.groups === null ? elementText(elements, first) : elementsText(elements.kind, end - first);
}

/** Returns one element: the vertices of an edge, the triangles of a pair. */
export function elementText({ kind, words }: Elements, element: number): string {
  const size = elementWords[kind];
  const numbers = [...words.subarray(size * element, size * (element + 1))].map(formatCount);
  return numbers.join(kind === 'edge' ? ' – ' : ' × ');
}

/** Returns the title of an item: `Boundary loops (holes), 2 of 6`, or `Slivers by angle`. */
export function itemTitle(finding: ShownFinding, item: number | null, count: number): string {
  return item === null ? finding.title : `${finding.title}, ${formatCount(item + 1)} of ${formatCount(count)}`;
}

/** Returns the column title of what items measure: `Length, m`. */
export function measureTitle(name: string, units: ShownUnit): string {
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  const power = measurePower(name);
  return power === 0 ? title : lengthLabel(title, units, power);
}

/** Returns the power of length that items measure: 1 for lengths, 2 for areas, 0 for angles and ratios. */
export function measurePower(name: string): 0 | 1 | 2 {
  if (/length|distance|diagonal/.test(name)) return 1;
  return name === 'area' ? 2 : 0;
}

/** Returns the count of a finding: `at least 12 pairs`. */
export function countText({ count, counted, isAtLeast }: ShownFinding): string {
  return `${isAtLeast ? 'at least ' : ''}${formatMany(count, counted.one, counted.many)}`;
}

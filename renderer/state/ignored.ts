import { elementWords } from '#core/health/health-check';
import { itemCount, itemElements, type ShownFinding } from './findings.ts';

/** What of a document's findings a person has looked at and lets be: the reason by `ignoredKey`. */
export type Ignored = ReadonlyMap<string, string>;

/** What is ignored of one finding. */
export interface IgnoredOf {
  /** Why all of it is; `null` when it is not. */
  readonly whole: string | null;
  /** Why single items are. */
  readonly items: ReadonlyMap<number, string>;
}

export const noneIgnored: Ignored = new Map();
const nothing: IgnoredOf = { whole: null, items: new Map() };

/**
 * Names a finding, or one of its items, by what it is and not by its place in a list, so that it is found again when the
 * mesh is checked anew: the first element, and how many there are in its group.
 */
export function ignoredKey(finding: ShownFinding, item: number | null): string {
  const { elements, name } = finding;
  if (item === null || elements === null) return name;
  const { first, end } = itemElements(elements, item);
  const size = elementWords[elements.kind];
  const words = elements.words.subarray(size * first, size * (first + 1)).join('-');
  return elements.groups === null ? `${name} ${words}` : `${name} ${words} of ${end - first}`;
}

/** Whether a key means something in another mesh too: kinds do, numbers of triangles and vertices do not. */
export function isOfKind(key: string): boolean {
  return !key.includes(' ');
}

export function ignoredOf(finding: ShownFinding, ignored: Ignored): IgnoredOf {
  const whole = ignored.get(finding.name) ?? null;
  const { elements } = finding;
  const firstWords = new Set<number>();
  for (const key of ignored.keys()) if (key.startsWith(`${finding.name} `)) firstWords.add(Number.parseInt(key.slice(finding.name.length + 1), 10));
  if (elements === null || firstWords.size === 0) return whole === null ? nothing : { whole, items: nothing.items };
  const items = new Map<number, string>();
  const size = elementWords[elements.kind];
  for (let item = 0; item < itemCount(elements); item++) {
    if (!firstWords.has(elements.words[size * itemElements(elements, item).first]!)) continue;
    const reason = ignored.get(ignoredKey(finding, item));
    if (reason !== undefined) items.set(item, reason);
  }
  return { whole, items };
}

/** How many of a finding are not ignored. Of most groups one counts, of clusters of vertices each vertex. */
export function openCount({ count, elements }: ShownFinding, { whole, items }: IgnoredOf): number {
  if (whole !== null) return 0;
  if (elements === null || items.size === 0) return count;
  if (elements.groups === null || count === itemCount(elements)) return count - items.size;
  return [...items.keys()].reduce((left, item) => left - (itemElements(elements, item).end - itemElements(elements, item).first), count);
}

/** Why an item, or for `null` all of a finding, is ignored; `null` when it is not. */
export function reasonFor({ whole, items }: IgnoredOf, item: number | null): string | null {
  return whole ?? (item === null ? null : (items.get(item) ?? null));
}


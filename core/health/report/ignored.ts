import type { IgnoredFinding } from '../../ignored-finding.ts';
import type { Elements } from './placed-found.ts';
import { itemCount, itemElements, itemWords } from './finding-items.ts';
import { elementWords } from '../health-check.ts';

/** The members of a finding that an ignored finding refers to. */
export interface Ignorable {
  readonly code: string;
  /** For checks these are figures, which identify nothing. */
  readonly detail: string | null;
  readonly count: number;
  /** `null` for findings of the import. */
  readonly elements: Elements | null;
}

/** The ignored items of one finding. */
export interface IgnoredOf {
  /** Reason for the whole finding; `null` if it is not ignored. */
  readonly whole: string | null;
  /** Reasons of single items. */
  readonly items: ReadonlyMap<number, string>;
}

export const nothingIgnored: IgnoredOf = { whole: null, items: new Map() };

/** Returns the record that ignores a finding or one of its items. It names the exact elements, not a position in a list. */
export function ignoring({ code, detail, elements }: Ignorable, item: number | null, reason: string): IgnoredFinding {
  const ofImport = elements === null;
  return {
    code,
    detail: ofImport ? detail : null,
    elements: item === null || ofImport ? null : Array.from(itemWords(elements, item)),
    reason,
  };
}

/** Whether two records ignore the same, for any reason. */
export function sameIgnored(a: IgnoredFinding, b: IgnoredFinding): boolean {
  return a.code === b.code && a.detail === b.detail && sameWords(a.elements, b.elements);
}

/** Whether a record ignores a whole kind. Such a record applies to other meshes too, element indices do not. */
export function isOfKind({ elements }: IgnoredFinding): boolean {
  return elements === null;
}

/** Returns the ignored items of a finding. The last of several records for the same item wins. */
export function ignoredOf(finding: Ignorable, ignored: readonly IgnoredFinding[]): IgnoredOf {
  let whole: string | null = null;
  const items = new Map<number, string>();
  eachMatch(finding, ignored, (item, { reason }) => {
    if (item === null) whole = reason;
    else items.set(item, reason);
  });
  return whole === null && items.size === 0 ? nothingIgnored : { whole, items };
}

/** Calls `visit` for each record that ignores an item of a finding, with the item, or `null` for all items. */
function eachMatch(
  finding: Ignorable,
  ignored: readonly IgnoredFinding[],
  visit: (item: number | null, entry: IgnoredFinding) => void,
): void {
  const { code, elements } = finding;
  // The first number rejects most items. Items with an equal first number, such as holes at one vertex, are compared by all numbers.
  const firsts = new Set<number>();
  const byWords = new Map<string, IgnoredFinding[]>();
  for (const entry of ignored) {
    if (entry.code !== code) continue;
    if (entry.elements === null) {
      if (elements !== null || entry.detail === finding.detail) visit(null, entry);
      continue;
    }
    firsts.add(entry.elements[0]);
    const words = entry.elements.join();
    const alike = byWords.get(words);
    if (alike === undefined) byWords.set(words, [entry]);
    else alike.push(entry);
  }
  if (elements === null || byWords.size === 0) return;
  const size = elementWords[elements.kind];
  for (let item = 0; item < itemCount(elements); item++) {
    if (!firsts.has(elements.words[size * itemElements(elements, item).first])) continue;
    for (const entry of byWords.get(itemWords(elements, item).join()) ?? []) visit(item, entry);
  }
}

/** Returns the count of a finding without ignored items. A group counts once, but each vertex of a cluster counts. */
export function openCount({ count, elements }: Pick<Ignorable, 'count' | 'elements'>, { whole, items }: IgnoredOf): number {
  if (whole !== null) return 0;
  if (elements === null || items.size === 0) return count;
  if (elements.groups === null || count === itemCount(elements)) return count - items.size;
  return [...items.keys()].reduce((left, item) => left - (itemElements(elements, item).end - itemElements(elements, item).first), count);
}

/** Returns the reason why an item, or for `null` the whole finding, is ignored; `null` if it is not. */
export function reasonFor({ whole, items }: IgnoredOf, item: number | null): string | null {
  return whole ?? (item === null ? null : (items.get(item) ?? null));
}

/** Returns the records that match no finding: the issue was fixed, or the record belongs to another mesh. */
export function unmatchedIgnored(findings: readonly Ignorable[], ignored: readonly IgnoredFinding[]): readonly IgnoredFinding[] {
  const matched = new Set<IgnoredFinding>();
  for (const finding of findings) eachMatch(finding, ignored, (_, entry) => matched.add(entry));
  return ignored.filter((entry) => !matched.has(entry));
}

function sameWords(a: ArrayLike<number> | null, b: ArrayLike<number> | null): boolean {
  if (a === null || b === null) return a === b;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

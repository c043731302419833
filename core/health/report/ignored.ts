import type { IgnoredFinding } from '../../ignored-finding.ts';
import type { Elements } from './placed-found.ts';
import { itemCount, itemElements, itemWords } from './finding-items.ts';
import { elementWords } from '../health-check.ts';

/** Of a finding, what it is ignored by. */
export interface Ignorable {
  readonly code: string;
  /** Of a check's finding figures, which name nothing. */
  readonly detail: string | null;
  readonly count: number;
  /** `null` for what only the import found. */
  readonly elements: Elements | null;
}

/** What is ignored of one finding. */
export interface IgnoredOf {
  /** Why all of it is; `null` when it is not. */
  readonly whole: string | null;
  /** Why single items are. */
  readonly items: ReadonlyMap<number, string>;
}

export const nothingIgnored: IgnoredOf = { whole: null, items: new Map() };

/** The record that lets a finding, or one of its items, be: it names the exact elements, not a place in a list. */
export function ignoring({ code, detail, elements }: Ignorable, item: number | null, reason: string): IgnoredFinding {
  const ofImport = elements === null;
  return {
    code,
    detail: ofImport ? detail : null,
    elements: item === null || ofImport ? null : Array.from(itemWords(elements, item)),
    reason,
  };
}

/** Whether two records let the same be, for whatever reasons. */
export function sameIgnored(a: IgnoredFinding, b: IgnoredFinding): boolean {
  return a.code === b.code && a.detail === b.detail && sameWords(a.elements, b.elements);
}

/** Whether a record means something in another mesh too: kinds do, numbers of triangles and vertices do not. */
export function isOfKind({ elements }: IgnoredFinding): boolean {
  return elements === null;
}

/** What of a finding is ignored. Of several records for the same the last counts. */
export function ignoredOf(finding: Ignorable, ignored: readonly IgnoredFinding[]): IgnoredOf {
  let whole: string | null = null;
  const items = new Map<number, string>();
  eachMatch(finding, ignored, (item, { reason }) => {
    if (item === null) whole = reason;
    else items.set(item, reason);
  });
  return whole === null && items.size === 0 ? nothingIgnored : { whole, items };
}

/** Tells each record that lets something of a finding be, with the item, or `null` for all of it. */
function eachMatch(
  finding: Ignorable,
  ignored: readonly IgnoredFinding[],
  tell: (item: number | null, entry: IgnoredFinding) => void,
): void {
  const { code, elements } = finding;
  // Most items are passed over by one number; holes at one vertex have the same first one, and are told apart by all.
  const firsts = new Set<number>();
  const byWords = new Map<string, IgnoredFinding[]>();
  for (const entry of ignored) {
    if (entry.code !== code) continue;
    if (entry.elements === null) {
      if (elements !== null || entry.detail === finding.detail) tell(null, entry);
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
    for (const entry of byWords.get(itemWords(elements, item).join()) ?? []) tell(item, entry);
  }
}

/** How many of a finding are not ignored. Of most groups one counts, of clusters of vertices each vertex. */
export function openCount({ count, elements }: Pick<Ignorable, 'count' | 'elements'>, { whole, items }: IgnoredOf): number {
  if (whole !== null) return 0;
  if (elements === null || items.size === 0) return count;
  if (elements.groups === null || count === itemCount(elements)) return count - items.size;
  return [...items.keys()].reduce((left, item) => left - (itemElements(elements, item).end - itemElements(elements, item).first), count);
}

/** Why an item, or for `null` all of a finding, is ignored; `null` when it is not. */
export function reasonFor({ whole, items }: IgnoredOf, item: number | null): string | null {
  return whole ?? (item === null ? null : (items.get(item) ?? null));
}

/** The records that let nothing of these findings be: what they named is mended, or was of another mesh. */
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

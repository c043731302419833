/** Text that the palette searches. */
export interface Searchable {
  readonly title: string;
  /** Further words that find it, with less weight than the title. */
  readonly words?: string;
}

/** Found characters of a title, as half-open ranges in increasing order. */
export type Ranges = readonly (readonly [from: number, to: number])[];

export interface Ranked<Item> {
  readonly item: Item;
  readonly score: number;
  readonly ranges: Ranges;
}

/**
 * Returns the items that contain every word of the query, best first; equal scores keep their order. A word scores most at the beginning of
 * the title, then at the beginning of a word of the title. Then follow matches anywhere in the title, in the further words, and as letters
 * in order.
 */
export function rankItems<Item extends Searchable>(items: readonly Item[], query: string): Ranked<Item>[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found: Ranked<Item>[] = [];
  for (const item of items) {
    const match = matchWords(item, words);
    if (match !== null) found.push({ item, ...match });
  }
  return found.sort((a, b) => b.score - a.score);
}

function matchWords({ title, words: further = '' }: Searchable, words: readonly string[]): Omit<Ranked<never>, 'item'> | null {
  const text = title.toLowerCase();
  const ranges: (readonly [number, number])[] = [];
  let score = 0;
  for (const word of words) {
    const match = matchWord(text, further, word);
    if (match === null) return null;
    score += match.score;
    ranges.push(...match.ranges);
  }
  // Among equal matches the shorter title is the closer one.
  return { score: score - Math.min(title.length, 200) / 1000, ranges: mergeRanges(ranges) };
}

function matchWord(text: string, further: string, word: string): { readonly score: number; readonly ranges: Ranges } | null {
  if (text.startsWith(word)) return { score: 5, ranges: [[0, word.length]] };
  const atWord = findAtWord(text, word);
  if (atWord >= 0) return { score: 4, ranges: [[atWord, atWord + word.length]] };
  const inside = text.indexOf(word);
  if (inside >= 0) return { score: 3, ranges: [[inside, inside + word.length]] };
  if (findAtWord(further.toLowerCase(), word) >= 0) return { score: 2, ranges: [] };
  const letters = word.length < 2 ? null : matchLetters(text, word);
  return letters === null ? null : { score: 1 / letters.length, ranges: letters };
}

/** Returns where a word of the text begins with `word`; −1 for nowhere. */
function findAtWord(text: string, word: string): number {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]!)) return at;
  }
  return -1;
}

/**
 * Returns the ranges of the letters of `word` in this order in the text, each at the beginning of a word or next to the one before. Returns
 * `null` if not all are there.
 */
function matchLetters(text: string, word: string): Ranges | null {
  const ranges: (readonly [number, number])[] = [];
  let from = 0;
  for (const letter of word) {
    const next = ranges.length > 0 && text[from] === letter ? from : findLetterAtWord(text, letter, from);
    if (next < 0) return null;
    ranges.push([next, next + 1]);
    from = next + 1;
  }
  return mergeRanges(ranges);
}

function findLetterAtWord(text: string, letter: string, from: number): number {
  for (let at = text.indexOf(letter, from); at >= 0; at = text.indexOf(letter, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]!)) return at;
  }
  return -1;
}

function mergeRanges(ranges: Ranges): Ranges {
  const merged: [number, number][] = [];
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

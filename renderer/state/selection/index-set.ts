/** A set of the integers 0 to size − 1, one bit each: 109 kB for 871,000 triangles. Immutable: edits return another set. */
export interface IndexSet {
  readonly size: number;
  /** Number of members. */
  readonly count: number;
  /** (⌈size / 32⌉) bit i % 32 of word i / 32. Bits from `size` on are 0. */
  readonly words: Uint32Array;
}

/** A run of consecutive members. */
export interface IndexRun {
  readonly first: number;
  readonly count: number;
}

/** Returns the set of the given members; those outside the size are left out. */
export function setOf(size: number, members: Iterable<number> = []): IndexSet {
  const words = wordsFor(size);
  for (const member of members) if (member >= 0 && member < size) words[member >>> 5]! |= 1 << (member & 31);
  return counted(size, words);
}

/** Returns the set of the members of runs. */
export function setOfRuns(size: number, runs: Iterable<IndexRun>): IndexSet {
  const words = wordsFor(size);
  for (const { first, count } of runs) fillRun(words, first, Math.min(size, first + count));
  return counted(size, words);
}

/** Returns the set of the indices whose mark is not 0. */
export function setOfMarks(marks: Uint8Array): IndexSet {
  const words = wordsFor(marks.length);
  for (let i = 0; i < marks.length; i++) if (marks[i] !== 0) words[i >>> 5]! |= 1 << (i & 31);
  return counted(marks.length, words);
}

export function fullSet(size: number): IndexSet {
  return setOfRuns(size, [{ first: 0, count: size }]);
}

/** Hot. */
export function has({ size, words }: IndexSet, member: number): boolean {
  return member < size && (words[member >>> 5]! & (1 << (member & 31))) !== 0;
}

/** Both sets of these functions have the same size. */
export function union(a: IndexSet, b: IndexSet): IndexSet {
  return combined(a, b, (one, other) => one | other);
}

export function intersection(a: IndexSet, b: IndexSet): IndexSet {
  return combined(a, b, (one, other) => one & other);
}

/** Members of `a` that are not in `b`. */
export function difference(a: IndexSet, b: IndexSet): IndexSet {
  return combined(a, b, (one, other) => one & ~other);
}

export function inverted(set: IndexSet): IndexSet {
  return difference(fullSet(set.size), set);
}

export function sameSet(a: IndexSet, b: IndexSet): boolean {
  return a === b || (a.size === b.size && a.count === b.count && a.words.every((word, i) => word === b.words[i]));
}

/** Returns whether every member of `b` is in `a`. */
export function hasAll(a: IndexSet, b: IndexSet): boolean {
  return b.words.every((word, i) => (word & ~a.words[i]!) === 0);
}

/** Returns the members, ascending. */
export function membersOf({ count, words }: IndexSet): Uint32Array {
  const members = new Uint32Array(count);
  let at = 0;
  for (let i = 0; i < words.length; i++) {
    for (let word = words[i]!; word !== 0; word &= word - 1) members[at++] = 32 * i + lowestBit(word);
  }
  return members;
}

/** Returns the lowest member; `null` for the empty set. */
export function firstOf({ words }: IndexSet): number | null {
  const at = words.findIndex((word) => word !== 0);
  return at < 0 ? null : 32 * at + lowestBit(words[at]!);
}

/** Returns the members as few runs as possible, ascending. */
export function runsOf(set: IndexSet): IndexRun[] {
  const runs: IndexRun[] = [];
  let first = -1;
  for (let i = 0; i < set.size; i++) {
    // Words without a border are passed over at once.
    if ((i & 31) === 0 && set.words[i >>> 5] === (first < 0 ? 0 : 0xffff_ffff)) {
      i += 31;
      continue;
    }
    if (has(set, i) === first >= 0) continue;
    if (first >= 0) runs.push({ first, count: i - first });
    first = first >= 0 ? -1 : i;
  }
  if (first >= 0) runs.push({ first, count: set.size - first });
  return runs;
}

function wordsFor(size: number): Uint32Array {
  return new Uint32Array(Math.ceil(size / 32));
}

function fillRun(words: Uint32Array, first: number, end: number): void {
  for (let i = first; i < end; i++) {
    if ((i & 31) === 0 && i + 32 <= end) {
      words[i >>> 5] = 0xffff_ffff;
      i += 31;
    } else words[i >>> 5]! |= 1 << (i & 31);
  }
}

function combined(a: IndexSet, b: IndexSet, combine: (one: number, other: number) => number): IndexSet {
  const words = new Uint32Array(a.words.length);
  for (let i = 0; i < words.length; i++) words[i] = combine(a.words[i]!, b.words[i]!);
  return counted(a.size, words);
}

function counted(size: number, words: Uint32Array): IndexSet {
  let count = 0;
  for (let i = 0; i < words.length; i++) count += bitCount(words[i]!);
  return { size, count, words };
}

function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}

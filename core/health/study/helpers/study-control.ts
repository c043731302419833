import { maxParts } from '../near-pairs/walk-parts.ts';

/**
 * What a thread that studies a mesh shares with its helpers, apart from the memory of the kernel. The leading thread sends each helper one command after
 * another, and the helper follows them in that order. A walk is divided into parts. The leading thread takes them from the first on, because it looks at
 * the pairs in the order of the walk. Helpers take them from the last on.
 */
export interface StudyControl {
  /** See `controlWord`. */
  readonly words: Int32Array;
  /** Numbers of a command, and words of the instance of the leading thread. */
  readonly numbers: Float64Array;
  /** What each helper found in its parts: the steps of a part one after another; see `writeStep`. */
  readonly streams: readonly Uint32Array[];
}

/** The buffers of a `StudyControl`, for messages between threads. */
export interface ControlBuffers {
  readonly words: SharedArrayBuffer;
  readonly numbers: SharedArrayBuffer;
  readonly streams: readonly SharedArrayBuffer[];
}

export const maxHelpers = 15;

/**
 * - `sort`: sort all triangles.
 * - `measure`: mark triangles without area, find components, and measure forms unless the leading thread has to decide some marks.
 * - `findStars`: find simple stars.
 * - `prepare`: measure forms unless they are, make levels unless the leading thread has to find some stars, and find pieces. For levels that are missing
 *   then, it sends `makeLevels`.
 */
export const helperCommands = { sort: 1, measure: 2, findStars: 3, prepare: 4, makeLevels: 5, walk: 6, end: 7 } as const;
/** More commands than a helper can have before it: the leading thread waits for it before all but the first four and the last. */
const maxCommands = 8;

/** Positions in `words`. */
export const controlWord = {
  /** 1 when the walk needs no more parts. */
  stop: 0,
  parts: 1,
  entries: 2,
  tests: 3,
  /** Number of edges of the mesh. */
  edges: 4,
  /** What a helper prepares: `pending`, `failed`, the number of stars or of marks that the leading thread has to find, or of pieces or components; 1 for the others. */
  stars: 8,
  forms: 9,
  levels: 10,
  flats: 11,
  pieces: 12,
  components: 13,
  /** For each helper: 1 when it waits for helperCommands. */
  ready: 16,
  /** For each helper: the number of commands that were sent, and of those that it has ended. */
  sent: 32,
  ended: 48,
  /** For each helper: the last commands. */
  commands: 64,
  /** For each part: one of `partStates`, then its position in the stream of its helper. */
  states: 192,
  offsets: 192 + maxParts,
} as const;
const allWords = controlWord.offsets + maxParts;

/** Returns the position of a command of a helper, by the number of those before it. */
export function commandAt(helper: number, before: number): number {
  return controlWord.commands + maxCommands * helper + (before % maxCommands);
}

export const preparedWords = [
  controlWord.stars,
  controlWord.forms,
  controlWord.levels,
  controlWord.flats,
  controlWord.pieces,
  controlWord.components,
] as const;

/** What a helper prepares is not there yet; or will not be, and is left to the leading thread. */
export const pending = -1;
export const failed = -2;

/** A part is free; the leading thread walks it; from `taken` on it is taken by that helper, and from `done` on done by it. */
export const partStates = { free: 0, leading: 1, taken: 16, done: 32 } as const;

/** Positions in `numbers`: the grid of the curve; distances and limits of a walk, and the address of its entries; measures of forms; words of an instance. */
export const controlNumber = { curve: 0, within: 6, distance: 7, maxBoxes: 8, maxNear: 9, entriesAt: 10, forms: 11, words: 16 } as const;
const allNumbers = 64;
/** Measures of the forms: see `measureForms` of the kernel. */
export const formNumbers = 4;

/** @throws RangeError where there is not enough memory. */
export function createControl(helpers: number, streamWords: number): ControlBuffers {
  return {
    words: new SharedArrayBuffer(4 * allWords),
    numbers: new SharedArrayBuffer(8 * allNumbers),
    streams: Array.from({ length: helpers }, () => new SharedArrayBuffer(4 * streamWords)),
  };
}

export function openControl({ words, numbers, streams }: ControlBuffers): StudyControl {
  return {
    words: new Int32Array(words),
    numbers: new Float64Array(numbers),
    streams: streams.map((stream) => new Uint32Array(stream)),
  };
}

import { maxParts } from '../near-pairs/walk-parts.ts';

/**
 * What a thread that studies a mesh shares with its helpers, apart from the memory of the kernel. The leading thread gives one command after another,
 * and every helper that it names acknowledges each. A walk is divided into parts. The leading thread takes them from the first on, because it looks at
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
export const commands = { prepare: 1, walk: 2, end: 3 } as const;

/** Positions in `words`. */
export const controlWord = {
  /** Number of commands so far; helpers wait for it. */
  serial: 0,
  /** One of `commands`. */
  command: 1,
  /** A bit for each helper that takes part. */
  members: 2,
  /** 1 when the walk needs no more parts. */
  stop: 3,
  parts: 4,
  entries: 5,
  tests: 6,
  /** What a helper prepares: `pending`, `failed`, or the number of stars that the leading thread has to find; 1 for the others. */
  stars: 8,
  forms: 9,
  levels: 10,
  /** For each helper: 1 when it waits for commands. */
  ready: 16,
  /** For each helper: serial of the last command that it has ended. */
  ended: 32,
  /** For each part: one of `partStates`, then its position in the stream of its helper. */
  states: 64,
  offsets: 64 + maxParts,
} as const;
const allWords = 64 + 2 * maxParts;

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

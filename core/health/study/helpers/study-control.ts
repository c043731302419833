import { allocateShared } from '../../../shared-copy.ts';
import { maxParts } from '../near-pairs/walk-parts.ts';

/**
 * What a thread that studies a mesh shares with its helpers, apart from the memory of the kernel. It sends each helper one command after another, and
 * the helper executes them in that order. A task belongs to the thread that begins it first. A walk is
 * divided into parts. The leading thread takes them from the first on, because it looks at the pairs in the order of the walk; helpers from the last on.
 */
export interface StudyControl {
  /** See `controlWord`. */
  readonly words: Int32Array;
  /** See `controlNumber`. */
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

/** Max number of helpers of a study: one does tasks, and all share the walk. Starting 15 took up to 95 ms: see decision 045. */
export const maxHelpers = 3;

/**
 * Tasks of the first helper. The result of each is a number, never negative:
 * - `sort`: sort all triangles, which `levels` then need not. The leading thread never does this.
 * - `around`: find the corners around each vertex.
 * - `flats`: mark triangles without area. Result: the number of those that the leading thread has to decide.
 * - `components`: find components. Result: their number.
 * - `forms`: measure forms.
 * - `stars`: find simple stars. Result: the number of those that the leading thread has to find.
 * - `levels`: make the levels of boxes.
 * - `pieces`: find pieces. Result: their number.
 */
export const helperTasks = ['sort', 'around', 'flats', 'components', 'forms', 'stars', 'levels', 'pieces'] as const;

export type HelperTask = (typeof helperTasks)[number];

/** Tasks that need the whole result of another one: 0. */
export const taskNeeds: Partial<Record<HelperTask, HelperTask>> = { forms: 'flats', levels: 'stars' };

/** Tasks that the leading thread joins where it would wait for them. They are done in steps, which threads take one after another. */
export const joinedTasks = ['stars', 'levels'] as const;
/** Number of steps of such a task. */
export const taskSteps = 64;

export type JoinedTask = (typeof joinedTasks)[number];

export function isJoined(task: HelperTask): task is JoinedTask {
  return (joinedTasks as readonly HelperTask[]).includes(task);
}

/** Commands to a helper: to begin a task unless another thread has, to join the walk, and to end. A command is sent as its index. */
export const helperCommands = [...helperTasks, 'walk', 'end'] as const;

export type HelperCommand = (typeof helperCommands)[number];

/** More commands than a study sends to one helper. */
const maxCommands = 32;

/** Positions in `words`. */
export const controlWord = {
  /** 1 when the walk needs no more parts. */
  stop: 0,
  parts: 1,
  entries: 2,
  tests: 3,
  /** Number of edges of the mesh. */
  edges: 4,
  /** For each task: one of `taskStates`, or its result. */
  tasks: 48,
  /** For each helper: 1 when it waits for commands, the number of commands that were sent, and 1 while it walks. */
  ready: 8,
  sent: 16,
  walking: 32,
  /** For each joined task: the next step, `notReady` before the first can be done; the steps that are done; and the sum of their results. */
  steps: 40,
  /** For each helper: its commands. */
  commands: 48 + helperTasks.length,
  /** For each part: one of `partStates`, then its position in the stream of its helper. */
  states: 48 + helperTasks.length + maxHelpers * maxCommands,
  offsets: 48 + helperTasks.length + maxHelpers * maxCommands + maxParts,
} as const;
const allWords = controlWord.offsets + maxParts;

/** Returns the position of the state of a task. */
export function taskAt(task: HelperTask): number {
  return controlWord.tasks + helperTasks.indexOf(task);
}

/** Returns the position of the next step of a task. The number of done ones and the sum of results follow. */
export function taskStepsAt(task: JoinedTask): number {
  return controlWord.steps + 3 * joinedTasks.indexOf(task);
}

/** In place of the next step. */
export const notReady = -1;

/** Returns the position of a command of a helper, by the number of those before it. */
export function commandAt(helper: number, before: number): number {
  return controlWord.commands + maxCommands * helper + (before % maxCommands);
}

/** No thread has begun a task; a helper has; or it is for the leading thread, which took it or does it after a helper failed. */
export const taskStates = { pending: -1, begun: -2, leading: -3 } as const;

/** A part is free; the leading thread walks it; from `taken` on it is taken by that helper, and from `done` on done by it. */
export const partStates = { free: 0, leading: 1, taken: 16, done: 32 } as const;

/** Positions in `numbers`. */
export const controlNumber = {
  /** The grid of the curve. */
  curve: 0,
  /** Distances and limits of a walk, and the address of its entries. */
  within: 6,
  distance: 7,
  maxBoxes: 8,
  maxNear: 9,
  entriesAt: 10,
  /** Measures of forms: see `measureForms` of the kernel. */
  forms: 11,
  /** Exported numbers of an instance: `levelWords` of the helper that began the levels, and `studyWords` of the leading thread. */
  levels: 15,
  words: 19,
} as const;
const allNumbers = 64;
export const formNumbers = 4;

/** @throws RangeError where there is not enough memory. */
export function createControl(helpers: number, streamWords: number): ControlBuffers {
  const words = allocateShared(4 * allWords);
  const view = new Int32Array(words);
  view.fill(taskStates.pending, controlWord.tasks, controlWord.tasks + helperTasks.length);
  for (const task of joinedTasks) view[taskStepsAt(task)] = notReady;
  return {
    words,
    numbers: allocateShared(8 * allNumbers),
    streams: Array.from({ length: helpers }, () => allocateShared(4 * streamWords)),
  };
}

export function openControl({ words, numbers, streams }: ControlBuffers): StudyControl {
  return {
    words: new Int32Array(words),
    numbers: new Float64Array(numbers),
    streams: streams.map((stream) => new Uint32Array(stream)),
  };
}

/** Stores a word that other threads may wait for. */
export function announce(words: Int32Array, word: number, value: number): void {
  Atomics.store(words, word, value);
  Atomics.notify(words, word);
}

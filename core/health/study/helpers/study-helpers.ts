import {
  type SharedStudyExports,
  compileSharedStudy,
  instantiateSharedStudy,
  readWords,
  unsigned,
  writeWords,
} from '../../../kernel/index.ts';
import type { StepCounts } from '../near-pairs/walk-step.ts';
import { type HelperStart, levelWords, studyWords } from './helper-start.ts';
import {
  commands,
  controlNumber,
  controlWord,
  createControl,
  failed,
  formNumbers,
  maxHelpers,
  openControl,
  partStates,
  pending,
  type StudyControl,
} from './study-control.ts';
import { stepReader } from './walk-stream.ts';

/** A thread that calls `serveStudy` with each message. The host starts and ends it. */
export interface StudyThread {
  readonly post: (message: HelperStart) => void;
}

/** A grid of the curve on which triangles are sorted: see `setCurve` of the kernel. */
export type CurveGrid = readonly [x: number, y: number, z: number, cellsX: number, cellsY: number, cellsZ: number];

/** A walk that helpers may share. */
export interface SharedWalk {
  readonly within: number;
  readonly distance: number;
  readonly tests: number;
  readonly parts: number;
  readonly entries: number;
  /** Helpers leave a part in which they alone come to these limits: see `WalkLimits`. */
  readonly maxBoxes: number;
  readonly maxNear: number;
}

/** Copies the pairs of the next step of a part, with their tests, and returns its counts. */
export type ReadStep = (pairs: Uint32Array, tests: Uint8Array) => StepCounts;

export interface HelpedWalk {
  /** Takes a part; parts are taken in ascending order. Waits while a helper has it. `null` if this thread has to walk it. */
  readonly take: (part: number) => ReadStep | null;
  /** Ends the work of the helpers. */
  readonly stop: () => void;
}

/**
 * Threads that help one thread with the study of one mesh, in memory that they share. The calls below wait for helpers, which blocks the thread; a page
 * must not make them in its main thread. Helpers that have not started by then are not waited for.
 */
export interface StudyHelpers {
  /**
   * Makes an instance for a mesh of this many triangles, with `bytes` of memory, and starts the helpers on it. `null` where it has made one before, for
   * too few triangles, and without enough memory.
   */
  readonly instantiate: (bytes: number, triangles: number) => SharedStudyExports | null;
  /** Has a helper find the simple stars, measure forms and make the levels of boxes, and returns at once. The live triangles and the frame must be set. */
  readonly prepare: (curve: CurveGrid) => void;
  /** Waits for the simple stars. Returns the number of those that are left to this thread; `null` if no helper found any. */
  readonly starsLeft: () => number | null;
  /** Waits for the forms, and returns their four measures; see `measureForms` of the kernel. `null` if no helper has measured them. */
  readonly takeForms: () => ArrayLike<number> | null;
  /** Waits for the levels and sets them. Returns whether a helper has made them. */
  readonly takeLevels: () => boolean;
  /** Begins a walk that the instance of this thread has begun and divided; `null` without helpers. */
  readonly walk: (walk: SharedWalk) => HelpedWalk | null;
  /** Ends the study. The threads are then free. */
  readonly end: () => void;
}

/** 16 MiB, of which only what is written takes memory. */
const defaultStreamWords = 2 ** 22;
/** Bytes of a triangle in the levels of boxes, with keys to sort them; and of what a helper needs in any case. */
const levelBytes = 80;
const fixedBytes = 2 ** 21;
/** What WebAssembly can address, without the start of its memory. */
const maxBytes = 2 ** 32 - fixedBytes;

/** With fewer triangles, the checks have ended before helpers have started. */
export const minForHelpers = 2 ** 17;

export interface StudyHelpersOptions {
  /** With fewer triangles a study gets no help. */
  readonly minTriangles?: number;
  /** Words for the pairs that one helper finds in a walk. What does not fit is left to the leading thread. */
  readonly streamWords?: number;
}

/** Returns helpers for one study; `null` where memory cannot be shared. @param threads at most 15 of them help */
export function createStudyHelpers(
  threads: readonly StudyThread[],
  { minTriangles = minForHelpers, streamWords = defaultStreamWords }: StudyHelpersOptions = {},
): StudyHelpers | null {
  const shared = threads.length === 0 ? null : compileSharedStudy();
  const memory = shared?.createMemory() ?? null;
  if (shared === null || memory === null) return null;
  const used = threads.slice(0, maxHelpers);
  const buffers = createControl(used.length, streamWords);
  const control = openControl(buffers);
  const lead = new LeadingThread(control, used.length);
  return {
    instantiate: (bytes, triangles) => {
      if (lead.kernel !== null || triangles < minTriangles) return null;
      const regions = used.map((_, i) => fixedBytes + (i === 0 ? levelBytes * triangles : 0));
      const skipped = regions.map((_, i) => bytes + regions.slice(0, i).reduce((sum, region) => sum + region, 0));
      const all = skipped.at(-1)! + regions.at(-1)!;
      const kernel = all < maxBytes ? instantiateSharedStudy(shared.module, memory) : null;
      // The memory grows at once, so that its views stay valid.
      if (kernel === null || kernel.useRegion(0, all) === 0 || kernel.useRegion(0, bytes) === 0) return null;
      lead.kernel = kernel;
      for (const [helper, thread] of used.entries()) {
        thread.post({ module: shared.module, memory, control: buffers, helper, skipped: skipped[helper], bytes: regions[helper] });
      }
      return kernel;
    },
    prepare: (curve) => lead.prepare(curve),
    starsLeft: () => lead.starsLeft(),
    takeForms: () => lead.takeForms(),
    takeLevels: () => lead.takeLevels(),
    walk: (walk) => lead.walk(walk),
    end: () => lead.give(commands.end, 0),
  };
}

/** What the leading thread knows of its helpers. */
class LeadingThread {
  kernel: SharedStudyExports | null = null;
  readonly #control: StudyControl;
  readonly #helpers: number;
  /** Helpers of the last command, as bits. */
  #members = 0;
  /** The helper that prepares. */
  #preparing: number | null = null;

  constructor(control: StudyControl, helpers: number) {
    this.#control = control;
    this.#helpers = helpers;
    for (const word of [controlWord.stars, controlWord.forms, controlWord.levels]) control.words[word] = pending;
  }

  prepare(curve: CurveGrid): void {
    const [first] = this.#ready();
    if (first === undefined) return;
    this.#preparing = first;
    this.#control.numbers.set(curve, controlNumber.curve);
    this.#giveWords(commands.prepare, 1 << first);
  }

  starsLeft(): number | null {
    return this.#waitFor(controlWord.stars);
  }

  takeForms(): ArrayLike<number> | null {
    const { forms } = controlNumber;
    return this.#waitFor(controlWord.forms) === null ? null : this.#control.numbers.subarray(forms, forms + formNumbers);
  }

  takeLevels(): boolean {
    if (this.#waitFor(controlWord.levels) === null) return false;
    writeWords(this.kernel!, levelWords, this.#control.numbers, controlNumber.words);
    return true;
  }

  walk({ within, distance, tests, parts, entries, maxBoxes, maxNear }: SharedWalk): HelpedWalk | null {
    const { words, numbers } = this.#control;
    const ready = this.#ready();
    if (ready.length === 0 || parts < 2) return null;
    this.#waitForEnd();
    words.fill(partStates.free, controlWord.states, controlWord.states + parts);
    for (const [word, value] of [
      [controlWord.stop, 0],
      [controlWord.tests, tests],
      [controlWord.parts, parts],
      [controlWord.entries, entries],
    ] as const)
      words[word] = value;
    numbers[controlNumber.within] = within;
    numbers[controlNumber.distance] = distance;
    numbers[controlNumber.maxBoxes] = maxBoxes;
    numbers[controlNumber.maxNear] = maxNear;
    numbers[controlNumber.entriesAt] = unsigned(this.kernel!.selfEntries);
    this.#giveWords(
      commands.walk,
      ready.reduce((bits, helper) => bits | (1 << helper), 0),
    );
    return { take: (part) => this.#take(part), stop: () => void Atomics.store(words, controlWord.stop, 1) };
  }

  give(command: number, members: number): void {
    const { words } = this.#control;
    if (command === commands.end) Atomics.store(words, controlWord.stop, 1);
    this.#members = members;
    Atomics.store(words, controlWord.members, members);
    Atomics.store(words, controlWord.command, command);
    Atomics.add(words, controlWord.serial, 1);
    Atomics.notify(words, controlWord.serial);
  }

  #giveWords(command: number, members: number): void {
    readWords(this.kernel!, studyWords, this.#control.numbers, controlNumber.words);
    this.give(command, members);
  }

  #take(part: number): ReadStep | null {
    const { words, streams } = this.#control;
    const at = controlWord.states + part;
    let state = Atomics.compareExchange(words, at, partStates.free, partStates.leading);
    while (state >= partStates.taken && state < partStates.done) {
      Atomics.wait(words, at, state);
      state = Atomics.load(words, at);
    }
    return state < partStates.done ? null : stepReader(streams[state - partStates.done], words[controlWord.offsets + part]);
  }

  #ready(): number[] {
    return Array.from({ length: this.#helpers }, (_, i) => i).filter((i) => Atomics.load(this.#control.words, controlWord.ready + i) === 1);
  }

  /** Returns what a helper announces in a word; `null` if it cannot, and if none prepares. */
  #waitFor(word: number): number | null {
    const { words } = this.#control;
    if (this.#preparing === null) return null;
    while (Atomics.load(words, word) === pending) Atomics.wait(words, word, pending);
    return words[word] === failed ? null : words[word];
  }

  #hasEnded(helper: number): boolean {
    const { words } = this.#control;
    return Atomics.load(words, controlWord.ended + helper) === Atomics.load(words, controlWord.serial);
  }

  /** Waits until the helpers of the last command have ended it. */
  #waitForEnd(): void {
    const { words } = this.#control;
    for (let helper = 0; helper < this.#helpers; helper++) {
      if (((this.#members >> helper) & 1) === 0) continue;
      while (!this.#hasEnded(helper)) {
        const ended = controlWord.ended + helper;
        const before = Atomics.load(words, ended);
        if (before !== Atomics.load(words, controlWord.serial)) Atomics.wait(words, ended, before);
      }
    }
  }
}

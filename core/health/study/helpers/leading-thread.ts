import { readWords, type SharedStudyExports, unsigned, writeWords } from '../../../kernel/index.ts';
import type { LiveCurve } from '../near-pairs/live-curve.ts';
import { levelWords, studyWords } from './helper-start.ts';
import {
  helperCommands,
  commandAt,
  controlNumber,
  controlWord,
  type ControlBuffers,
  failed,
  formNumbers,
  openControl,
  partStates,
  pending,
  preparedWords,
  type StudyControl,
} from './study-control.ts';
import type { ReadStep, SharedWalk, TakePart } from './shared-walk.ts';
import { stepReader } from './walk-stream.ts';

/** The helper that prepares: its region has room for the levels. */
const preparing = 0;

/** The side of the leading thread: it sends commands, and waits for what helpers have. See `StudyHelpers`. */
export class LeadingThread {
  readonly #kernel: SharedStudyExports;
  readonly #control: StudyControl;
  /** The number of commands that were sent to each helper. */
  readonly #sent: number[];

  constructor(kernel: SharedStudyExports, buffers: ControlBuffers, helpers: number) {
    this.#kernel = kernel;
    this.#control = openControl(buffers);
    this.#sent = Array.from({ length: helpers }, () => 0);
    // Nobody prepares yet.
    for (const word of preparedWords) this.#control.words[word] = failed;
  }

  sort(curve: LiveCurve): void {
    if (!this.#isReady(preparing)) return;
    this.#control.numbers.set(curve, controlNumber.curve);
    this.#sendWords(helperCommands.sort, [preparing]);
  }

  measure(): void {
    const { words } = this.#control;
    if (!this.#isReady(preparing)) return;
    words[controlWord.flats] = words[controlWord.components] = words[controlWord.forms] = pending;
    this.#sendWords(helperCommands.measure, [preparing]);
  }

  takeFlats(): number | null {
    return this.#waitFor(controlWord.flats);
  }

  takeComponents(): number | null {
    return this.#waitFor(controlWord.components);
  }

  findStars(): void {
    if (!this.#isReady(preparing)) return;
    this.#control.words[controlWord.stars] = pending;
    this.#sendWords(helperCommands.findStars, [preparing]);
  }

  prepare(curve: LiveCurve, edges: number): void {
    const { words, numbers } = this.#control;
    if (!this.#isReady(preparing)) return;
    words[controlWord.levels] = words[controlWord.pieces] = pending;
    words[controlWord.edges] = edges;
    if (words[controlWord.stars] === failed) this.findStars();
    if (words[controlWord.forms] === failed) words[controlWord.forms] = pending;
    numbers.set(curve, controlNumber.curve);
    this.#sendWords(helperCommands.prepare, [preparing]);
  }

  starsLeft(): number | null {
    return this.#waitFor(controlWord.stars);
  }

  goOn(): void {
    this.#waitForEnd();
    if (this.#control.words[controlWord.levels] === pending) this.#send(helperCommands.makeLevels, [preparing]);
  }

  takeForms(): ArrayLike<number> | null {
    const { forms } = controlNumber;
    return this.#waitFor(controlWord.forms) === null ? null : this.#control.numbers.subarray(forms, forms + formNumbers);
  }

  takePieces(): number | null {
    return this.#waitFor(controlWord.pieces);
  }

  takeLevels(): boolean {
    if (this.#waitFor(controlWord.levels) === null) return false;
    writeWords(this.#kernel, levelWords, this.#control.numbers, controlNumber.words);
    return true;
  }

  walk({ within, distance, tests, parts, entries, maxBoxes, maxNear }: SharedWalk): TakePart | null {
    const { words, numbers } = this.#control;
    const ready = this.#sent.map((_, helper) => helper).filter((helper) => this.#isReady(helper));
    if (ready.length === 0 || parts < 2) return null;
    this.#waitForEnd();
    words.fill(partStates.free, controlWord.states, controlWord.states + parts);
    words[controlWord.tests] = tests;
    words[controlWord.parts] = parts;
    words[controlWord.entries] = entries;
    numbers[controlNumber.within] = within;
    numbers[controlNumber.distance] = distance;
    numbers[controlNumber.maxBoxes] = maxBoxes;
    numbers[controlNumber.maxNear] = maxNear;
    numbers[controlNumber.entriesAt] = unsigned(this.#kernel.selfEntries);
    Atomics.store(words, controlWord.stop, 0);
    this.#sendWords(helperCommands.walk, ready);
    return (part) => this.#take(part);
  }

  endWalk(): void {
    Atomics.store(this.#control.words, controlWord.stop, 1);
    this.#waitForEnd();
  }

  end(): void {
    Atomics.store(this.#control.words, controlWord.stop, 1);
    // Also to those that are not ready yet.
    this.#send(
      helperCommands.end,
      this.#sent.map((_, helper) => helper),
    );
  }

  #sendWords(command: number, helpers: readonly number[]): void {
    readWords(this.#kernel, studyWords, this.#control.numbers, controlNumber.words);
    this.#send(command, helpers);
  }

  #send(command: number, helpers: readonly number[]): void {
    const { words } = this.#control;
    for (const helper of helpers) {
      words[commandAt(helper, this.#sent[helper])] = command;
      Atomics.store(words, controlWord.sent + helper, ++this.#sent[helper]);
      Atomics.notify(words, controlWord.sent + helper);
    }
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

  #isReady(helper: number): boolean {
    return Atomics.load(this.#control.words, controlWord.ready + helper) === 1;
  }

  /** Returns what a helper announces in a word; `null` if it cannot, and if none prepares. */
  #waitFor(word: number): number | null {
    const { words } = this.#control;
    while (Atomics.load(words, word) === pending) Atomics.wait(words, word, pending);
    return words[word] === failed ? null : words[word];
  }

  /** Waits until all helpers have ended all their commands. */
  #waitForEnd(): void {
    const { words } = this.#control;
    for (const [helper, sent] of this.#sent.entries()) {
      for (let ended = 0; (ended = Atomics.load(words, controlWord.ended + helper)) !== sent; )
        Atomics.wait(words, controlWord.ended + helper, ended);
    }
  }
}

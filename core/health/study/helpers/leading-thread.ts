import { readWords, type SharedStudyExports, unsigned, writeWords } from '../../../kernel/index.ts';
import type { LiveCurve } from '../near-pairs/live-curve.ts';
import { levelWords, studyWords } from './helper-start.ts';
import type { ReadStep, SharedWalk, TakePart, WalkHelpers } from './shared-walk.ts';
import {
  announce,
  commandAt,
  controlNumber,
  controlWord,
  type ControlBuffers,
  formNumbers,
  type HelperCommand,
  helperCommands,
  type HelperTask,
  type JoinedTask,
  openControl,
  partStates,
  type StudyControl,
  taskAt,
  taskNeeds,
  taskStates,
} from './study-control.ts';
import { awaitSteps, takeBlockSteps, takeStarSteps } from './task-steps.ts';
import { stepReader } from './walk-stream.ts';

/** The helper that does tasks: its region has room for the levels. */
const taskHelper = 0;
/** The longest wait until a helper begins the task that it has next. */
const maxWaitMilliseconds = 5;

/**
 * The side of the thread that leads a study: it offers tasks and walks to helpers, and takes what they have. Calls wait for helpers only where they have
 * begun, or are about to begin a task that this thread joins. That blocks the thread, so a page must not make them in its main thread.
 */
export class LeadingThread implements WalkHelpers {
  /** The instance of this thread. */
  readonly kernel: SharedStudyExports;
  readonly #control: StudyControl;
  /** The number of commands that were sent to each helper. */
  readonly #sent: number[];
  /** The tasks that were offered, in the order in which they first were. `settle` offers some again, later. */
  readonly #offered = new Set<HelperTask>();

  constructor(kernel: SharedStudyExports, buffers: ControlBuffers, helpers: number) {
    this.kernel = kernel;
    this.#control = openControl(buffers);
    this.#sent = Array.from({ length: helpers }, () => 0);
  }

  /** Offers to sort all triangles, once the mesh is loaded. */
  sort(curve: LiveCurve): void {
    this.#control.numbers.set(curve, controlNumber.curve);
    this.#offer('sort');
  }

  /** Offers the tasks that need welded corners: find the corners around vertices, mark triangles without area, find components and, if a check needs them, measure forms. */
  measure(needsForms: boolean): void {
    this.#offer('around', 'flats', 'components');
    if (needsForms) this.#offer('forms');
  }

  /** Offers to find the simple stars, once the edges are made and the corners around vertices found. */
  findStars(): void {
    this.#offer('stars');
  }

  /** Offers to make the levels of boxes and find pieces, once the live triangles and the frame are set. */
  prepare(curve: LiveCurve, edges: number): void {
    this.#control.numbers.set(curve, controlNumber.curve);
    this.#control.words[controlWord.edges] = edges;
    this.#offer('levels', 'pieces');
  }

  /**
   * Returns the result of a helper, for which it waits; `null` if this thread has to do the task, which no helper then begins.
   * @param join called before it waits
   */
  take(task: HelperTask, join: () => void = () => {}): number | null {
    const { words } = this.#control;
    const at = taskAt(task);
    let state = Atomics.compareExchange(words, at, taskStates.pending, taskStates.leading);
    if (state === taskStates.begun) join();
    while (state === taskStates.begun) {
      Atomics.wait(words, at, state);
      state = Atomics.load(words, at);
    }
    return state < 0 ? null : state;
  }

  /** As `take`, of a task that this thread joins: if the helper is about to begin it, this thread leaves that to the helper. */
  #takeJoined(task: JoinedTask, join: () => void): number | null {
    const { words } = this.#control;
    if (this.#isNext(task)) Atomics.wait(words, taskAt(task), taskStates.pending, maxWaitMilliseconds);
    return this.take(task, join);
  }

  /** Returns whether the helper that does tasks has started, does none, and would begin this one next. */
  #isNext(task: HelperTask): boolean {
    const { words } = this.#control;
    if (Atomics.load(words, controlWord.ready + taskHelper) === 0) return false;
    const offered = [...this.#offered];
    const before = offered.slice(0, offered.indexOf(task));
    const isIn = (one: HelperTask, state: number): boolean => Atomics.load(words, taskAt(one)) === state;
    if (offered.some((one) => isIn(one, taskStates.begun)) || before.some((one) => isIn(one, taskStates.pending))) return false;
    return isIn(task, taskStates.pending);
  }

  /** Returns the simple stars as `take`, of which this thread finds some where a helper has not found all. */
  takeStars(): number | null {
    const { kernel } = this;
    const { words } = this.#control;
    return this.#takeJoined('stars', () => {
      if (kernel.reserveStar() === 0) return;
      awaitSteps(words, 'stars');
      takeStarSteps(words, kernel);
      kernel.releaseStar();
    });
  }

  /** Sets the levels that a helper has made, to which this thread adds what is missing; false if this thread has to make them. */
  takeLevels(): boolean {
    const { kernel } = this;
    const { words } = this.#control;
    const result = this.#takeJoined('levels', () => {
      awaitSteps(words, 'levels');
      this.#setLevels();
      takeBlockSteps(words, kernel);
    });
    if (result !== null) this.#setLevels();
    return result !== null;
  }

  /** Leaves a task to this thread, unless a helper has begun it: it is not needed before the walk. */
  withdraw(task: HelperTask): void {
    Atomics.compareExchange(this.#control.words, taskAt(task), taskStates.pending, taskStates.leading);
  }

  /** Reports that this thread has done a task, or what a helper left of it: the task that needs it may begin. */
  settle(task: HelperTask): void {
    Atomics.store(this.#control.words, taskAt(task), 0);
    for (const offered of this.#offered) if (taskNeeds[offered] === task) this.#offer(offered);
  }

  /** Returns the four measures of forms that a helper has measured; see `measureForms` of the kernel. */
  formMeasures(): Float64Array {
    return this.#control.numbers.slice(controlNumber.forms, controlNumber.forms + formNumbers);
  }

  walk({ within, distance, tests, parts, entries, maxBoxes, maxNear }: SharedWalk): TakePart | null {
    const { words, numbers } = this.#control;
    const ready = this.#helpers().filter((helper) => Atomics.load(words, controlWord.ready + helper) === 1);
    if (ready.length === 0 || parts < 2) return null;
    words.fill(partStates.free, controlWord.states, controlWord.states + parts);
    words[controlWord.tests] = tests;
    words[controlWord.parts] = parts;
    words[controlWord.entries] = entries;
    numbers[controlNumber.within] = within;
    numbers[controlNumber.distance] = distance;
    numbers[controlNumber.maxBoxes] = maxBoxes;
    numbers[controlNumber.maxNear] = maxNear;
    numbers[controlNumber.entriesAt] = unsigned(this.kernel.selfEntries);
    this.#shareWords();
    Atomics.store(words, controlWord.stop, 0);
    for (const helper of ready) this.#send('walk', helper);
    return (part) => this.#takePart(part);
  }

  endWalk(): void {
    const { words } = this.#control;
    Atomics.store(words, controlWord.stop, 1);
    for (const helper of this.#helpers()) {
      while (Atomics.load(words, controlWord.walking + helper) === 1) Atomics.wait(words, controlWord.walking + helper, 1);
    }
  }

  /** Ends the study. Helpers end what they do, which is not waited for. */
  end(): void {
    Atomics.store(this.#control.words, controlWord.stop, 1);
    for (const helper of this.#helpers()) this.#send('end', helper);
  }

  #setLevels(): void {
    writeWords(this.kernel, levelWords, this.#control.numbers, controlNumber.levels);
  }

  #helpers(): readonly number[] {
    return this.#sent.map((_, helper) => helper);
  }

  #offer(...tasks: readonly HelperTask[]): void {
    this.#shareWords();
    for (const task of tasks) {
      this.#offered.add(task);
      this.#send(task, taskHelper);
    }
  }

  /** Copies the numbers of the instance for helpers. Of those that a helper may read at this time, only ones that it does not need yet change. */
  #shareWords(): void {
    readWords(this.kernel, studyWords, this.#control.numbers, controlNumber.words);
  }

  #send(command: HelperCommand, helper: number): void {
    const { words } = this.#control;
    words[commandAt(helper, this.#sent[helper])] = helperCommands.indexOf(command);
    announce(words, controlWord.sent + helper, ++this.#sent[helper]);
  }

  #takePart(part: number): ReadStep | null {
    const { words, streams } = this.#control;
    const at = controlWord.states + part;
    let state = Atomics.compareExchange(words, at, partStates.free, partStates.leading);
    while (state >= partStates.taken && state < partStates.done) {
      Atomics.wait(words, at, state);
      state = Atomics.load(words, at);
    }
    return state < partStates.done ? null : stepReader(streams[state - partStates.done], words[controlWord.offsets + part]);
  }
}

import { batch, computed, signal, type ReadonlySignal } from '@preact/signals-core';

/** One undo step: its title and the state after it. */
export interface Mark<State> {
  readonly title: string;
  readonly state: State;
  /** The burst of control changes that made it, if any. */
  readonly burst?: symbol;
}

/** Older steps than this are forgotten, and with them the trees that only they hold. */
const maxMarks = 200;

/** A read-only history. */
export type HistoryView<State> = Pick<History<State>, 'current' | 'marks' | 'position' | 'canUndo' | 'canRedo' | 'previewing'>;

/**
 * Undo by swapping references to immutable states (tldraw's idea; there are no inverse operations).
 *
 * `change` makes a step. `preview` shows a state that is not a step yet, such as each move of a drag. `settle` makes the
 * previewed state one step, `revert` returns to the last one. Consecutive light steps (`isLight`, such as selections) are
 * merged, so that clicks do not fill the history. Steps of one burst, such as repeated arrow keys on a slider, are one step.
 */
export class History<State> {
  readonly #marks = signal<readonly Mark<State>[]>([]);
  readonly #at = signal(0);
  readonly #previewed = signal<State | null>(null);
  readonly #isLight: (from: State, to: State) => boolean;

  /** The shown state. */
  readonly current: ReadonlySignal<State>;
  readonly marks: ReadonlySignal<readonly Mark<State>[]>;
  /** Index of the shown step. */
  readonly position: ReadonlySignal<number>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  /** Whether a preview is shown. */
  readonly previewing: ReadonlySignal<boolean>;

  constructor(first: Mark<State>, isLight: (from: State, to: State) => boolean = () => false) {
    this.#isLight = isLight;
    this.#marks.value = [first];
    this.marks = this.#marks;
    this.position = this.#at;
    this.current = computed(() => this.#previewed.value ?? this.#marks.value[this.#at.value]!.state);
    this.canUndo = computed(() => this.#at.value > 0);
    this.canRedo = computed(() => this.#at.value < this.#marks.value.length - 1);
    this.previewing = computed(() => this.#previewed.value !== null);
  }

  /** Makes a step, unless nothing changes. Discards the steps that could be redone. */
  change(title: string, next: (state: State) => State, burst?: symbol): void {
    const state = next(this.current.peek());
    const at = this.#at.peek();
    const marks = this.#marks.peek();
    const settled = marks[at]!.state;
    batch(() => {
      this.#previewed.value = null;
      if (state === settled) return;
      const before = marks[at - 1]?.state;
      const folds = before !== undefined && this.#isLight(settled, state) && this.#isLight(before, settled);
      const continues = burst !== undefined && marks[at]!.burst === burst;
      const kept = marks.slice(0, folds || continues ? at : at + 1);
      this.#marks.value = [...kept, { title, state, ...(burst !== undefined && { burst }) }].slice(-maxMarks);
      this.#at.value = this.#marks.value.length - 1;
    });
  }

  /**
   * Makes a step of what a job has finished. A preview goes on: it is changed too, and is not part of the step. Discards the steps that could be redone.
   */
  arrive(title: string, next: (state: State) => State): void {
    const at = this.#at.peek();
    const settled = this.#marks.peek()[at]!.state;
    const state = next(settled);
    if (state === settled) return;
    batch(() => {
      this.#marks.value = [...this.#marks.peek().slice(0, at + 1), { title, state }].slice(-maxMarks);
      this.#at.value = this.#marks.value.length - 1;
      const previewed = this.#previewed.peek();
      if (previewed !== null) this.#previewed.value = next(previewed);
    });
  }

  /** Changes the shown step without making a new one, and keeps redo. Used for the active tool. */
  amend(next: (state: State) => State): void {
    const at = this.#at.peek();
    const mark = this.#marks.peek()[at]!;
    const state = next(mark.state);
    if (state === mark.state) return;
    batch(() => {
      this.#marks.value = this.#marks.peek().with(at, { title: mark.title, state });
      const previewed = this.#previewed.peek();
      if (previewed !== null) this.#previewed.value = next(previewed);
    });
  }

  preview(next: (state: State) => State): void {
    this.#previewed.value = next(this.current.peek());
  }

  settle(title: string): void {
    if (this.#previewed.peek() !== null) this.change(title, (state) => state);
  }

  revert(): void {
    this.#previewed.value = null;
  }

  /** Replaces all steps, for those of a page before this one. */
  restore(marks: readonly Mark<State>[], position: number): void {
    if (marks[position] === undefined) return;
    batch(() => {
      this.#previewed.value = null;
      this.#marks.value = marks.slice(-maxMarks);
      this.#at.value = position - Math.max(0, marks.length - maxMarks);
    });
  }

  undo(): void {
    this.goTo(this.#at.peek() - 1);
  }

  redo(): void {
    this.goTo(this.#at.peek() + 1);
  }

  goTo(position: number): void {
    if (position < 0 || position >= this.#marks.peek().length) return;
    batch(() => {
      this.#previewed.value = null;
      this.#at.value = position;
    });
  }

  /**
   * Rewrites every state, for changes that are no undo step: a closed document, a first tree. Removes steps that no longer
   * change anything, by `isSame`.
   */
  rewrite(each: (state: State) => State, isSame: (a: State, b: State) => boolean = () => false): void {
    batch(() => {
      const kept: Mark<State>[] = [];
      let at = 0;
      for (const [i, { title, state }] of this.#marks.peek().entries()) {
        const rewritten = each(state);
        const before = kept.at(-1)?.state;
        if (before === undefined || !isSame(before, rewritten)) kept.push({ title, state: rewritten });
        if (i === this.#at.peek()) at = kept.length - 1;
      }
      this.#marks.value = kept;
      this.#at.value = at;
      const previewed = this.#previewed.peek();
      if (previewed !== null) this.#previewed.value = each(previewed);
    });
  }
}

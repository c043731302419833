import { batch, computed, signal, type ReadonlySignal } from '@preact/signals-core';

/** One undo step: what was done, and the state that it led to. */
export interface Mark<State> {
  readonly title: string;
  readonly state: State;
  /** Which burst of the same control made it, where one did. */
  readonly burst?: symbol;
}

/** Older steps than this are forgotten, and with them the trees that only they hold. */
const maxMarks = 200;

/** A history for reading. */
export type HistoryView<State> = Pick<History<State>, 'current' | 'marks' | 'position' | 'canUndo' | 'canRedo' | 'previewing'>;

/**
 * Undo by swapping references to immutable states (tldraw's idea; there are no inverse operations).
 *
 * `change` makes a step. `preview` shows a state that is not a step yet, as a drag does with every move; `settle` turns
 * what is shown into one step, `revert` goes back to the last one. Steps that `isLight` says are light (a selection)
 * fold into a light step before them, so that clicking about fills no history. Steps of one burst, such as the presses of an arrow key while
 * a slider has the focus, are one step.
 */
export class History<State> {
  readonly #marks = signal<readonly Mark<State>[]>([]);
  readonly #at = signal(0);
  readonly #previewed = signal<State | null>(null);
  readonly #isLight: (from: State, to: State) => boolean;

  /** What is shown. */
  readonly current: ReadonlySignal<State>;
  readonly marks: ReadonlySignal<readonly Mark<State>[]>;
  /** Index of the mark that is shown. */
  readonly position: ReadonlySignal<number>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  /** Whether something is shown that is not a step yet. */
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

  /** Makes a step. A change that changes nothing makes none. What could be redone is forgotten. */
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

  /** Changes the step that is shown, without making one and without forgetting what can be redone: which tool is in hand. */
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
   * Rewrites every state, for what is not a person's step: a document that was closed, a first tree that arrived. Steps after
   * which nothing is different any more, as `isSame` says, are forgotten.
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

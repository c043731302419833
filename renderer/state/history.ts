import { computed, signal, type ReadonlySignal } from '@preact/signals-core';

/** One undo step: what was done, and the state that it led to. */
export interface Mark<State> {
  readonly title: string;
  readonly state: State;
}

/** Older steps than this are forgotten, and with them the trees that only they hold. */
const mostMarks = 200;

/**
 * Undo by swapping references to immutable states (tldraw's idea; there are no inverse operations).
 *
 * `change` makes a step. `preview` shows a state that is not a step yet, as a drag does with every move; `settle` turns
 * what is shown into one step, `revert` goes back to the last one.
 */
export class History<State> {
  readonly #marks = signal<readonly Mark<State>[]>([]);
  readonly #at = signal(0);
  readonly #previewed = signal<State | null>(null);

  /** What is shown. */
  readonly current: ReadonlySignal<State>;
  readonly marks: ReadonlySignal<readonly Mark<State>[]>;
  /** Index of the mark that is shown. */
  readonly position: ReadonlySignal<number>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;

  constructor(first: Mark<State>) {
    this.#marks.value = [first];
    this.marks = this.#marks;
    this.position = this.#at;
    this.current = computed(() => this.#previewed.value ?? this.#marks.value[this.#at.value]!.state);
    this.canUndo = computed(() => this.#at.value > 0);
    this.canRedo = computed(() => this.#at.value < this.#marks.value.length - 1);
  }

  /** Makes a step. A change that changes nothing makes none. What could be redone is forgotten. */
  change(title: string, next: (state: State) => State): void {
    const state = next(this.current.peek());
    const settled = this.#marks.peek()[this.#at.peek()]!.state;
    this.#previewed.value = null;
    if (state === settled) return;
    const marks = [...this.#marks.peek().slice(0, this.#at.peek() + 1), { title, state }];
    this.#marks.value = marks.slice(-mostMarks);
    this.#at.value = this.#marks.peek().length - 1;
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
    this.#previewed.value = null;
    this.#at.value = position;
  }

  /** Rewrites every state, for what is not a person's step: a document that was closed, a first tree that arrived. */
  rewrite(each: (state: State) => State): void {
    this.#marks.value = this.#marks.peek().map(({ title, state }) => ({ title, state: each(state) }));
    const previewed = this.#previewed.peek();
    if (previewed !== null) this.#previewed.value = each(previewed);
  }
}

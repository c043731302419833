import { type SharedStudyExports, unsigned } from '../../../kernel/index.ts';
import { announce, type JoinedTask, notReady, taskSteps, taskStepsAt } from './study-control.ts';

/** Begins the steps of a task: any thread may now take them. */
export function beginSteps(words: Int32Array, task: JoinedTask): void {
  announce(words, taskStepsAt(task), 0);
}

/** Ends the steps of a task: none can be taken any more, and a thread that waits for the first goes on. */
export function endSteps(words: Int32Array, task: JoinedTask): void {
  announce(words, taskStepsAt(task), taskSteps);
}

/** Waits until the steps of a task begin or end. */
export function awaitSteps(words: Int32Array, task: JoinedTask): void {
  while (Atomics.load(words, taskStepsAt(task)) === notReady) Atomics.wait(words, taskStepsAt(task), notReady);
}

/** Takes steps until none is left. @param doStep does the work of [first, end) of `count`, and returns its result */
export function takeSteps(words: Int32Array, task: JoinedTask, count: number, doStep: (first: number, end: number) => number): void {
  const at = taskStepsAt(task);
  for (;;) {
    const step = Atomics.add(words, at, 1);
    if (step >= taskSteps) return;
    try {
      const result = doStep(Math.floor((count * step) / taskSteps), Math.floor((count * (step + 1)) / taskSteps));
      Atomics.add(words, at + 2, result);
    } finally {
      // After an error too: other threads do not wait for it, and the thread that failed reports it.
      Atomics.add(words, at + 1, 1);
      Atomics.notify(words, at + 1);
    }
  }
}

/** Waits until all steps are done, also those of other threads. Returns the sum of their results. */
export function sumOfSteps(words: Int32Array, task: JoinedTask): number {
  const done = taskStepsAt(task) + 1;
  for (let before = 0; (before = Atomics.load(words, done)) < taskSteps; ) Atomics.wait(words, done, before);
  return Atomics.load(words, done + 1);
}

/** Finds simple stars, in steps of the vertices. */
export function takeStarSteps(words: Int32Array, kernel: SharedStudyExports): void {
  takeSteps(words, 'stars', unsigned(kernel.vertices), kernel.findStars);
}

/** Writes the blocks of the levels, in steps. */
export function takeBlockSteps(words: Int32Array, kernel: SharedStudyExports): void {
  takeSteps(words, 'levels', kernel.levelBlocks() >>> 0, (first, end) => {
    kernel.writeBlocks(first, end);
    return 0;
  });
}

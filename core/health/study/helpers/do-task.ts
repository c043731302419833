import { componentsWord, measuresByte, readWords, reserved, studyCounts, unsigned, viewF64, viewU32 } from '../../../kernel/index.ts';
import { type Helper, readStudy } from './helper.ts';
import { levelWords } from './helper-start.ts';
import {
  announce,
  controlNumber,
  controlWord,
  formNumbers,
  type HelperTask,
  isJoined,
  taskAt,
  taskNeeds,
  taskStates,
} from './study-control.ts';
import { beginSteps, endSteps, sumOfSteps, takeBlockSteps, takeStarSteps } from './task-steps.ts';

/**
 * Does a task unless another thread has begun it, or what it needs is not whole. It is then sent again. After a trap of the kernel or a lack of
 * memory, the task is left to the leading thread.
 */
export function doTask(helper: Helper, task: HelperTask): void {
  const { words } = helper.control;
  const needed = taskNeeds[task];
  if (needed !== undefined && Atomics.load(words, taskAt(needed)) !== 0) return;
  const at = taskAt(task);
  if (Atomics.compareExchange(words, at, taskStates.pending, taskStates.begun) !== taskStates.pending) return;
  Atomics.notify(words, at);
  let result: number = taskStates.leading;
  try {
    readStudy(helper);
    result = tasks[task](helper);
  } catch {
    // No error of the study: one thread can do all tasks.
    if (isJoined(task)) endSteps(words, task);
  }
  announce(words, at, result);
}

/** Each returns the result of a task. */
const tasks: Readonly<Record<HelperTask, (helper: Helper) => number>> = {
  sort: (helper) => {
    // Levels that the leading thread makes do not need it.
    if (Atomics.load(helper.control.words, taskAt('levels')) !== taskStates.pending) return 0;
    setCurve(helper);
    return reserved(helper.kernel.sortAll());
  },
  around: ({ kernel }) => {
    kernel.findCornersAround();
    return 0;
  },
  flats: ({ kernel }) => kernel.markFlat(),
  components: ({ kernel }) => {
    reserved(kernel.findComponents());
    return viewU32(kernel, unsigned(kernel.figures), studyCounts)[componentsWord];
  },
  forms: ({ kernel, control }) => {
    kernel.measureForms();
    control.numbers.set(viewF64(kernel, unsigned(kernel.figures) + measuresByte, formNumbers), controlNumber.forms);
    return 0;
  },
  stars: ({ kernel, control: { words } }) => {
    reserved(kernel.reserveStar());
    beginSteps(words, 'stars');
    takeStarSteps(words, kernel);
    kernel.releaseStar();
    return sumOfSteps(words, 'stars');
  },
  levels: (helper) => {
    const { kernel, control } = helper;
    const { words, numbers } = control;
    setCurve(helper);
    reserved(kernel.beginLevels());
    readWords(kernel, levelWords, numbers, controlNumber.levels);
    beginSteps(words, 'levels');
    takeBlockSteps(words, kernel);
    sumOfSteps(words, 'levels');
    kernel.finishLevels();
    return 0;
  },
  pieces: ({ kernel, control }) => kernel.findPieces(control.words[controlWord.edges]),
};

function setCurve({ kernel, control }: Helper): void {
  const { curve } = controlNumber;
  const [x, y, z, cellsX, cellsY, cellsZ] = control.numbers.subarray(curve, curve + 6);
  kernel.setCurve(x, y, z, cellsX, cellsY, cellsZ);
}

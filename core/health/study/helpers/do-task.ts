import { componentsWord, measuresByte, readWords, reserved, studyCounts, unsigned, viewF64, viewU32 } from '../../../kernel/index.ts';
import { type Helper, readStudy } from './helper.ts';
import { levelWords } from './helper-start.ts';
import { announce, controlNumber, controlWord, formNumbers, type HelperTask, taskAt, taskNeeds, taskStates } from './study-control.ts';

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
  let result: number = taskStates.left;
  try {
    readStudy(helper);
    result = tasks[task](helper);
  } catch {
    // No error of the study: one thread can do all tasks.
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
  stars: ({ kernel }) => {
    reserved(kernel.reserveStar());
    const left = kernel.findStars(0, unsigned(kernel.vertices));
    kernel.releaseStar();
    return left;
  },
  levels: (helper) => {
    const { kernel, control } = helper;
    setCurve(helper);
    reserved(kernel.makeLevels());
    readWords(kernel, levelWords, control.numbers, controlNumber.levels);
    return 0;
  },
  pieces: ({ kernel, control }) => kernel.findPieces(control.words[controlWord.edges]),
};

function setCurve({ kernel, control }: Helper): void {
  const { curve } = controlNumber;
  const [x, y, z, cellsX, cellsY, cellsZ] = control.numbers.subarray(curve, curve + 6);
  kernel.setCurve(x, y, z, cellsX, cellsY, cellsZ);
}

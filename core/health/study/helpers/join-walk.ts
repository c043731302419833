import { maxSelfPairs, reserved, unsigned, viewU32, viewU8 } from '../../../kernel/index.ts';
import { partEntries } from '../near-pairs/walk-parts.ts';
import { takeStep } from '../near-pairs/walk-step.ts';
import { type Helper, readStudy } from './helper.ts';
import { announce, controlNumber, controlWord, partStates } from './study-control.ts';
import { maxStepWords, writeStep } from './walk-stream.ts';

/** Walks parts of the walk of the leading thread, unless it has ended. After a trap or a lack of memory, the rest is left to that thread. */
export function joinWalk(helper: Helper): void {
  const { words } = helper.control;
  const walking = controlWord.walking + helper.number;
  // Before `stop` is read: the leading thread sets it, and then waits for those that walk.
  Atomics.store(words, walking, 1);
  try {
    if (Atomics.load(words, controlWord.stop) === 0) walkParts(helper);
  } catch {
    // The part is announced as one of the leading thread.
  } finally {
    announce(words, walking, 0);
  }
}

/** Walks parts from the last on, until none is free or the walk needs no more. A part that it cannot end is left to the leading thread. */
function walkParts(helper: Helper): void {
  const { kernel, control, number } = helper;
  const { words, numbers } = control;
  const stream = control.streams[number];
  readStudy(helper);
  if (!helper.canWalk) reserved(kernel.reserveSelfPairs());
  helper.canWalk = true;
  const selfPairs = unsigned(kernel.selfPairs);
  const pairs = viewU32(kernel, selfPairs, 2 * maxSelfPairs);
  const tests = viewU8(kernel, selfPairs + 8 * maxSelfPairs, maxSelfPairs);
  const maxBoxes = numbers[controlNumber.maxBoxes];
  const maxNear = numbers[controlNumber.maxNear];
  kernel.beginSelf(numbers[controlNumber.within], numbers[controlNumber.distance], words[controlWord.tests]);
  const parts = words[controlWord.parts];
  const entries = words[controlWord.entries];
  let at = 0;
  for (let part = parts - 1; part >= 0; part--) {
    const state = controlWord.states + part;
    if (Atomics.compareExchange(words, state, partStates.free, partStates.taken + number) !== partStates.free) continue;
    words[controlWord.offsets + part] = at;
    let isDone = false;
    try {
      kernel.visitEntries(numbers[controlNumber.entriesAt], partEntries(part, parts, entries), partEntries(part + 1, parts, entries));
      while (!isDone && canContinue()) {
        const step = takeStep(kernel, maxBoxes);
        at = writeStep(stream, at, step, pairs, tests);
        isDone = step.isLast;
      }
    } finally {
      announce(words, state, isDone ? partStates.done + number : partStates.leading);
    }
    if (!isDone) return;
  }

  function canContinue(): boolean {
    if (Atomics.load(words, controlWord.stop) === 1 || at + maxStepWords > stream.length) return false;
    return Number(kernel.boxPairs.value) < maxBoxes && Number(kernel.trianglePairs.value) < maxNear;
  }
}

import {
  componentsWord,
  instantiateSharedStudy,
  maxSelfPairs,
  measuresByte,
  readWords,
  reserved,
  type SharedStudyExports,
  studyCounts,
  unsigned,
  viewF64,
  viewU32,
  viewU8,
  writeWords,
} from '../../../kernel/index.ts';
import { partEntries } from '../near-pairs/walk-parts.ts';
import { takeStep } from '../near-pairs/walk-step.ts';
import { levelWords, studyWords, type HelperStart } from './helper-start.ts';
import {
  helperCommands,
  commandAt,
  controlNumber,
  controlWord,
  failed,
  formNumbers,
  openControl,
  partStates,
  pending,
  preparedWords,
  type StudyControl,
} from './study-control.ts';
import { maxStepWords, writeStep } from './walk-stream.ts';

interface Helper {
  readonly kernel: SharedStudyExports;
  readonly control: StudyControl;
  readonly number: number;
  /** Whether memory for walks and for figures has been reserved. */
  canWalk: boolean;
  hasFigures: boolean;
  /** Whether a command other than a walk has failed. */
  hasFailed: boolean;
}

/** Helps with a study until it ends, and blocks its thread all that time. What fails is left to the leading thread. */
export function serveStudy({ module, memory, control: buffers, helper: number, skipped, bytes }: HelperStart): void {
  const kernel = instantiateSharedStudy(module, memory);
  if (kernel === null || kernel.useRegion(skipped, bytes) === 0) return;
  const control = openControl(buffers);
  const { words } = control;
  const helper: Helper = { kernel, control, number, canWalk: false, hasFigures: false, hasFailed: false };
  announce(words, controlWord.ready + number, 1);
  let ended = 0;
  for (;;) {
    Atomics.wait(words, controlWord.sent + number, ended);
    const sent = Atomics.load(words, controlWord.sent + number);
    if (sent === ended) continue;
    // What was sent before the end is of no use any more.
    if (words[commandAt(number, sent - 1)] === helperCommands.end) return;
    follow(helper, words[commandAt(number, ended)]);
    announce(words, controlWord.ended + number, ++ended);
  }
}

/**
 * Follows a command. A trap of the kernel or a lack of memory is no error: the leading thread sees what is missing, and does it. From then on it does
 * all but walks, so that no two threads write the same table.
 */
function follow(helper: Helper, command: number): void {
  if (command === helperCommands.walk) {
    try {
      walk(helper);
    } catch {
      // The part is announced as one of the leading thread.
    }
    return;
  }
  try {
    if (!helper.hasFailed) followUnlessFailed(helper, command);
  } catch {
    helper.hasFailed = true;
  }
  if (helper.hasFailed) announceFailure(helper.control.words);
}

function followUnlessFailed(helper: Helper, command: number): void {
  if (command === helperCommands.sort) sort(helper);
  else if (command === helperCommands.measure) measure(helper);
  else if (command === helperCommands.findStars) findStars(helper);
  else if (command === helperCommands.prepare) prepare(helper);
  else if (command === helperCommands.makeLevels) makeLevels(helper);
}

function announceFailure(words: Int32Array): void {
  for (const word of preparedWords) {
    if (Atomics.load(words, word) === pending) announce(words, word, failed);
  }
}

function announce(words: Int32Array, word: number, value: number): void {
  Atomics.store(words, word, value);
  Atomics.notify(words, word);
}

function sort({ kernel, control }: Helper): void {
  writeWords(kernel, studyWords, control.numbers, controlNumber.words);
  setCurve(kernel, control);
  reserved(kernel.sortAll());
}

function measure(helper: Helper): void {
  const { kernel, control } = helper;
  const { words, numbers } = control;
  writeWords(kernel, studyWords, numbers, controlNumber.words);
  const left = kernel.markFlat();
  announce(words, controlWord.flats, left);
  reserveFigures(helper);
  reserved(kernel.findComponents());
  announce(words, controlWord.components, viewU32(kernel, unsigned(kernel.figures), studyCounts)[componentsWord]);
  if (left === 0) measureForms(helper);
  else announce(words, controlWord.forms, failed);
}

function measureForms(helper: Helper): void {
  const { kernel, control } = helper;
  reserveFigures(helper);
  kernel.measureForms();
  control.numbers.set(viewF64(kernel, unsigned(kernel.figures) + measuresByte, formNumbers), controlNumber.forms);
  announce(control.words, controlWord.forms, 1);
}

function reserveFigures(helper: Helper): void {
  if (!helper.hasFigures) reserved(helper.kernel.reserveFigures());
  helper.hasFigures = true;
}

function setCurve(kernel: SharedStudyExports, { numbers }: StudyControl): void {
  const { curve } = controlNumber;
  const [x, y, z, cellsX, cellsY, cellsZ] = numbers.subarray(curve, curve + 6);
  kernel.setCurve(x, y, z, cellsX, cellsY, cellsZ);
}

function findStars({ kernel, control }: Helper): void {
  writeWords(kernel, studyWords, control.numbers, controlNumber.words);
  reserved(kernel.reserveStar());
  const left = kernel.findStars(0, unsigned(kernel.vertices));
  kernel.releaseStar();
  announce(control.words, controlWord.stars, left);
}

function prepare(helper: Helper): void {
  const { kernel, control } = helper;
  const { words, numbers } = control;
  writeWords(kernel, studyWords, numbers, controlNumber.words);
  if (Atomics.load(words, controlWord.forms) === pending) measureForms(helper);
  if (words[controlWord.stars] === 0) makeLevels(helper);
  announce(words, controlWord.pieces, kernel.findPieces(words[controlWord.edges]));
}

function makeLevels({ kernel, control }: Helper): void {
  const { words, numbers } = control;
  setCurve(kernel, control);
  reserved(kernel.makeLevels());
  readWords(kernel, levelWords, numbers, controlNumber.words);
  announce(words, controlWord.levels, 1);
}

/** Walks parts from the last on, until none is free or the walk needs no more. A part that it cannot end is left to the leading thread. */
function walk(helper: Helper): void {
  const { kernel, control, number } = helper;
  const { words, numbers } = control;
  const stream = control.streams[number];
  writeWords(kernel, studyWords, numbers, controlNumber.words);
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
      while (!isDone && canGoOn()) {
        const step = takeStep(kernel, maxBoxes);
        at = writeStep(stream, at, step, pairs, tests);
        isDone = step.isLast;
      }
    } finally {
      announce(words, state, isDone ? partStates.done + number : partStates.leading);
    }
    if (!isDone) return;
  }

  function canGoOn(): boolean {
    if (Atomics.load(words, controlWord.stop) === 1 || at + maxStepWords > stream.length) return false;
    return Number(kernel.boxPairs.value) < maxBoxes && Number(kernel.trianglePairs.value) < maxNear;
  }
}

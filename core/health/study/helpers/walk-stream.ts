import type { StepCounts } from '../near-pairs/walk-step.ts';
import { maxSelfPairs } from '../../../kernel/index.ts';

/** A step in a stream: its counts, the pairs (two words each), then their tests (a byte each). */
const headWords = 5;

/** Max number of words of a step. */
export const maxStepWords = headWords + 2 * maxSelfPairs + maxSelfPairs / 4;

/** Writes a step with its pairs from `at` on, and returns the position after it. */
export function writeStep(stream: Uint32Array, at: number, step: StepCounts, pairs: Uint32Array, tests: Uint8Array): number {
  const after = at + stepWords(step.pairs);
  stream.set([step.pairs, step.boxes, step.near, step.apart, step.isLast ? 1 : 0], at);
  stream.set(pairs.subarray(0, 2 * step.pairs), at + headWords);
  testsOf(stream, at, step.pairs).set(tests.subarray(0, step.pairs));
  return after;
}

/** Reads the steps of a part from `at` on, one with each call, with its pairs. */
export function stepReader(stream: Uint32Array, at: number): (pairs: Uint32Array, tests: Uint8Array) => StepCounts {
  let next = at;
  return (pairs, tests) => {
    const [count, boxes, near, apart, isLast] = stream.subarray(next, next + headWords);
    pairs.set(stream.subarray(next + headWords, next + headWords + 2 * count));
    tests.set(testsOf(stream, next, count));
    next += stepWords(count);
    return { pairs: count, boxes, near, apart, isLast: isLast === 1 };
  };
}

function testsOf(stream: Uint32Array, at: number, pairs: number): Uint8Array {
  return new Uint8Array(stream.buffer, stream.byteOffset + 4 * (at + headWords + 2 * pairs), pairs);
}

function stepWords(pairs: number): number {
  return headWords + 2 * pairs + Math.ceil(pairs / 4);
}

import type { StudyExports } from '../../../kernel/index.ts';

/** What one step of a walk compared, and the number of pairs that it left. */
export interface StepCounts {
  readonly pairs: number;
  /** Comparisons of boxes. */
  readonly boxes: number;
  /** Pairs of triangles with near boxes, and those of them that are apart in f64. */
  readonly near: number;
  readonly apart: number;
  /** Whether it was the last step of its part. */
  readonly isLast: boolean;
}

/** Comparisons of boxes in a step: a few milliseconds. */
const effort = 2 ** 22;

/** Continues a part of a walk in the kernel; its pairs are in the kernel's memory. */
export function takeStep(kernel: StudyExports, maxTests: number): StepCounts {
  const { boxPairs, trianglePairs, separatePairs } = kernel;
  const boxes = Number(boxPairs.value);
  const near = Number(trianglePairs.value);
  const apart = Number(separatePairs.value);
  const pairs = kernel.stepSelf(Math.min(effort, maxTests));
  return {
    pairs,
    boxes: Number(boxPairs.value) - boxes,
    near: Number(trianglePairs.value) - near,
    apart: Number(separatePairs.value) - apart,
    isLast: kernel.isVisiting() === 0,
  };
}

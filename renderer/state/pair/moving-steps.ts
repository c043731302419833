/** The steps to which translations of the moving mesh are rounded. */
import type { Vec3 } from '#core/math';
import { noStepKeys, powerOfTen, stepBy } from '../../text/step-number.ts';

/** Step sizes, in mesh units. */
export interface MoveSteps {
  /** Translations are rounded to it, so that the field shows them with all their digits. */
  readonly fineStep: number;
  /** The same while the user snaps. */
  readonly coarseStep: number;
}

/** Returns powers of ten: about ten thousand fine steps, and ten to a hundred coarse ones, across an object of this size. */
export function stepsFor(size: number): MoveSteps {
  const exponent = size > 0 && size < Infinity ? Math.floor(Math.log10(size)) : 0;
  return { fineStep: powerOfTen(exponent - 4), coarseStep: powerOfTen(exponent - 1) };
}

/** Returns the steps for an object of this size with the coarse step that the user prefers, if it is not 0. */
export function stepsWith(size: number, coarseStep: number): MoveSteps {
  const steps = stepsFor(size);
  if (!(coarseStep > 0)) return steps;
  // Along the axes of the moving mesh, coarse steps are rounded to fine ones.
  return { coarseStep, fineStep: Math.min(steps.fineStep, powerOfTen(Math.floor(Math.log10(coarseStep)) - 3)) };
}

/** Returns `from + by`, with each component a whole number of steps from `from`. */
export function movedInSteps(from: Vec3, by: Vec3, step: number): Vec3 {
  return mapped(from, (value, i) => {
    const steps = Math.round(by[i]! / step);
    return steps === 0 ? value : stepBy(value, steps, { step }, noStepKeys, {});
  });
}

/** Returns a vector whose components are those of `values`, each changed. */
export function mapped(values: Vec3, change: (value: number, axis: number) => number): Vec3 {
  return [change(values[0], 0), change(values[1], 1), change(values[2], 2)];
}

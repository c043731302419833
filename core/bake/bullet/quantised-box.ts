import { roundDownF32, roundUpF32 } from '../../math/round-f32.ts';
import { bulletMargin, quantisedSteps } from './layout.ts';

const { fround } = Math;
const maxF32 = (2 - 2 ** -23) * 2 ** 127;

/** The steps in which Bullet stores boxes: 65,533 along each axis of the grown bounds, all numbers f32. */
export interface BulletSteps {
  readonly min: readonly number[];
  readonly max: readonly number[];
  readonly stepsPerUnit: readonly number[];
}

/** Returns the steps over the bounds of a mesh. Far out, where the margin of Bullet is lost in f32, the bounds grow by a rounding, so that no side is 0. */
export function bulletSteps(min: readonly number[], max: readonly number[]): BulletSteps {
  const margin = (value: number): number => Math.max(bulletMargin, 2 ** -23 * Math.abs(value));
  const grownMin = min.map((value) => roundDownF32(Math.max(value - margin(value), -maxF32)));
  const grownMax = max.map((value) => roundUpF32(Math.min(value + margin(value), maxF32)));
  return { min: grownMin, max: grownMax, stepsPerUnit: grownMin.map((value, k) => fround(quantisedSteps / fround(grownMax[k] - value))) };
}

/** Returns the coordinate of a step, as Bullet computes it. */
export function coordinateOfStep({ min, stepsPerUnit }: Pick<BulletSteps, 'min' | 'stepsPerUnit'>, step: number, axis: number): number {
  return fround(fround(step / stepsPerUnit[axis]) + min[axis]);
}

/** Returns the largest even step that is not above a coordinate. Minima are even, so that boxes that touch overlap. */
export function stepBelow(steps: BulletSteps, value: number, axis: number): number {
  let step = Math.trunc(fround(fround(value - steps.min[axis]) * steps.stepsPerUnit[axis])) & 0xfffe;
  while (step > 0 && coordinateOfStep(steps, step, axis) > value) step -= 2;
  return step;
}

/** Returns an odd step that is not below a coordinate. */
export function stepAbove(steps: BulletSteps, value: number, axis: number): number {
  let step = Math.trunc(fround(fround(fround(value - steps.min[axis]) * steps.stepsPerUnit[axis]) + 1)) | 1;
  while (step < 0xffff && coordinateOfStep(steps, step, axis) < value) step += 2;
  return step;
}

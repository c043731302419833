import { multiply } from '../../math/matrix.ts';
import { identityTransform, sineAndCosine, rotationAbout, type Matrix } from '../../math/transform.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { NodePose } from './node-pose.ts';

/** One step of the transform of a node, with the numbers that an animation can change. */
export type TransformStep =
  /** 3 numbers. */
  | { readonly kind: 'translate' }
  /** 3 factors. */
  | { readonly kind: 'scale' }
  /** 3 angles in degrees about fixed axes, applied in `order`, between the rotations `before` and `behind`. */
  | { readonly kind: 'euler'; readonly order: readonly number[]; readonly before: Matrix | null; readonly behind: Matrix | null }
  /** An axis and an angle in degrees: 4 numbers. */
  | { readonly kind: 'turn' }
  /** 16 numbers, row by row. */
  | { readonly kind: 'rows' }
  /** No number. */
  | { readonly kind: 'fixed'; readonly matrix: Matrix };

/** Number of values of each kind. */
export const stepNumbers: Readonly<Record<TransformStep['kind'], number>> = {
  translate: 3,
  scale: 3,
  euler: 3,
  turn: 4,
  rows: 16,
  fixed: 0,
};

/** Returns the product of the steps from left to right; the last step applies to points first. */
export function poseOfSteps(steps: readonly TransformStep[], numbers: Float64Array): NodePose {
  let parentFromNode: Matrix = identityTransform;
  let rotation: Matrix = identityTransform;
  let scale: Vec3 = [1, 1, 1];
  let at = 0;
  for (const step of steps) {
    const matrix = matrixOfStep(step, numbers, at);
    if (step.kind === 'euler') rotation = matrix;
    if (step.kind === 'scale') scale = [numbers[at], numbers[at + 1], numbers[at + 2]];
    parentFromNode = multiply(parentFromNode, matrix);
    at += stepNumbers[step.kind];
  }
  return { parentFromNode, rotation, scale };
}

function matrixOfStep(step: TransformStep, n: Float64Array, at: number): Matrix {
  switch (step.kind) {
    case 'translate':
      return translationMatrix([n[at], n[at + 1], n[at + 2]]);
    case 'scale':
      return scaleMatrix([n[at], n[at + 1], n[at + 2]]);
    case 'euler': {
      const turn = eulerTurn([n[at], n[at + 1], n[at + 2]], step.order);
      const placed = step.before === null ? turn : multiply(step.before, turn);
      return step.behind === null ? placed : multiply(placed, step.behind);
    }
    case 'turn':
      return turnAboutAxis([n[at], n[at + 1], n[at + 2]], n[at + 3]);
    case 'rows':
      return Array.from({ length: 16 }, (_, i) => n[at + 4 * (i % 4) + Math.floor(i / 4)]);
    case 'fixed':
      return step.matrix;
  }
}

export function translationMatrix([x, y, z]: Vec3): Matrix {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
}

export function scaleMatrix([x, y, z]: Vec3): Matrix {
  return [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1];
}

/** Returns the rotation about fixed axes in order, in degrees. */
export function eulerTurn(degrees: Vec3, order: readonly number[]): Matrix {
  return order.reduce((matrix, axis) => multiply(rotationAbout(axis, degrees[axis]), matrix), identityTransform);
}

/** Returns the rotation about an axis through the origin, in degrees (Rodrigues' formula); the identity for an axis of length 0. */
export function turnAboutAxis([x, y, z]: Vec3, degrees: number): Matrix {
  const length = Math.hypot(x, y, z);
  if (length === 0) return identityTransform;
  const [ux, uy, uz] = [x / length, y / length, z / length];
  const [s, c] = sineAndCosine(degrees);
  const t = 1 - c;
  return [
    t * ux * ux + c,
    t * ux * uy + s * uz,
    t * ux * uz - s * uy,
    0,
    t * ux * uy - s * uz,
    t * uy * uy + c,
    t * uy * uz + s * ux,
    0,
    t * ux * uz + s * uy,
    t * uy * uz - s * ux,
    t * uz * uz + c,
    0,
    0,
    0,
    0,
    1,
  ];
}

import { distanceWords } from '../../shape/triangle-triangle-distance.ts';
import type { Tree } from '../../tree/layout.ts';
import { createShapeWorkspace, type ShapeWorkspace } from '../overlap-descent.ts';

/** Scratch memory of `capsuleOverlap`. It can be reused for any number of queries, on trees no deeper than the one it was made for. */
export interface CapsuleWorkspace extends ShapeWorkspace {
  /** (9) the axis as a triangle: from, to, to. */
  readonly axis: Float64Array;
  /** (9) corners of a triangle. */
  readonly corners: Float64Array;
  /** Output of `triangleDistanceSq`, and its scratch (4). */
  readonly nearest: Float64Array;
  readonly closest: Float64Array;
}

/** Returns a workspace for `capsuleOverlap` on a tree. */
export function createCapsuleWorkspace(tree: Tree): CapsuleWorkspace {
  return { ...createShapeWorkspace(tree), ...capsuleScratch() };
}

/** Returns the scratch of one capsule and triangle. */
export function capsuleScratch(): Omit<CapsuleWorkspace, keyof ShapeWorkspace> {
  return {
    axis: new Float64Array(9),
    corners: new Float64Array(9),
    nearest: new Float64Array(distanceWords),
    closest: new Float64Array(4),
  };
}

import { createNumbering, numberOfKey, type Numbering } from '../math/numbering.ts';

/**
 * Numbers the corners of the triangles of one mesh. Corners at the same exact position have the same number, whatever their
 * indices, so triangles that share no vertices are connected too. -0 equals 0.
 */
export interface CornerNumbers {
  /** (9) corners of the current triangle, written by the caller. */
  readonly corners: Float64Array;
  /** The positions so far. */
  readonly positions: Numbering;
  /** (3) the key of `positions`, viewed as coordinates. */
  readonly position: Float64Array;
}

/** Returns an empty numbering of corners. */
export function createCornerNumbers(): CornerNumbers {
  const positions = createNumbering(6);
  return { corners: new Float64Array(9), positions, position: new Float64Array(positions.key.buffer) };
}

/** Returns the number of a corner of the current triangle. Hot. */
export function numberOfCorner({ corners, positions, position }: CornerNumbers, corner: number): number {
  // Adding 0 makes -0 a 0.
  for (let k = 0; k < 3; k++) position[k] = corners[3 * corner + k] + 0;
  return numberOfKey(positions);
}

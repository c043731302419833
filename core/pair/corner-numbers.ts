import { createNumbering, numberOfKey, type Numbering } from '../math/numbering.ts';

/**
 * Numbers for the corners of the triangles of one mesh: those at the same exact position have the same number, whichever
 * indices they have, so that triangles which share no vertices come together all the same. -0 is 0.
 */
export interface CornerNumbers {
  /** (9) the triangle at hand, written by the caller. */
  readonly corners: Float64Array;
  /** The positions met so far. */
  readonly positions: Numbering;
  /** (3) the key of `positions`, as the coordinates that it is. */
  readonly position: Float64Array;
}

export function createCornerNumbers(): CornerNumbers {
  const positions = createNumbering(6);
  return { corners: new Float64Array(9), positions, position: new Float64Array(positions.key.buffer) };
}

/** Hot. */
export function numberOfCorner({ corners, positions, position }: CornerNumbers, corner: number): number {
  // Adding 0 makes -0 a 0.
  for (let k = 0; k < 3; k++) position[k] = corners[3 * corner + k] + 0;
  return numberOfKey(positions);
}

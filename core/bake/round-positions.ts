import { InspectorError } from '../error.ts';
import type { BakeNote } from './bake-note.ts';

/** Positions as f32, each relative to an origin, and the largest rounding error. */
export interface RoundedPositions {
  readonly values: Float32Array<ArrayBuffer>;
  /** Largest |read back − source| of a finite coordinate, in mesh units. */
  readonly largestError: number;
  /** Finite coordinates that f32 does not hold exactly. */
  readonly inexact: number;
}

/**
 * Rounds (3·V) positions to f32 relative to `origin`; what a reader gets back is `value + origin` in f64. Non-finite
 * coordinates stay what they are, vertices that are not used (`usedVertices`) become zeros and count for nothing.
 * @throws InspectorError `too-large` for a finite one beyond f32, with its vertex.
 */
export function roundPositions(positions: Float64Array, used: Uint8Array | null, origin: readonly number[] = [0, 0, 0]): RoundedPositions {
  const values = new Float32Array(positions.length);
  let largestError = 0;
  let inexact = 0;
  for (let i = 0; i < positions.length; i++) {
    if (used !== null && used[Math.floor(i / 3)] === 0) continue;
    const offset = origin[i % 3];
    const value = Math.fround(positions[i] - offset);
    values[i] = value;
    const error = Math.abs(value + offset - positions[i]);
    if (error === 0) continue;
    if (error === Infinity && positions[i] - positions[i] === 0) throw beyondF32(Math.floor(i / 3));
    if (error > 0) inexact++;
    if (error > largestError) largestError = error;
  }
  return { values, largestError, inexact };
}

/** No note where nothing was rounded. */
export function roundingNote({ largestError, inexact }: RoundedPositions): readonly BakeNote[] {
  if (inexact === 0) return [];
  const message = 'Coordinates were rounded to 32-bit floats';
  return [{ code: 'rounded', message, count: inexact, largest: largestError }];
}

function beyondF32(vertex: number): InspectorError {
  return new InspectorError({
    code: 'too-large',
    message: 'A coordinate is beyond the range of 32-bit floats, which this format is made of',
    fix: 'Bake to .boxwood, PLY or OBJ, which keep 64 bits, or scale the mesh',
    location: { index: vertex, element: 'vertex' },
  });
}

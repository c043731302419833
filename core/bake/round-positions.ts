import { InspectorError } from '../error.ts';
import type { BakeNote } from './bake-note.ts';

/** Positions as f32 relative to an origin, with the rounding error. */
export interface RoundedPositions {
  readonly values: Float32Array<ArrayBuffer>;
  /** Largest |value read back − source| of a finite coordinate, in mesh units. */
  readonly largestError: number;
  /** Number of finite coordinates that f32 cannot store exactly. */
  readonly inexact: number;
}

/**
 * Rounds (3·V) positions to f32 relative to `origin`; a reader gets `value + origin` in f64. Non-finite coordinates stay. Unused
 * vertices (see `usedByTriangles`) become zeros and are not counted.
 * @throws InspectorError `too-large` with the vertex of a finite coordinate beyond the range of f32.
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

/** Returns a note if coordinates were rounded. */
export function roundingNote({ largestError, inexact }: RoundedPositions): readonly BakeNote[] {
  if (inexact === 0) return [];
  const message = 'Coordinates were rounded to 32-bit floats';
  return [{ code: 'rounded', message, count: inexact, largest: largestError }];
}

function beyondF32(vertex: number): InspectorError {
  return new InspectorError({
    code: 'too-large',
    message: 'A coordinate is beyond the range of the 32-bit floats of this format',
    fix: 'Bake to .boxwood, PLY or OBJ, which keep 64-bit coordinates, or scale the mesh',
    location: { index: vertex, element: 'vertex' },
  });
}

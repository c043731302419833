import type { InspectorError } from '../../error.ts';
import { exportAgain, refuse } from '../refuse.ts';

/**
 * Steps that decoding may take: iterations of the decoder's loops. Whole streams took at most 50 for each byte and 310 for
 * each face or vertex, of which 224 bytes with 12 faces are the worst; the start is 20 ms of work.
 */
const minSteps = 2 ** 22;
const maxStepsPerByte = 2 ** 12;
const maxStepsPerFace = 2 ** 9;

/** Returns the limit for a stream, by its length and the number of faces that it declares. */
export function maxDracoSteps(bytes: number, faces: number): number {
  return minSteps + maxStepsPerByte * bytes + maxStepsPerFace * faces;
}

/** Returns the error of a decoder that reached its limit. */
export function dracoStepLimit(maxSteps: number, bytes: number): InspectorError {
  const limit = `${maxSteps.toLocaleString('en')} steps, the limit for ${bytes.toLocaleString('en')} bytes`;
  return refuse('malformed', `The Draco data are damaged: decoding them takes more than ${limit}`, exportAgain);
}

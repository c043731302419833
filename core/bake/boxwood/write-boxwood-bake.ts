import type { Progress } from '../../progress.ts';
import type { Baked, BakeInput } from '../bake-input.ts';
import { writeBoxwood } from './write-boxwood.ts';

/** Writes the `.boxwood` file of an open mesh. There are no notes, because nothing is lost. */
export function writeBoxwoodBake(input: BakeInput, progress: Progress): Baked {
  return { bytes: writeBoxwood({ ...input, trees: input.trees.map(({ bytes }) => new Uint8Array(bytes)) }, progress), notes: [] };
}

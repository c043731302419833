import type { Progress } from '../../progress.ts';
import type { Baked, BakeInput } from '../bake-input.ts';
import { writeBoxwood } from './write-boxwood.ts';

/** The `.boxwood` file of an open mesh: nothing is lost, so there is nothing to note. */
export function writeBoxwoodBake(input: BakeInput, progress: Progress): Baked {
  return { bytes: writeBoxwood({ ...input, trees: input.trees.map(({ bytes }) => new Uint8Array(bytes)) }, progress), notes: [] };
}

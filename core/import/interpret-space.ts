import { lengthUnits, type SourceSpace } from '../mesh/source-space.ts';
import type { SpaceOptions } from '../options/space-options.ts';

/** Returns the space of a mesh: the chosen options, else the space of the file. */
export function interpretSpace(space: SourceSpace, { unit, up, handedness }: SpaceOptions): SourceSpace {
  return {
    metresPerUnit: unit === 'file' ? space.metresPerUnit : lengthUnits[unit],
    up: up === 'file' ? space.up : up,
    handedness: handedness === 'file' ? space.handedness : handedness,
  };
}

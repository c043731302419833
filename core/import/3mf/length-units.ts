import { lengthUnits } from '../../mesh/source-space.ts';

/** 3MF's units of length by their names in the file, in metres (Core Specification, section 3.4). */
export const metresByUnit: ReadonlyMap<string, number> = new Map([
  ['micron', lengthUnits.micrometre],
  ['millimeter', lengthUnits.millimetre],
  ['centimeter', lengthUnits.centimetre],
  ['inch', lengthUnits.inch],
  ['foot', lengthUnits.foot],
  ['meter', lengthUnits.metre],
]);

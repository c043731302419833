import { lengthUnits } from '../../mesh/source-space.ts';

/** Metres per length unit, by the unit's name in the file (3MF Core Specification, section 3.4). */
export const metresByUnit: ReadonlyMap<string, number> = new Map([
  ['micron', lengthUnits.micrometre],
  ['millimeter', lengthUnits.millimetre],
  ['centimeter', lengthUnits.centimetre],
  ['inch', lengthUnits.inch],
  ['foot', lengthUnits.foot],
  ['meter', lengthUnits.metre],
]);

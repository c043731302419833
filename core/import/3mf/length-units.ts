/** 3MF's units of length by their names in the file (Core Specification, section 3.4). */
export const lengthUnits: ReadonlyMap<string, string> = new Map([
  ['micron', 'micrometre'],
  ['millimeter', 'millimetre'],
  ['centimeter', 'centimetre'],
  ['inch', 'inch'],
  ['foot', 'foot'],
  ['meter', 'metre'],
]);

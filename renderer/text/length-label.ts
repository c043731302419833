/** Signs of the length units that formats name. */
const signs = new Map([
  ['metre', 'm'],
  ['millimetre', 'mm'],
  ['centimetre', 'cm'],
  ['inch', 'in'],
  ['foot', 'ft'],
]);

/** A head with its unit, `Box, m`; without one where the format states none. */
export function lengthLabel(label: string, units: string | null): string {
  return units === null ? label : `${label}, ${lengthSign(units)}`;
}

/** `m`; the name itself where it has no sign. */
export function lengthSign(units: string): string {
  return signs.get(units) ?? units;
}

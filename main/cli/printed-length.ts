import { measured } from '../terminal/columns.ts';

/** Returns a length in a unit of that many metres, and in millimetres where the unit is known. */
export function printedLength(value: number, metresPerUnit: number | null): string {
  return withMillimetres(value, metresPerUnit, 'mm', 1);
}

/** Returns a volume in cubes of a unit of that many metres, and in cubic millimetres where the unit is known. */
export function printedVolume(value: number, metresPerUnit: number | null): string {
  return withMillimetres(value, metresPerUnit, 'mm³', 3);
}

function withMillimetres(value: number, metresPerUnit: number | null, unit: string, power: number): string {
  return metresPerUnit === null ? measured(value) : `${measured(value)} (${measured(value * (metresPerUnit * 1000) ** power)} ${unit})`;
}

import { exportAgain, refuse } from '../../refuse.ts';

/**
 * Returns a list; an empty one if it is missing.
 * @throws InspectorError `malformed`.
 */
export function listOf(value: unknown, pointer: string): readonly unknown[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  throw refuse('malformed', 'a value is not a list', exportAgain, { pointer });
}

/**
 * Returns an index below `length`.
 * @throws InspectorError `index-out-of-range`.
 */
export function numberIn(value: unknown, length: number, pointer: string): number {
  if (Number.isInteger(value) && (value as number) >= 0 && (value as number) < length) return value as number;
  throw refuse('index-out-of-range', `an index is ${JSON.stringify(value) ?? 'missing'}, of ${length} elements`, exportAgain, { pointer });
}

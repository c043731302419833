import { invalidArgument } from '../../error.ts';
import type { Vec3 } from '../../math/vec3.ts';

/** Arrays of numbers that queries are read from. */
export type Numbers = Float64Array | Float32Array | readonly number[];

/**
 * Returns the number of points in an array of coordinates.
 * @throws InspectorError `invalid-argument` for a length that is not a multiple of 3, and without an array.
 */
export function pointCount(name: string, numbers: Numbers): number {
  checkNumbers(name, numbers);
  const { length } = numbers;
  if (length % 3 !== 0)
    throw invalidArgument(`${name} has ${length} numbers, which are not whole points`, 'Give three numbers for each point');
  return length / 3;
}

/** @throws InspectorError `invalid-argument` for another number of values. */
export function checkLength(name: string, values: Numbers, wanted: number): void {
  checkNumbers(name, values);
  if (values.length !== wanted)
    throw invalidArgument(`${name} has ${values.length} numbers instead of ${wanted}`, 'Give all arrays for the same queries');
}

/** Programs in JavaScript have no types that find this. */
function checkNumbers(name: string, numbers: Numbers | undefined): void {
  if (numbers?.length === undefined)
    throw invalidArgument(`${name} is not an array of numbers`, 'Give the numbers of all queries in one array');
}

/** Adds the number of the query to an error about its values. */
export function atQuery(name: string, query: number, error: unknown): never {
  if (!(error instanceof Error) || !('fix' in error) || typeof error.fix !== 'string') throw error;
  throw invalidArgument(`${name} ${query}: ${error.message}`, error.fix);
}

export function pointAt(points: Numbers, i: number): Vec3 {
  return [points[3 * i]!, points[3 * i + 1]!, points[3 * i + 2]!];
}

/** Returns the numbers from `from` to `to` − 1, as a view where they are typed. */
export function part(numbers: Numbers, from: number, to: number): Numbers {
  return 'subarray' in numbers ? numbers.subarray(from, to) : numbers.slice(from, to);
}

import type { CheckResult } from '../../health-check.ts';

/** Returns the triangles whose value (T) fulfils a condition, with their values; `null` if there are none. */
export function foundByValue(name: string, values: Float64Array, isFound: (value: number) => boolean): CheckResult | null {
  const found: number[] = [];
  for (let triangle = 0; triangle < values.length; triangle++) if (isFound(values[triangle])) found.push(triangle);
  if (found.length === 0) return null;
  const numbers = Uint32Array.from(found);
  const measures = { name, values: Float64Array.from(numbers, (triangle) => values[triangle]) };
  return { count: found.length, elements: { kind: 'triangle', numbers, measures } };
}

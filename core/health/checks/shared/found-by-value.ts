import type { CheckResult } from '../../health-check.ts';

/** Returns the triangles whose value (T) is below a limit, with their values; `null` if there are none. NaN is never found. Hot. */
export function foundBelow(name: string, values: Float64Array, max: number): CheckResult | null {
  const found: number[] = [];
  for (let triangle = 0; triangle < values.length; triangle++) if (values[triangle] < max) found.push(triangle);
  return foundWithValues(name, found, (_, triangle) => values[triangle]);
}

/** Returns the triangles whose value (T) is above a limit, likewise. Hot. */
export function foundAbove(name: string, values: Float64Array, min: number): CheckResult | null {
  const found: number[] = [];
  for (let triangle = 0; triangle < values.length; triangle++) if (values[triangle] > min) found.push(triangle);
  return foundWithValues(name, found, (_, triangle) => values[triangle]);
}

/** Returns these triangles, ascending, with their values; `null` if there are none. */
export function foundWithValues(
  name: string,
  found: readonly number[],
  valueOf: (i: number, triangle: number) => number,
): CheckResult | null {
  if (found.length === 0) return null;
  const measures = { name, values: Float64Array.from(found, (triangle, i) => valueOf(i, triangle)) };
  return { count: found.length, elements: { kind: 'triangle', numbers: Uint32Array.from(found), measures } };
}

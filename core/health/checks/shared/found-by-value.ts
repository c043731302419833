import type { Found } from '../../health-check.ts';

/** The triangles whose value (T) is meant, each with it; `null` when there is none. */
export function foundByValue(name: string, values: Float64Array, isMeant: (value: number) => boolean): Found | null {
  const found: number[] = [];
  for (let triangle = 0; triangle < values.length; triangle++) if (isMeant(values[triangle])) found.push(triangle);
  if (found.length === 0) return null;
  const numbers = Uint32Array.from(found);
  const measures = { name, values: Float64Array.from(numbers, (triangle) => values[triangle]) };
  return { count: found.length, elements: { kind: 'triangle', numbers, measures } };
}

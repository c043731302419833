import type { CheckResult } from '../../health-check.ts';

/** Triangles of one shape of an engine, with a measure. */
export interface ShapeTriangles {
  readonly triangles: Uint32Array;
  readonly measure: number;
}

/** Returns one group for each shape, with its measure; `null` without shapes. */
export function shapeGroups(shapes: readonly ShapeTriangles[], name: string, detail?: string): CheckResult | null {
  if (shapes.length === 0) return null;
  const groups = new Uint32Array(shapes.length + 1);
  shapes.forEach(({ triangles }, i) => (groups[i + 1] = groups[i] + triangles.length));
  const numbers = new Uint32Array(groups[shapes.length]);
  shapes.forEach(({ triangles }, i) => numbers.set(triangles, groups[i]));
  const measures = { name, values: Float64Array.from(shapes, ({ measure }) => measure) };
  return { count: shapes.length, elements: { kind: 'triangle', numbers, groups, measures }, ...(detail !== undefined && { detail }) };
}

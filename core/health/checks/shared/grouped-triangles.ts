import type { TriangleSets } from '../../../mesh/triangle-sets.ts';
import type { CheckResult } from '../../health-check.ts';

/** Returns triangles, in any order and with duplicates, grouped by their set, with a measure for each set (count); `null` without triangles. */
export function groupedTriangles(
  triangles: readonly number[],
  { setOf }: TriangleSets,
  name: string,
  measureOf: Float64Array,
): CheckResult | null {
  if (triangles.length === 0) return null;
  const sorted = [...new Set(triangles)].sort((a, b) => setOf[a] - setOf[b] || a - b);
  const groups: number[] = [];
  const values: number[] = [];
  sorted.forEach((triangle, i) => {
    if (i > 0 && setOf[triangle] === setOf[sorted[i - 1]]) return;
    groups.push(i);
    values.push(measureOf[setOf[triangle]]);
  });
  const count = groups.length;
  groups.push(sorted.length);
  const measures = { name, values: Float64Array.from(values) };
  return { count, elements: { kind: 'triangle', numbers: Uint32Array.from(sorted), groups: Uint32Array.from(groups), measures } };
}

import { triangleCount, type TriangleMesh } from '#core/mesh';
import { type IndexSet, inverted, membersOf, runsOf } from '../state/selection/index-set.ts';
import type { TriangleRange } from './expand-triangles.ts';

/** Each run is a draw call of its own; more of them are drawn by one list. */
const maxRuns = 64;

/** Returns the triangles of a mesh that are drawn: few runs, or a list, ascending. */
export function visibleTriangles(mesh: TriangleMesh, hidden: IndexSet | null): readonly TriangleRange[] | Uint32Array {
  const count = triangleCount(mesh);
  if (hidden === null) return count === 0 ? [] : [{ first: 0, count }];
  const visible = inverted(hidden);
  const runs = runsOf(visible);
  return runs.length <= maxRuns ? runs : membersOf(visible);
}

import { triangleCount, type TriangleMesh } from '#core/mesh';
import { difference, fullSet, intersection, inverted, membersOf, runsOf, setOfRuns, type IndexSet } from '../state/selection/index-set.ts';
import { isOnlyCollider, partRanges } from '../state/section/document-sections.ts';
import type { TriangleRange } from './expand-triangles.ts';

/** `ghost`: faint, since something else is selected. */
export type MeshPaint = 'plain' | 'collider' | 'ghost';

export interface PaintedRun extends TriangleRange {
  readonly paint: MeshPaint;
}

/** What is drawn of a mesh. */
export interface MeshDrawing {
  /** The triangles that are drawn, if the runs are positions in this list; `null` if they are triangles. */
  readonly list: Uint32Array | null;
  readonly runs: readonly PaintedRun[];
}

/** Each run is a draw call of its own; more of them are drawn by one list. */
const maxRuns = 64;

/**
 * Returns what is drawn of a mesh: without hidden triangles, and colliders apart from rendered parts.
 * @param solid the triangles that are no ghosts; `null` for all
 */
export function meshDrawing(mesh: TriangleMesh, hidden: IndexSet | null, solid: IndexSet | null): MeshDrawing {
  const size = triangleCount(mesh);
  if (size === 0) return { list: null, runs: [] };
  const visible = hidden === null ? fullSet(size) : inverted(hidden);
  const drawn = solid === null ? visible : intersection(visible, solid);
  const colliders = setOfRuns(size, partRanges(mesh, isOnlyCollider));
  const sets: readonly (readonly [MeshPaint, IndexSet])[] = [
    ['plain', difference(drawn, colliders)],
    ['collider', intersection(drawn, colliders)],
    ['ghost', difference(visible, drawn)],
  ];
  const runs = sets.flatMap(([paint, set]) => runsOf(set).map((run) => ({ ...run, paint })));
  if (runs.length <= maxRuns) return { list: null, runs };
  const list = new Uint32Array(visible.count);
  let first = 0;
  const groups = sets.map(([paint, set]): PaintedRun => {
    const members = membersOf(set);
    list.set(members, first);
    first += members.length;
    return { first: first - members.length, count: members.length, paint };
  });
  return { list, runs: groups.filter(({ count }) => count > 0) };
}

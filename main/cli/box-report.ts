import { medianMicroseconds } from '#core/median-microseconds';
import type { TriangleMesh } from '#core/mesh';
import type { BoxOptions, FilterOptions } from '#core/options';
import { boxOverlap, triangleFilter } from '#core/query';
import { type BoxSolid, solidCenter } from '#core/shape';
import type { Tree } from '#core/tree';
import { queryCostText } from './query-cost.ts';
import { touchedText, touchedTriangles } from './touched-triangles.ts';

type BoxReport = ReturnType<typeof boxReport>;

/** Returns the result of `query box` as data: the triangles, and the cost of the query. */
export function boxReport(file: string, mesh: TriangleMesh, tree: Tree, box: BoxSolid, options: BoxOptions, filter: FilterOptions) {
  const accepts = triangleFilter(mesh, filter, { point: solidCenter(box) });
  const microseconds = medianMicroseconds(() => boxOverlap(tree, mesh, box, options, undefined, accepts));
  const { triangles, stats } = boxOverlap(tree, mesh, box, options, undefined, accepts);
  return {
    file,
    kind: tree.kind,
    ...options,
    ...filter,
    box,
    triangles: touchedTriangles(mesh, triangles),
    stats: { ...stats, microseconds },
  };
}

/** Returns the result as text. */
export function boxText({ file, mode, triangles, stats }: BoxReport): string {
  return touchedText(file, mode, triangles) + queryCostText(stats);
}

import { medianMicroseconds } from '#core/median-microseconds';
import type { TriangleMesh } from '#core/mesh';
import type { BoxOptions } from '#core/options';
import { boxOverlap } from '#core/query';
import type { BoxSolid } from '#core/shape';
import type { Tree } from '#core/tree';
import { queryCostText } from './query-cost.ts';
import { touchedText, touchedTriangles } from './touched-triangles.ts';

type BoxReport = ReturnType<typeof boxReport>;

/** Returns the result of `query box` as data: the triangles, and the cost of the query. */
export function boxReport(file: string, mesh: TriangleMesh, tree: Tree, box: BoxSolid, options: BoxOptions) {
  const microseconds = medianMicroseconds(() => boxOverlap(tree, mesh, box, options));
  const { triangles, stats } = boxOverlap(tree, mesh, box, options);
  return {
    file,
    kind: tree.kind,
    ...options,
    box,
    triangles: touchedTriangles(mesh, triangles),
    stats: { ...stats, microseconds },
  };
}

/** Returns the result as text. */
export function boxText({ file, mode, triangles, stats }: BoxReport): string {
  return touchedText(file, mode, triangles) + queryCostText(stats);
}

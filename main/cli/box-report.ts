import { medianMicroseconds } from '#core/median-microseconds';
import { partLabel, partNameOf, partOfTriangle, type TriangleMesh } from '#core/mesh';
import type { BoxOptions } from '#core/options';
import { boxOverlap } from '#core/query';
import type { BoxSolid } from '#core/shape';
import type { Tree } from '#core/tree';
import { columns, counted, many, measured, moreRows, maxRowsShown, printable } from '../terminal/columns.ts';

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
    triangles: Array.from(triangles, (triangle) => {
      const part = partOfTriangle(mesh, triangle);
      return { triangle, part, partName: partNameOf(mesh, part) };
    }),
    stats: { ...stats, microseconds },
  };
}

/** Returns the result as text. */
export function boxText({ file, mode, triangles, stats }: BoxReport): string {
  const rows = triangles
    .slice(0, maxRowsShown)
    .map(({ triangle, part, partName }) => [counted(triangle), part === null ? '' : partLabel(partName, part)]);
  return [
    `${printable(file)}: ${triangles.length === 0 ? 'no overlapping triangle' : mode === 'any' ? 'at least one overlapping triangle' : many(triangles.length, 'overlapping triangle')}\n`,
    triangles.length === 0 ? '' : columns([['triangle', 'part'], ...rows], [0]),
    moreRows(triangles.length),
    `  ${many(stats.nodesVisited, 'node')} visited, ${many(stats.trianglesTested, 'triangle')} tested, `,
    `${measured(stats.microseconds)} µs (median of warm calls)\n`,
  ].join('');
}

import { medianMicroseconds } from '#core/median-microseconds';
import { partLabel, partNameOf, type TriangleMesh } from '#core/mesh';
import type { FilterOptions, OverlapOptions } from '#core/options';
import { capsuleTouch, overlap, type QueryShape, shapeViewpoint, triangleFilter } from '#core/query';
import type { Tree } from '#core/tree';
import { columns, counted, many, maxRowsShown, measured, moreRows, printable, vector } from '../terminal/columns.ts';
import { queryCostText } from './query-cost.ts';
import { touchedText, touchedTriangles } from './touched-triangles.ts';

type ShapeReport = ReturnType<typeof shapeReport>;

/** Returns the result of an overlap query as data: the triangles, for a capsule with feature and depth, and the cost of the query. */
export function shapeReport(
  file: string,
  mesh: TriangleMesh,
  tree: Tree,
  shape: QueryShape,
  options: OverlapOptions,
  filter: FilterOptions,
) {
  // An invalid shape is refused here, before its viewpoint is looked for.
  const first = overlap(tree, mesh, shape, { mode: 'any' });
  const accepts = triangleFilter(mesh, filter, shapeViewpoint(shape));
  const microseconds = medianMicroseconds(() => overlap(tree, mesh, shape, options, accepts));
  const { triangles, stats } = first.triangles.length === 0 ? first : overlap(tree, mesh, shape, options, accepts);
  const touches = shape.kind === 'capsule' ? Array.from(triangles, (triangle) => touchReport(mesh, triangle, shape)) : null;
  const { kind: shapeKind, ...numbers } = shape;
  return {
    file,
    kind: tree.kind,
    ...options,
    ...filter,
    [shapeKind]: numbers,
    triangles: touches ?? touchedTriangles(mesh, triangles),
    stats: { ...stats, microseconds },
  };
}

function touchReport(mesh: TriangleMesh, triangle: number, shape: Extract<QueryShape, { readonly kind: 'capsule' }>) {
  const { part, ...touch } = capsuleTouch(mesh, triangle, shape);
  return { ...touch, part, partName: partNameOf(mesh, part) };
}

type TouchReport = ReturnType<typeof touchReport>;

/** Returns the result as text. */
export function shapeText({ file, mode, triangles, stats }: ShapeReport): string {
  const touches = triangles.filter((triangle): triangle is TouchReport => 'depth' in triangle);
  if (touches.length === 0) return touchedText(file, mode, triangles) + queryCostText(stats);
  const rows = touches
    .slice(0, maxRowsShown)
    .map(({ triangle, feature, depth, part, partName, direction }) => [
      counted(triangle),
      feature,
      measured(depth),
      part === null ? '' : partLabel(partName, part),
      vector(direction),
    ]);
  const found = mode === 'any' ? 'at least one overlapping triangle' : many(touches.length, 'overlapping triangle');
  return [
    `${printable(file)}: ${found}\n`,
    columns([['triangle', 'feature', 'depth', 'part', 'direction'], ...rows], [0, 2]),
    moreRows(touches.length),
    queryCostText(stats),
  ].join('');
}

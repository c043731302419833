import { medianMicroseconds } from '#core/median-microseconds';
import { isClosed, partLabel, partNameOf, type TriangleMesh } from '#core/mesh';
import type { FilterOptions, OverlapOptions, PushOutOptions } from '#core/options';
import {
  overlap,
  pushShapeOut,
  type PushShape,
  type QueryShape,
  shapeTouch,
  shapeViewpoint,
  type TriangleFilter,
  triangleFilter,
} from '#core/query';
import type { Tree } from '#core/tree';
import { columns, counted, many, maxRowsShown, measured, moreRows, printable, vector } from '../terminal/columns.ts';
import { pushOutText } from './push-out-text.ts';
import { queryCostText } from './query-cost.ts';
import { touchedText, touchedTriangles } from './touched-triangles.ts';

type ShapeReport = ReturnType<typeof shapeReport>;

/**
 * Returns the result of an overlap query as data: the triangles and the cost of the query. For a box and a capsule also feature and depth of
 * each triangle, and the push-out.
 * @param pushing options of the push-out of a box or a capsule.
 */
export function shapeReport(
  file: string,
  mesh: TriangleMesh,
  tree: Tree,
  shape: QueryShape,
  options: OverlapOptions,
  filter: FilterOptions,
  pushing: PushOutOptions | null = null,
) {
  // An invalid shape is refused here, before its viewpoint is looked for.
  const first = overlap(tree, mesh, shape, { mode: 'any' });
  const accepts = triangleFilter(mesh, filter, shapeViewpoint(shape));
  const microseconds = medianMicroseconds(() => overlap(tree, mesh, shape, options, accepts));
  const { triangles, stats } = first.triangles.length === 0 ? first : overlap(tree, mesh, shape, options, accepts);
  const isPushed = shape.kind === 'box' || shape.kind === 'capsule';
  return {
    file,
    kind: tree.kind,
    ...options,
    ...pushing,
    ...filter,
    [shape.kind]: numbersOf(shape),
    triangles: isPushed ? Array.from(triangles, (triangle) => touchReport(mesh, triangle, shape)) : touchedTriangles(mesh, triangles),
    ...(isPushed && pushing !== null && { pushOut: options.mode === 'any' ? null : pushOutReport(mesh, tree, shape, pushing, accepts) }),
    stats: { ...stats, microseconds },
  };
}

/** Returns a shape without its kind; a box as its solid. */
function numbersOf(shape: QueryShape): object {
  return shape.kind === 'box' ? shape.solid : Object.fromEntries(Object.entries(shape).filter(([name]) => name !== 'kind'));
}

function touchReport(mesh: TriangleMesh, triangle: number, shape: PushShape) {
  const { part, ...touch } = shapeTouch(mesh, triangle, shape);
  return { ...touch, part, partName: partNameOf(mesh, part) };
}

function pushOutReport(mesh: TriangleMesh, tree: Tree, shape: PushShape, options: PushOutOptions, accepts: TriangleFilter) {
  const facts = { isClosed: isClosed(mesh) };
  const {
    isCenterInside,
    total,
    shape: moved,
    steps,
    left,
    leftDepth,
  } = pushShapeOut(tree, mesh, shape, { ...facts, ...options, accepts });
  return {
    ...facts,
    isCenterInside,
    total,
    moved: numbersOf(moved),
    steps,
    left: left.map(({ triangle, feature, depth }) => ({ triangle, feature, depth })),
    leftDepth,
  };
}

type TouchReport = ReturnType<typeof touchReport>;

/** Returns the result as text. */
export function shapeText({ file, mode, triangles, stats, pushOut = null }: ShapeReport): string {
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
    `${printable(file)}: ${found}${pushOut?.isCenterInside === true ? ', centre inside' : ''}\n`,
    columns([['triangle', 'feature', 'depth', 'part', 'direction'], ...rows], [0, 2]),
    moreRows(touches.length),
    pushOut === null ? '' : pushOutText(pushOut),
    queryCostText(stats),
  ].join('');
}

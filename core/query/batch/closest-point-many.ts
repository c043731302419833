import { batchLeftToHost, batchNone, batchPointNumbers, batchSize, renewViews } from '../../kernel/index.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { checkTreeFits } from '../../tree/check-tree-fits.ts';
import type { FilterOptions } from '../../options/filter-options.ts';
import type { Tree } from '../../tree/layout.ts';
import type { LoadedTree } from '../../tree/kinds/wide/loaded-tree.ts';
import { checkClosestQuery } from '../closest/check.ts';
import { closestTriangleInto } from '../closest/into.ts';
import { closestOfTriangle } from '../closest/record.ts';
import { createClosestWorkspace } from '../closest/workspace.ts';
import { noTriangleIndex } from '../no-triangle.ts';
import { atQuery, checkLength, pointAt, pointCount, type Numbers } from './check.ts';
import { batchOf } from './loaded-batch.ts';
import { manyFilters } from './many-filters.ts';
import type { ClosestPointsResult } from './result.ts';

/** Points of a batch. */
export interface Points {
  /** (3·N) */
  readonly points: Numbers;
  /** (N) in mesh units; infinite by default. */
  readonly maxDistances?: Numbers;
}

/**
 * Returns the closest points of many points, bit for bit those of `closestPoint`. Where the tree is loaded, a call into WebAssembly runs a
 * thousand points. A filter leaves out parts, and sides as each point sees them; then no WebAssembly runs.
 * @throws InspectorError `invalid-argument` as `closestPoint`, with the number of the point, and for arrays of other lengths.
 */
export function closestPointMany(
  tree: Tree,
  mesh: TriangleMesh,
  { points, maxDistances }: Points,
  filter: Partial<FilterOptions> = {},
): ClosestPointsResult {
  const filters = manyFilters(mesh, filter);
  checkTreeFits(tree, mesh);
  const count = checkPoints({ points, ...(maxDistances !== undefined && { maxDistances }) });
  const triangles = new Int32Array(count).fill(noTriangleIndex);
  const distances = new Float64Array(count).fill(Infinity);
  const positions = new Float64Array(3 * count).fill(Number.NaN);
  const workspace = createClosestWorkspace(tree);
  const maxAt = (i: number): number => (maxDistances === undefined ? Infinity : maxDistances[i]!);
  const findAlone = (i: number): void => {
    const point = pointAt(points, i);
    const accepts = filters === null ? null : filters({ point });
    triangles[i] = closestTriangleInto(tree, mesh, point, maxAt(i), workspace, noTriangleIndex, accepts);
  };
  for (let from = 0; from < count; from += batchSize) {
    const end = Math.min(count, from + batchSize);
    if (tree.loaded === null || filters !== null) for (let i = from; i < end; i++) findAlone(i);
    else findLoaded(tree.loaded, points, maxAt, triangles, from, end, findAlone);
  }
  for (let i = 0; i < count; i++) {
    if (triangles[i] === noTriangleIndex) continue;
    const { point, distance } = closestOfTriangle(mesh, triangles[i]!, pointAt(points, i), workspace.closest);
    distances[i] = distance;
    positions.set(point, 3 * i);
  }
  return { triangles, distances, positions };
}

/** Returns the number of points. @throws InspectorError as `closestPointMany`. */
export function checkPoints({ points, maxDistances }: Points): number {
  const count = pointCount('points', points);
  if (maxDistances !== undefined) checkLength('maxDistances', maxDistances, count);
  for (let i = 0; i < count; i++) checkPoint(points, maxDistances === undefined ? Infinity : maxDistances[i]!, i);
  return count;
}

function checkPoint(points: Numbers, maxDistance: number, i: number): void {
  const sum = points[3 * i]! + points[3 * i + 1]! + points[3 * i + 2]!;
  // Nearly all points are finite: the full check names what is wrong with the others.
  if (sum - sum === 0 && maxDistance >= 0) return;
  try {
    checkClosestQuery(pointAt(points, i), maxDistance);
  } catch (error) {
    atQuery('Point', i, error);
  }
}

/** Finds the triangles of points [from, end) in WebAssembly; `findAlone` finds those that it does not decide. */
function findLoaded(
  loaded: LoadedTree,
  points: Numbers,
  maxAt: (i: number) => number,
  triangles: Int32Array,
  from: number,
  end: number,
  findAlone: (i: number) => void,
): void {
  const { queries, results } = batchOf(loaded);
  for (let i = from; i < end; i++) {
    const to = queries + batchPointNumbers * (i - from);
    for (let k = 0; k < 3; k++) loaded.f64[to + k] = points[3 * i + k]!;
    loaded.f64[to + 3] = maxAt(i);
  }
  loaded.kernel.findClosestOfBatch(end - from);
  renewViews(loaded);
  const found = new Int32Array(loaded.u32.buffer, 4 * results, end - from).slice();
  for (let i = from; i < end; i++) {
    const triangle = found[i - from]!;
    if (triangle === batchLeftToHost) findAlone(i);
    else if (triangle !== batchNone) triangles[i] = triangle;
  }
}

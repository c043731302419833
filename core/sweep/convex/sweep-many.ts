import { resultTriangleWord, renewViews, startsInside, sweepHit, sweepMiss } from '../../kernel/index.ts';
import { fastLength } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { FilterOptions } from '../../options/filter-options.ts';
import { checkValues } from '../../options/option.ts';
import { sweepOptions, type SweepOptions } from '../../options/sweep-options.ts';
import { atQuery, checkLength, pointAt, pointCount, type Numbers } from '../../query/batch/check.ts';
import { manyFilters } from '../../query/batch/many-filters.ts';
import { noTriangleIndex } from '../../query/no-triangle.ts';
import type { TriangleFilter, Viewpoint } from '../../query/triangle-filter.ts';
import { checkTreeFits } from '../../tree/check-tree-fits.ts';
import type { LoadedTree } from '../../tree/kinds/wide/loaded-tree.ts';
import type { Tree } from '../../tree/layout.ts';
import { checkShape } from './check.ts';
import type { SweptShape } from './query.ts';
import { sweepViewpoint } from './sweep-filter.ts';
import { checkTolerance, intervalLimit, sweepShape } from './sweep-shape.ts';
import { createSweepWorkspace, type SweepWorkspace } from './workspace.ts';

/** Motions of one shape. */
export interface Sweeps {
  readonly shape: SweptShape;
  /** (3·N) positions at time 0. */
  readonly froms: Numbers;
  /** (3·N) positions at time 1. */
  readonly tos: Numbers;
}

/** First contacts of motions. */
export interface SweepsResult {
  /** (N) codes of `sweepCodes`. */
  readonly states: Uint8Array;
  /** (N) import indices; -1 for none. */
  readonly triangles: Int32Array;
  /** (2·N) intervals of time, as `SweepResult.interval`; NaN without a contact. */
  readonly intervals: Float64Array;
}

/** What the numbers of `SweepsResult.states` mean. */
export const sweepCodes = { miss: 0, hit: 1, startsInside: 2 } as const;

/** More than this leaves no room for squares; `sweepShape` decides these. */
const maxSize = 2 ** 500;

/**
 * Returns the first contacts of many motions of one shape: states, triangles and intervals, bit for bit those of `sweepShape` (catalogue Q6). Spheres in
 * a tree that is loaded into WebAssembly make no object for each motion. A filter leaves out parts, and sides as each motion sees them; then spheres
 * run as other shapes do.
 * @throws InspectorError `invalid-argument` as `sweepShape`, with the number of the motion, for arrays of other lengths, and for unknown options.
 */
export function sweepMany(
  tree: Tree,
  mesh: TriangleMesh,
  { shape, froms, tos }: Sweeps,
  options: Partial<SweepOptions> = {},
  filter: Partial<FilterOptions> = {},
): SweepsResult {
  checkTreeFits(tree, mesh);
  const count = pointCount('froms', froms);
  checkLength('tos', tos, 3 * count);
  checkShape(shape);
  checkTolerance(options);
  checkValues(sweepOptions, options);
  const filters = manyFilters(mesh, filter);
  const result: SweepsResult = {
    states: new Uint8Array(count),
    triangles: new Int32Array(count).fill(noTriangleIndex),
    intervals: new Float64Array(2 * count).fill(Number.NaN),
  };
  const reach = tree.nodeCount === 0 ? [] : [Math.max(...tree.bounds.map(Math.abs))];
  const batch: Batch = { tree, mesh, shape, froms, tos, options, reach, filters, result, workspace: createSweepWorkspace(tree) };
  const radius = shape.kind === 'sphere' && shape.radius > 0 && filters === null ? shape.radius : 0;
  for (let i = 0; i < count; i++)
    if (tree.loaded === null || radius === 0 || !sweptInKernel(batch, tree.loaded, radius, i)) sweepOne(batch, i);
  return result;
}

interface Batch {
  readonly tree: Tree;
  readonly mesh: TriangleMesh;
  readonly shape: SweptShape;
  readonly froms: Numbers;
  readonly tos: Numbers;
  readonly options: Partial<SweepOptions>;
  /** (1) the largest absolute coordinate of the tree; empty without triangles. */
  readonly reach: readonly number[];
  readonly filters: ((viewpoint: Viewpoint) => TriangleFilter) | null;
  readonly result: SweepsResult;
  readonly workspace: SweepWorkspace;
}

/** Sweeps a sphere in WebAssembly; false where that does not decide, and for numbers that are not finite. Hot: bench `sweep-many`. */
function sweptInKernel({ reach, froms, tos, options, result }: Batch, loaded: LoadedTree, radius: number, i: number): boolean {
  const at = 3 * i;
  const fx = froms[at]!;
  const fy = froms[at + 1]!;
  const fz = froms[at + 2]!;
  const tx = tos[at]!;
  const ty = tos[at + 1]!;
  const tz = tos[at + 2]!;
  const mx = tx - fx;
  const my = ty - fy;
  const mz = tz - fz;
  const motion = Math.max(radius, Math.abs(mx), Math.abs(my), Math.abs(mz));
  const size = Math.max(motion, Math.abs(fx), Math.abs(fy), Math.abs(fz), Math.abs(tx), Math.abs(ty), Math.abs(tz));
  // NaN too.
  if (!(size < maxSize)) return false;
  const motionLength = fastLength(mx, my, mz);
  const { maxInterval } = intervalLimit({ size, motionLength }, reach, options);
  const outcome = loaded.kernel.sweepSphere(fx, fy, fz, mx, my, mz, radius, maxInterval);
  if (outcome === sweepMiss) return true;
  if (outcome !== sweepHit && outcome !== startsInside) return false;
  renewViews(loaded);
  const { f64, u32, resultU32, resultF64 } = loaded;
  result.states[i] = outcome === sweepHit ? sweepCodes.hit : sweepCodes.startsInside;
  result.triangles[i] = u32[resultU32 + resultTriangleWord]!;
  result.intervals[2 * i] = f64[resultF64]!;
  result.intervals[2 * i + 1] = f64[resultF64 + 1]!;
  return true;
}

function sweepOne({ tree, mesh, shape, froms, tos, options, filters, result, workspace }: Batch, i: number): void {
  try {
    const sweep = { shape, from: pointAt(froms, i), to: pointAt(tos, i) };
    const accepts = filters === null ? null : filters(sweepViewpoint(sweep));
    const { state, interval, contact } = sweepShape(tree, mesh, sweep, options, workspace, accepts);
    result.states[i] = sweepCodes[state];
    if (contact === null || interval === null) return;
    result.triangles[i] = contact.triangle;
    result.intervals.set(interval, 2 * i);
  } catch (error) {
    atQuery('Motion', i, error);
  }
}

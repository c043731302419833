import { checkThreads } from '../check-threads.ts';
import { writeMeshBytes } from '../mesh/mesh-bytes.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { insideOptions, type InsideOptions } from '../options/inside-options.ts';
import { filterOptions, partFilterOptions, type FilterOptions, type PartFilterOptions } from '../options/filter-options.ts';
import { rayOptions, type RayOptions } from '../options/ray-options.ts';
import { checkValues } from '../options/option.ts';
import type { BatchRange, BatchStart, BatchStep, QueryThread, WindingArrays } from '../query/batch/batch-work.ts';
import type { Numbers } from '../query/batch/check.ts';
import { checkPoints, type Points } from '../query/batch/closest-point-many.ts';
import { checkShapes } from '../query/batch/overlap-many.ts';
import { mapArrays, type ShapeBatch } from '../query/batch/shapes.ts';
import { checkRays, type Rays } from '../query/batch/raycast-many.ts';
import type { ClosestPointsResult, InsideManyResult, OverlapsResult, RaysResult } from '../query/batch/result.ts';
import { allocateShared, sharedCopy } from '../shared-copy.ts';
import { checkTreeFits } from '../tree/check-tree-fits.ts';
import { shareTree } from '../tree/kinds/wide/share-tree.ts';
import type { Tree } from '../tree/layout.ts';
import { WorkPool } from '../work-pool.ts';
import { windingOf } from './derived.ts';
import { inTurns } from './in-turns.ts';
import { wholeMesh } from './whole-mesh.ts';

/**
 * Threads that run batches of queries on one mesh. Results have the bits of the functions of the same names, and do not depend on the number
 * of threads. Arrays of a batch must not change before it ends.
 */
export interface QueryThreads {
  /** As `raycastMany`. */
  readonly raycastMany: (rays: Rays, options?: Partial<RayOptions>, filter?: Partial<FilterOptions>) => Promise<RaysResult>;
  /** As `closestPointMany`. */
  readonly closestPointMany: (points: Points, filter?: Partial<FilterOptions>) => Promise<ClosestPointsResult>;
  /** As `overlapMany`. */
  readonly overlapMany: (shapes: ShapeBatch, filter?: Partial<FilterOptions>) => Promise<OverlapsResult>;
  /** As `insideMany`. */
  readonly insideMany: (
    points: { readonly points: Numbers },
    options?: Partial<InsideOptions>,
    filter?: Partial<PartFilterOptions>,
  ) => Promise<InsideManyResult>;
  /** Ends the threads. Batches that have not ended are cancelled. */
  readonly end: () => void;
}

type Pool = WorkPool<BatchStart, BatchStep, BatchRange, OverlapsResult | null>;

/**
 * Starts threads that run batches of queries. Mesh and tree are copied into shared memory once, unless they are there. Needs `SharedArrayBuffer`: in
 * a browser the page must be isolated from other origins.
 * @param startThread starts a thread that runs `serveQueries`; in Node use `startQueryThreads` of `boxwood/threads`
 * @throws InspectorError `invalid-argument` for a tree of another mesh, a wrong number of threads, and without shared memory; as `buildTree` for the mesh.
 */
export function createQueryThreads(tree: Tree, given: TriangleMesh, threads: number, startThread: () => QueryThread): QueryThreads {
  const mesh = wholeMesh(given);
  checkTreeFits(tree, mesh);
  checkThreads(threads);
  const bytes = sharedCopy(writeMeshBytes(mesh, allocateShared));
  const pool: Pool = new WorkPool({ mesh: bytes, tree: sharedCopy(tree.bytes), loaded: shareTree(tree, mesh) }, threads, startThread);
  const turns = inTurns(pool);
  const run = (step: BatchStep, count: number): Promise<readonly (OverlapsResult | null)[]> => turns(step, rangesOf(count, threads));
  let winding: { readonly parts: string; readonly arrays: WindingArrays } | null = null;
  return {
    raycastMany: async (rays, options = {}, filter = {}) => {
      const count = checkRays(rays, options);
      const also = { options: checkValues(rayOptions, options), filter: checkValues(filterOptions, filter) };
      const result = { triangles: new Int32Array(allocateShared(4 * count)), distances: f64(count) };
      const shared = { origins: sharedNumbers(rays.origins), directions: sharedNumbers(rays.directions), ...maxDistancesOf(rays) };
      await run({ kind: 'rays', rays: shared, ...also, result }, count);
      return { triangles: result.triangles.slice(), distances: result.distances.slice() };
    },
    closestPointMany: async (points, filter = {}) => {
      const count = checkPoints(points);
      const checked = checkValues(filterOptions, filter);
      const result = { triangles: new Int32Array(allocateShared(4 * count)), distances: f64(count), positions: f64(3 * count) };
      await run(
        { kind: 'closest', points: { points: sharedNumbers(points.points), ...maxDistancesOf(points) }, filter: checked, result },
        count,
      );
      return { triangles: result.triangles.slice(), distances: result.distances.slice(), positions: result.positions.slice() };
    },
    overlapMany: async (shapes, filter = {}) => {
      const count = checkShapes(shapes);
      const checked = checkValues(filterOptions, filter);
      return joined(await run({ kind: 'shapes', shapes: mapArrays(shapes, sharedNumbers), filter: checked }, count), count);
    },
    insideMany: async ({ points }, options = {}, filter = {}) => {
      const { accuracy } = checkValues(insideOptions, options);
      const { parts } = checkValues(partFilterOptions, filter);
      const count = checkPoints({ points });
      if (winding?.parts !== parts) winding = { parts, arrays: sharedWinding(tree, mesh, parts) };
      const result = { inside: new Uint8Array(allocateShared(count)), windings: f64(count), windingErrors: f64(count) };
      await run(
        { kind: 'inside', points: { points: sharedNumbers(points) }, options: { accuracy }, winding: winding.arrays, result },
        count,
      );
      return { inside: result.inside.slice(), windings: result.windings.slice(), windingErrors: result.windingErrors.slice() };
    },
    end: turns.end,
  };
}

/** Queries of a batch that one thread takes at a time: a multiple of the batch of the kernel, and at most as many rays as the kernel sorts. */
const minRange = 4096;
const maxRange = 16 * minRange;

/**
 * Returns ranges of a batch for some threads. Large ones are first, since sorted rays of a large range share more of the tree. Small ones at the end keep
 * all threads at work.
 */
function rangesOf(count: number, threads: number): readonly BatchRange[] {
  const ranges: BatchRange[] = [];
  for (let from = 0; from < count; ) {
    const share = Math.floor((count - from) / (2 * threads * minRange)) * minRange;
    const to = Math.min(count, from + Math.min(maxRange, Math.max(minRange, share)));
    ranges.push({ from, to });
    from = to;
  }
  return ranges;
}

function f64(count: number): Float64Array<SharedArrayBuffer> {
  return new Float64Array(allocateShared(8 * count));
}

/** Returns numbers as f64 in shared memory, themselves if they are that. */
function sharedNumbers(numbers: Numbers): Float64Array {
  if (numbers instanceof Float64Array && !(numbers.buffer instanceof ArrayBuffer)) return numbers;
  const copy = f64(numbers.length);
  copy.set(numbers);
  return copy;
}

function maxDistancesOf({ maxDistances }: { readonly maxDistances?: Numbers }): { readonly maxDistances?: Float64Array } {
  return maxDistances === undefined ? {} : { maxDistances: sharedNumbers(maxDistances) };
}

function sharedWinding(tree: Tree, mesh: TriangleMesh, parts: string): WindingArrays {
  const { surface, scale, count, moments, next, nodes, first, terminal, order } = windingOf(tree, mesh, parts);
  const u32 = (words: Uint32Array): Uint32Array => new Uint32Array(sharedCopy(words.slice().buffer));
  const bytes = (mask: Uint8Array | null): Uint8Array | null => (mask === null ? null : new Uint8Array(sharedCopy(mask.slice().buffer)));
  return {
    surface: { isClosed: surface.isClosed, flipped: bytes(surface.flipped), chosen: bytes(surface.chosen) },
    scale,
    count,
    moments: sharedNumbers(moments),
    next: u32(next),
    nodes: u32(nodes),
    first: u32(first),
    terminal: u32(terminal),
    order: u32(order),
  };
}

/** Joins the triangles of consecutive ranges. */
function joined(parts: readonly (OverlapsResult | null)[], count: number): OverlapsResult {
  const offsets = new Uint32Array(count + 1);
  const triangles = new Uint32Array(parts.reduce((sum, part) => sum + part!.triangles.length, 0));
  let query = 0;
  let total = 0;
  for (const part of parts) {
    triangles.set(part!.triangles, total);
    for (let i = 1; i < part!.offsets.length; i++) offsets[++query] = total + part!.offsets[i];
    total += part!.triangles.length;
  }
  return { offsets, triangles };
}

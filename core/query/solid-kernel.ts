import {
  hitNumbers,
  hitWords,
  maxSolidDirections,
  renewViews,
  resultBoxesWord,
  resultHitsWord,
  resultTrianglesWord,
  solidDirectionNumbers,
  surelyTouched,
  unsigned,
} from '../kernel/index.ts';
import type { LoadedTree, TouchJudge } from '../tree/kinds/wide/loaded-tree.ts';
import type { Tree } from '../tree/layout.ts';
import type { OverlapStats, ShapeOverlap } from './shape-overlap-result.ts';
import { slabNumbers, type Slabs } from './slabs.ts';

/** Triangles that the kernel found. */
export interface SolidCandidates {
  readonly count: number;
  readonly triangle: (i: number) => number;
  /** Whether the overlap is certain; otherwise it must still be decided. */
  readonly isSure: (i: number) => boolean;
  readonly stats: OverlapStats;
}

/** Bound on the f32 error of an interval of the frame, as a part of the sizes it is computed from: more than 16 roundings. */
const relativePadding = 2 ** -20;
/** Solids beyond it, in units of the frame, could overflow f32. */
const maxReach = 2 ** 60;

/**
 * Returns the triangles that a shape between slabs overlaps, found by WebAssembly in f32 and decided by `overlaps` where that is not sure. Returns
 * `null` where f32 overflows, or where memory is too small.
 *
 * All points of the mesh have coordinates of at most 1 in the frame, so the rounding of a direction moves its ends by less than the padding.
 */
export function solidOverlapKernel(
  tree: Tree,
  loaded: LoadedTree,
  { ends, bounding, isWhole, size }: Slabs,
  overlaps: TouchJudge,
  isAny: boolean,
): ShapeOverlap | null {
  const {
    origin,
    wide: { scale },
  } = tree;
  const all = ends.length / slabNumbers;
  const count = Math.min(maxSolidDirections, all);
  renewViews(loaded);
  const first = unsigned(loaded.kernel.solid) / 8;
  for (let i = 0; i < count; i++) {
    const at = slabNumbers * i;
    const length = Math.max(Math.abs(ends[at]), Math.abs(ends[at + 1]), Math.abs(ends[at + 2]));
    const along = (k: number): number => ends[at + k] / length;
    const middle = along(0) * origin[0] + along(1) * origin[1] + along(2) * origin[2];
    const low = (ends[at + 3] / length - middle) * scale;
    const high = (ends[at + 4] / length - middle) * scale;
    const span = Math.max(size, Math.abs(origin[0]), Math.abs(origin[1]), Math.abs(origin[2]));
    const offset = Math.max(ends[at + 3] > -Infinity ? Math.abs(ends[at + 3]) : 0, ends[at + 4] < Infinity ? Math.abs(ends[at + 4]) : 0);
    const slack = 2 ** -46 * (span + offset / length) * scale;
    if (!writeEnds(loaded, first + solidDirectionNumbers * i, along(0), along(1), along(2), low, high, slack)) return null;
  }
  const candidates = touchedCandidates(loaded, count, bounding, isWhole && count === all, isAny ? overlaps : null);
  return candidates === null ? null : decideCandidates(candidates, overlaps);
}

/** Runs the kernel on directions that were written. With `any`, the callback decides during the descent, and the one triangle found is sure. `null` where memory is too small. */
export function touchedCandidates(
  loaded: LoadedTree,
  directions: number,
  firstFace: number,
  isSolid: boolean,
  any: TouchJudge | null,
): SolidCandidates | null {
  if (any !== null) loaded.touchJudge = any;
  const count = loaded.kernel.touchSolid(directions, firstFace, isSolid ? 1 : 0, any === null ? 0 : 1);
  if (count < 0) return null;
  renewViews(loaded);
  const { f64, u32, resultU32 } = loaded;
  const hits = u32[resultU32 + resultHitsWord]!;
  return {
    count,
    triangle: (i) => u32[hits / 4 + hitWords * i]!,
    isSure: (i) => f64[hits / 8 + hitNumbers * i + 1] === surelyTouched,
    stats: { nodesVisited: u32[resultU32 + resultBoxesWord]!, trianglesTested: u32[resultU32 + resultTrianglesWord]! },
  };
}

/** Keeps the candidates of the kernel that overlap the shape, ascending. */
export function decideCandidates({ count, triangle, isSure, stats }: SolidCandidates, overlaps: TouchJudge): ShapeOverlap {
  const found = new Uint32Array(count);
  let kept = 0;
  for (let i = 0; i < count; i++) if (isSure(i) || overlaps(triangle(i))) found[kept++] = triangle(i);
  // Most shapes have few triangles or none, and `slice` and `sort` cost more than the search.
  return { triangles: kept < 2 && kept === count ? found : found.slice(0, kept).sort(), stats };
}

/**
 * Writes the interval of a solid along a direction of the frame, rounded to f32. Nothing of the solid is beyond the outer ends. All points between
 * the inner ends are between these two sides. An end may be infinite. Returns false if the numbers leave f32.
 */
export function writeEnds(
  { f64 }: LoadedTree,
  at: number,
  x: number,
  y: number,
  z: number,
  low: number,
  high: number,
  slack: number,
): boolean {
  const isOpenBelow = low === -Infinity;
  const isOpenAbove = high === Infinity;
  const reach = (isOpenBelow ? 0 : Math.abs(low)) + (isOpenAbove ? 0 : Math.abs(high));
  const padding = relativePadding * (Math.abs(x) + Math.abs(y) + Math.abs(z) + reach) + slack;
  f64[at] = Math.fround(x);
  f64[at + 1] = Math.fround(y);
  f64[at + 2] = Math.fround(z);
  f64[at + 3] = low - padding;
  f64[at + 4] = high + padding;
  f64[at + 5] = low + padding;
  f64[at + 6] = high - padding;
  // False for NaN, by overflow.
  return reach < maxReach && padding < maxReach;
}

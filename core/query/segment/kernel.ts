import {
  allHitsMode,
  anyHitMode,
  firstHitMode,
  hitWords,
  renewViews,
  resultBoxesWord,
  resultHitsWord,
  resultTrianglesWord,
  resultTriangleWord,
} from '../../kernel/index.ts';
import { length, minus } from '../../math/vec3.ts';
import type { RayOptions } from '../../options/ray-options.ts';
import type { LoadedTree } from '../../tree/kinds/wide/loaded-tree.ts';
import type { ShapeOverlap } from '../overlap-descent.ts';
import type { Segment } from './query.ts';

const modes = { first: firstHitMode, any: anyHitMode, all: allHitsMode } as const;
/** Lengths beyond these leave the range in which the error bounds of the kernel hold. */
const minLength = 2 ** -400;
const maxLength = 2 ** 400;
/** More than the rounding of a distance. */
const rounding = 2 ** -50;

/** Decides, in exact arithmetic, what f64 leaves open. */
export interface SegmentJudge {
  /** Returns the distance of the hit from the start, rounded; below 0 without a hit. */
  readonly exactDistance: (triangle: number) => number;
  /** Whether the hit of a triangle is before that of another one, by (fraction, triangle). */
  readonly isBefore: (triangle: number, other: number) => boolean;
}

/**
 * Returns the triangles that a segment hits, ascending, found by WebAssembly: with `first` only the first. Returns `null` where the kernel cannot
 * represent the segment, or has no memory for its hits. Hot: bench `segment`.
 */
export function segmentKernel(
  loaded: LoadedTree,
  { from, to }: Segment,
  { mode, cull }: RayOptions,
  { exactDistance, isBefore }: SegmentJudge,
): ShapeOverlap | null {
  const size = length(minus(to, from));
  if (!(size > minLength && size < maxLength)) return null;
  loaded.judge = {
    exactDistance,
    settle: ({ f64, u32, resultF64, resultU32 }, triangle, distance, error, best, bestDistance, bestError) => {
      const isFirst = isBefore(triangle, best);
      f64[resultF64] = isFirst ? distance : bestDistance;
      f64[resultF64 + 1] = Math.max(error, bestError, rounding * distance);
      u32[resultU32 + resultTriangleWord] = isFirst ? triangle : best;
    },
  };
  const count = loaded.kernel.castSegment(from[0], from[1], from[2], to[0], to[1], to[2], modes[mode], cull ? 1 : 0);
  if (count < 0) return null;
  renewViews(loaded);
  const { u32, resultU32 } = loaded;
  const stats = { nodesVisited: u32[resultU32 + resultBoxesWord]!, trianglesTested: u32[resultU32 + resultTrianglesWord]! };
  const triangles = new Uint32Array(count);
  const hits = u32[resultU32 + resultHitsWord]! / 4;
  if (mode === 'first' && count > 0) triangles[0] = u32[resultU32 + resultTriangleWord]!;
  else for (let i = 0; i < count; i++) triangles[i] = u32[hits + hitWords * i]!;
  return { triangles: triangles.sort(), stats };
}

import type { BoxSetup } from '../../shape/box-solid.ts';
import type { Tree } from '../../tree/layout.ts';
import {
  answerBoxesWord,
  answerHitsWord,
  answerTrianglesWord,
  hitNumbers,
  hitWords,
  renewViews,
  type LoadedTree,
  type TouchJudge,
} from '../../tree/kinds/wide/loaded-tree.ts';
import type { BoxStats } from './box.ts';

export interface BoxCandidates {
  readonly count: number;
  readonly triangle: (i: number) => number;
  /** Whether it is surely touched; else that is still to be decided. */
  readonly isSure: (i: number) => boolean;
  readonly stats: BoxStats;
}

/** What f32 may be off in an interval of the frame, as a part of the sizes that go into it: more than 16 roundings. */
const relativePadding = 2 ** -20;
/** Beyond it, in units of the frame, numbers of a box could leave f32. */
const maxReach = 2 ** 60;
const solidWords = 7;
/** Of the angle between two edges of a side. */
const minSine = 2 ** -10;

/**
 * The triangles that a box may touch, found by WebAssembly in f32: by the axes and the normals of the box, and those that are surely touched since a corner
 * is within, or a whole node. The rest is for `boxTriangle`, unless one
 * triangle is enough: then `any` decides it on the way, and what is found is sure. `null` where numbers leave f32, or there is no memory for so many.
 */
export function boxOverlapKernel(tree: Tree, loaded: LoadedTree, box: BoxSetup, any: TouchJudge | null): BoxCandidates | null {
  const { kernel } = loaded;
  const {
    origin,
    wide: { scale },
  } = tree;
  const { center, normals, halfEdges: e, around, isAligned, isSolid } = box;
  renewViews(loaded);
  const at = (kernel.solid.value >>> 0) / 8;
  for (let k = 0; k < 3; k++) {
    const low = (around[k] - origin[k]!) * scale;
    const high = (around[k + 3] - origin[k]!) * scale;
    // The edges of the box too are rounded, by a part of its own distance from 0.
    if (!writeEnds(loaded, at + solidWords * k, k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0, low, high, roundingOf(box) * scale))
      return null;
  }
  let directions = 3;
  let isSharp = true;
  for (let i = 0; i < 9 && !isAligned; i += 3) {
    const length = Math.hypot(normals[i], normals[i + 1], normals[i + 2]);
    // Flat boxes are told by the axes alone.
    if (!(isSolid && length > 0 && length < Infinity)) break;
    // Where edges of a side are nearly parallel, its normal is too little known to tell what is within.
    const [u, v] = [(i + 3) % 9, (i + 6) % 9];
    isSharp &&= length > minSine * Math.hypot(e[u], e[u + 1], e[u + 2]) * Math.hypot(e[v], e[v + 1], e[v + 2]);
    const x = Math.fround(normals[i] / length);
    const y = Math.fround(normals[i + 1] / length);
    const z = Math.fround(normals[i + 2] / length);
    const middle = (x * (center[0] - origin[0]) + y * (center[1] - origin[1]) + z * (center[2] - origin[2])) * scale;
    const half =
      (Math.abs(x * e[0] + y * e[1] + z * e[2]) + Math.abs(x * e[3] + y * e[4] + z * e[5]) + Math.abs(x * e[6] + y * e[7] + z * e[8])) *
      scale;
    // A normal is off by a part of its length: so are the ends, by that part of how far the box reaches to the side.
    const slack = (roundingOf(box) + 2 ** -21 * box.reach) * scale;
    if (!writeEnds(loaded, at + solidWords * directions++, x, y, z, middle - half, middle + half, slack)) return null;
  }
  const isWhole = isAligned || directions === 6;
  if (any !== null) loaded.touchJudge = any;
  const count = kernel.touchBox(isWhole ? directions : 3, isSolid && isWhole && isSharp ? 1 : 0, any === null ? 0 : 1);
  if (count < 0) return null;
  renewViews(loaded);
  const { f64, u32, answerU32 } = loaded;
  const hits = u32[answerU32 + answerHitsWord]!;
  return {
    count,
    triangle: (i) => u32[hits / 4 + hitWords * i]!,
    isSure: (i) => f64[hits / 8 + hitNumbers * i + 1] === 1,
    stats: { nodesVisited: u32[answerU32 + answerBoxesWord]!, trianglesTested: u32[answerU32 + answerTrianglesWord]! },
  };
}

/** By how much rounding may have moved a side of the box, at most. */
function roundingOf({ size }: BoxSetup): number {
  return 2 ** -48 * size;
}

/** Of the box along a direction of the frame: beyond the outer ends nothing of it is, within the inner ones all is between these sides. */
function writeEnds({ f64 }: LoadedTree, at: number, x: number, y: number, z: number, low: number, high: number, slack: number): boolean {
  const padding = relativePadding * (Math.abs(x) + Math.abs(y) + Math.abs(z) + Math.abs(low) + Math.abs(high)) + slack;
  f64[at] = x;
  f64[at + 1] = y;
  f64[at + 2] = z;
  f64[at + 3] = low - padding;
  f64[at + 4] = high + padding;
  f64[at + 5] = low + padding;
  f64[at + 6] = high - padding;
  return Math.abs(low) < maxReach && Math.abs(high) < maxReach && padding < maxReach;
}

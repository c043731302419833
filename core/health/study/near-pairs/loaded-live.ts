import {
  type KernelExports,
  curveAxisBits,
  isTooLarge,
  liveIndexBits,
  maxSelfPairs,
  reserved,
  unsigned,
  viewU32,
  viewU8,
} from '../../../kernel/index.ts';
import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import { chooseFrame, isSoundFrame } from '../../../tree/kinds/wide/frame.ts';
import { curveGrid, sampleSize } from '../boxes/curve-grid.ts';
import type { MeshFacts } from '../facts.ts';
import type { LoadedStudy } from '../loaded-study.ts';
import { walkLimits, type PairWalkQuery, type PairWalk } from './pair-walk.ts';

/** The live triangles in an instance of the kernel, sorted and with their boxes. */
export interface LoadedLive {
  readonly kernel: KernelExports;
  readonly triangles: number;
  /** Scale of the frame of the boxes. */
  readonly scale: number;
  /** (V) see `simpleStars`. */
  readonly simpleStars: () => Uint8Array;
  /** The pairs of the last step, in the kernel's memory; see `PairWalk`. */
  readonly pairs: Uint32Array;
  readonly tests: Uint8Array;
}

/** Cells of the curve on each axis. */
const cells = 2 ** curveAxisBits;
/** The limit of a sort key there. */
const maxTriangles = 2 ** liveIndexBits;
/** Most boxes must be longer than this in units of the frame; f32 cannot separate smaller ones. */
const minSide = 2 ** -18;
/** Twice the f32 rounding error of two box corners (2·2⁻²⁵) and of moving one box (2⁻²⁴). */
const padding = 2 ** -22;

/**
 * Prepares the live triangles in the kernel that holds the mesh. Returns `null` if there are none, too many, or f32 cannot separate
 * them; TypeScript then searches.
 */
export function loadLive(mesh: TriangleMesh, study: LoadedStudy, live: Uint32Array, facts: MeshFacts): LoadedLive | null {
  const { boundsMin, boundsMax } = facts;
  if (live.length === 0 || live.length > maxTriangles || boundsMin === null || boundsMax === null) return null;
  const bounds = Float64Array.of(...boundsMin, ...boundsMax);
  const frame = chooseFrame(bounds, false);
  const sample = sampleOf(mesh, live);
  if (!isSoundFrame(frame, bounds) || !(sample.sides[sample.sides.length >> 4] * frame.scale >= minSide)) return null;
  try {
    const { kernel } = study;
    const { buffer } = kernel.memory;
    const at = reserved(kernel.reserveLive(live.length));
    viewU32(kernel, at, live.length).set(live);
    study.simpleStars();
    kernel.setFrame(...frame.origin, frame.scale);
    const [x, y, z] = sample.sums.map((sums) => curveGrid(sums, cells));
    kernel.setCurve(x.low, y.low, z.low, x.cellsPerUnit, y.cellsPerUnit, z.cellsPerUnit);
    reserved(kernel.makeLevels());
    reserved(kernel.reserveSelfPairs());
    if (kernel.memory.buffer !== buffer) throw new Error('The kernel memory grew during a study, and the tables are detached');
    const selfPairs = unsigned(kernel.selfPairs);
    return {
      kernel,
      triangles: live.length,
      scale: frame.scale,
      simpleStars: study.simpleStars,
      pairs: viewU32(kernel, selfPairs, 2 * maxSelfPairs),
      tests: viewU8(kernel, selfPairs + 8 * maxSelfPairs, maxSelfPairs),
    };
  } catch (error) {
    // TypeScript needs no copy of the mesh.
    if (isTooLarge(error)) return null;
    throw error;
  }
}

/** Comparisons between two calls of `progress`: a few milliseconds. */
const effort = 2 ** 22;

/** Returns a walk by f32 boxes, in WASM, with f64 tests behind them. A kernel makes one walk at a time. */
export function kernelWalk(
  { kernel, triangles, scale, pairs, tests }: LoadedLive,
  { tests: wanted, distance, maxTests }: PairWalkQuery,
  isExtreme: boolean,
): PairWalk {
  const limits = walkLimits(maxTests, triangles, isExtreme);
  const within = Math.min(2, distance * scale) * (1 + padding) + padding;
  kernel.beginSelf(within, distance, wanted);
  return {
    pairs,
    tests,
    next: () => 2 * kernel.stepSelf(Math.min(effort, maxTests)),
    progress: () => 1 - kernel.selfWaiting(),
    isSpent: () => Number(kernel.boxPairs.value) >= limits.boxes || Number(kernel.trianglePairs.value) >= limits.near,
    isCoarse: () => 2 * Number(kernel.separatePairs.value) > Number(kernel.trianglePairs.value),
    wanted,
    maxDecided: limits.decided,
    narrow: (left) => kernel.narrowTests(left),
  };
}

/** Returns, for a sample of the triangles, the longest sides of their boxes, ascending, and the sums of their corners on each axis. */
function sampleOf({ positions, indices }: TriangleMesh, live: Uint32Array) {
  const step = Math.max(1, Math.floor(live.length / sampleSize));
  const count = Math.ceil(live.length / step);
  const sides = new Float64Array(count);
  const sums = [new Float64Array(count), new Float64Array(count), new Float64Array(count)] as const;
  for (let i = 0; i < count; i++) {
    const at = 3 * live[i * step];
    for (let k = 0; k < 3; k++) {
      const a = positions[3 * indices[at] + k];
      const b = positions[3 * indices[at + 1] + k];
      const c = positions[3 * indices[at + 2] + k];
      sums[k][i] = a + b + c;
      sides[i] = Math.max(sides[i], Math.max(a, b, c) - Math.min(a, b, c));
    }
  }
  return { sides: sides.sort(), sums };
}

import type { KernelExports } from '../../../kernel/index.ts';

/** A tree in the memory of an instance of the kernel of its own. */
export interface LoadedTree {
  readonly kernel: KernelExports;
  /** Where the kernel leaves its answer, as an index into `f64` and into `u32`. */
  readonly answerF64: number;
  readonly answerU32: number;
  /** Views of the whole memory; made anew when it has grown. */
  f64: Float64Array;
  u32: Uint32Array;
  /** Who decides for the query that runs. */
  judge: RayJudge;
  touchJudge: TouchJudge;
}

/** 32-bit words of the kernel's answer behind f64 distance and error of the first hit; see `assembly/ray/ray-hits.ts`. */
export const answerTriangleWord = 4;
export const answerBoxesWord = 5;
export const answerTrianglesWord = 6;
/** Where all hits are. */
export const answerHitsWord = 7;
/** Where a closest point is, counted in f64 from the answer. */
export const answerPositionNumber = 4;
/** And where the corners of the triangle are left that a ray begins with, nine of them. */
export const startCornersNumber = 7;
/** Of a hit among all: a triangle, and an f64 behind it. */
export const hitWords = 4;
export const hitNumbers = 2;
/** What the kernel gives instead of a count: a question that it leaves to TypeScript is below 0, but this is memory. */
export const kernelOutOfMemory = -2;
/** And where it decided itself which triangle is closest. */
export const kernelDecided = -3;

/** What the kernel asks back of a query; see `KernelHost`. */
export interface RayJudge {
  readonly exactDistance: (triangle: number) => number;
  readonly settle: (
    loaded: LoadedTree,
    triangle: number,
    distance: number,
    error: number,
    best: number,
    bestDistance: number,
    bestError: number,
  ) => void;
}

/** Whether the sphere or the box that is asked about touches a triangle. */
export type TouchJudge = (triangle: number) => boolean;

/** Memory that grows leaves its views with a length of 0. Hot. */
export function renewViews(loaded: LoadedTree): void {
  if (loaded.u32.length > 0) return;
  const { buffer } = loaded.kernel.memory;
  loaded.f64 = new Float64Array(buffer);
  loaded.u32 = new Uint32Array(buffer);
}

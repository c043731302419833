import type { QueryKernel } from '../../../kernel/index.ts';

/** A tree in the memory of an instance of the kernel: of its own, or shared with other threads. */
export interface LoadedTree extends QueryKernel {
  /** Decides for the query that runs. */
  judge: RayJudge;
  touchJudge: TouchJudge;
}

/** What the kernel calls back during a ray; see `KernelHost`. */
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

/** Whether the sphere or the box of the query touches a triangle. */
export type TouchJudge = (triangle: number) => boolean;

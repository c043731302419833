import type { Progress } from '../../progress.ts';
import type { OverlapStats } from '../overlap-descent.ts';

/** How a shape is tested and moved by `pushDeepestFirst`. */
export interface PushedShape<Shape, Step> {
  /** Returns how many triangles the shape overlaps, and the cost of the query. */
  overlap(shape: Shape): { readonly count: number; readonly stats: OverlapStats };
  /** Returns the move away from one of the triangles found last, and the moved shape; `null` if its numbers would not be finite. */
  next(shape: Shape): { readonly step: Step; readonly shape: Shape } | null;
}

/** Limits of a push-out. */
export interface PushOutLimits {
  readonly maxSteps: number;
  /** Called before each step with the fraction of the steps. */
  readonly progress: Progress;
  /** Called after each step: true ends the push-out early. */
  readonly shouldStop: () => boolean;
}

/** Where the moves end. */
export interface PushedOut<Shape, Step> {
  readonly shape: Shape;
  readonly steps: readonly Step[];
  /** Triangles that the last shape overlaps, by a query after the last move. */
  readonly count: number;
  readonly isInterrupted: boolean;
  /** Of all overlap queries together. */
  readonly stats: OverlapStats;
}

/** Moves a shape, and tests it again after each move, until it overlaps no triangle or a limit is reached. */
export function pushDeepestFirst<Shape, Step>(
  first: Shape,
  pushed: PushedShape<Shape, Step>,
  { maxSteps, progress, shouldStop }: PushOutLimits,
): PushedOut<Shape, Step> {
  const steps: Step[] = [];
  let nodesVisited = 0;
  let trianglesTested = 0;
  for (let shape = first; ; ) {
    progress(steps.length / maxSteps);
    const { count, stats } = pushed.overlap(shape);
    nodesVisited += stats.nodesVisited;
    trianglesTested += stats.trianglesTested;
    const isDone = count === 0 || steps.length === maxSteps;
    const isInterrupted = !isDone && steps.length > 0 && shouldStop();
    const move = isDone || isInterrupted ? null : pushed.next(shape);
    if (move === null) return { shape, steps, count, isInterrupted, stats: { nodesVisited, trianglesTested } };
    steps.push(move.step);
    shape = move.shape;
  }
}

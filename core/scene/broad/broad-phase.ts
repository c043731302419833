import type { Progress } from '../../progress.ts';
import type { BoxPairs } from './box-pairs.ts';

/** Finds the pairs of overlapping boxes, step after step. It keeps what the next step can use. */
export interface BroadPhase {
  /**
   * Finds all pairs that share a point and pass the filter. The result is valid until the next call.
   * @param boxes (6·n) finite, with min ≤ max: see `checkBoxes`. Their number stays the same.
   * @throws InspectorError `too-large` for too many pairs; whatever `progress` throws.
   */
  readonly update: (boxes: Float64Array, progress: Progress) => BroadStep;
}

/** The result of one step. */
export interface BroadStep {
  readonly found: BoxPairs;
  /** Pairs of boxes that were compared, those with a box of a tree node included. */
  readonly tests: number;
  /** Elements that the sorts moved; `null` for a method without a counted sort. */
  readonly swaps: number | null;
  /** Only of sweep and prune. */
  readonly sweep: SweepFacts | null;
  /** Only of the dynamic tree. */
  readonly tree: TreeFacts | null;
}

/** How sweep and prune cut the axes at a step. */
export interface SweepFacts {
  /** 0 to 2: the axis along which columns are swept. */
  readonly axis: number;
  /** Segments of x, y and z. The swept axis is sorted in segments, and swept as a whole; the other two form the columns. */
  readonly segments: readonly [number, number, number];
  /** Boxes that begin in each segment of x, y and z but the last one, which has the rest. */
  readonly segmentBoxes: readonly [number, number, number];
  /** Boxes after large ones were split: each lies in at most two segments of an axis. */
  readonly pieces: number;
  /**
   * Keys that the sorts compared: one for each element at each gap, one for each element moved, and those of the search of a segment. `null`
   * for the platform's sort.
   */
  readonly comparisons: number | null;
  /** Boxes of all columns: one that lies in two columns counts twice. */
  readonly entries: number;
}

/** What a step changed in the dynamic trees. */
export interface TreeFacts {
  /** Boxes that left their enlarged box and still overlap it: the nodes above were refitted. */
  readonly refitted: number;
  /** Boxes that moved farther: they were removed and inserted again. */
  readonly reinserted: number;
  /** Tests of moving boxes and nodes against each other, and against static ones: together the tests of the step. */
  readonly movingTests: number;
  readonly staticTests: number;
}

/** What happens in a step of a trace. */
export const traceActions = ['push', 'cull', 'open', 'leaf', 'skip', 'miss', 'hit', 'best'] as const;

/**
 * - `push`: the volume of a node was tested and may be reached, or it has none of its own: the node goes on the stack.
 * - `cull`: the volume of a node was tested and is not reached.
 * - `open`: an inner node leaves the stack; its children are tested next.
 * - `leaf`: a leaf leaves the stack; its triangles are tested next.
 * - `skip`: a node leaves the stack and is beyond the best result by now.
 * - `miss`, `hit`, `best`: a triangle was tested; `best` is a hit that is the best result so far.
 */
export type TraceAction = (typeof traceActions)[number];

/** Codes of the actions in a trace. */
export const actionCodes = { push: 0, cull: 1, open: 2, leaf: 3, skip: 4, miss: 5, hit: 6, best: 7 } as const satisfies Record<
  TraceAction,
  number
>;

/** Why a node was culled, skipped, or went on the stack, and why a triangle was left out. */
export const traceReasons = [
  'reached',
  'untested',
  'slabs',
  'parallel',
  'behind',
  'beyond-far',
  'beyond-best',
  'away',
  'axis',
  'outside',
  'filtered',
  'hit-filtered',
  'far-field',
  'near',
] as const;

/**
 * With the two values that a step has:
 * - `reached`: the query reaches the volume. Values: distance at which it is entered, or its min distance; the limit at that time.
 * - `untested`: a leaf without a volume of its own. Values as `reached`.
 * - `slabs`: the ray leaves the second axis before it enters the first. Values: entry, exit.
 * - `parallel`: the ray runs along a slab, outside it. No values.
 * - `behind`: the volume ends before the start of the ray. Values: exit, 0.
 * - `beyond-far`, `beyond-best`: beyond the max distance, or beyond the best result. Values: distance, limit.
 * - `away`: the distance to the volume, or of the line from a centre, is too large. Values: distance, limit.
 * - `axis`: an axis separates the volumes. Values: gap along it, 0.
 * - `outside`: the test of the shape separates it from the node's box. No values.
 * - `filtered`: the filter of the query leaves this triangle out before its test; the step is a `miss` that costs nothing.
 * - `hit-filtered`: the ray hits this triangle, but the filter leaves it out; the step is a `miss`.
 * - `far-field`: a winding number takes all triangles of the node as one far field. Values: error for each unit of area, and its limit.
 * - `near`: the far field of the node is not accurate enough. Values as `far-field`; infinite where the point may be in the node.
 */
export type TraceReason = (typeof traceReasons)[number];

/** Codes of the reasons in a trace. */
export const reasonCodes = {
  reached: 0,
  untested: 1,
  slabs: 2,
  parallel: 3,
  behind: 4,
  'beyond-far': 5,
  'beyond-best': 6,
  away: 7,
  axis: 8,
  outside: 9,
  filtered: 10,
  'hit-filtered': 11,
  'far-field': 12,
  near: 13,
} as const satisfies Record<TraceReason, number>;

/** In `parents`: the step has none. */
export const noStep = -1;

/**
 * The recorded traversal of one query, as a column for each property of a step. `n` is `count`.
 *
 * A trace is always that of the descent in JavaScript. Where WebAssembly runs a query on a loaded tree, the trace replays the query on the
 * same tree. The result is the same.
 */
export interface Trace {
  /** Steps recorded. */
  readonly count: number;
  /** Steps of the whole traversal: more than `count` if the limit was reached. */
  readonly total: number;
  /** (n) codes of actions. */
  readonly actions: Uint8Array;
  /** (n) the node; for `miss`, `hit` and `best` the triangle (import index). Of a pair those of A. */
  readonly subjects: Uint32Array;
  /** (n) the same of B; empty for a query of one mesh. */
  readonly subjectsB: Uint32Array;
  /** (n) the step that led to this one: `open` for `push` and `cull`, `push` for `open`, `leaf` and `skip`, `leaf` for triangles. */
  readonly parents: Int32Array;
  /** (n) codes of reasons; 0 for triangles, unless a filter left them out. */
  readonly reasons: Uint8Array;
  /** (2·n) axes of the reason, where it has any. */
  readonly axes: Uint8Array;
  /** (2·n) values of the reason; of a triangle 0 and the limit after it. */
  readonly values: Float64Array;
  /** (n) running cost: volumes and triangles tested, this step included. */
  readonly nodesVisited: Uint32Array;
  readonly trianglesTested: Uint32Array;
  /** Whether the query stopped at its first result; nodes may be left on the stack. */
  readonly isStopped: boolean;
  /** Triangles of the result, ascending; for pairs (2·n) triangle of A and of B. */
  readonly result: Uint32Array;
  /** Of the whole traversal. */
  readonly stats: { readonly nodesVisited: number; readonly trianglesTested: number };
}

/** Returns whether a step tested a triangle. */
export function isTriangleStep(trace: Trace, step: number): boolean {
  return trace.actions[step] >= actionCodes.miss;
}

/** Returns whether a filter left out the triangle of a step, before its test or after it. */
export function isFilteredOut(trace: Trace, step: number): boolean {
  return trace.reasons[step] === reasonCodes.filtered || trace.reasons[step] === reasonCodes['hit-filtered'];
}

export function actionOf(trace: Trace, step: number): TraceAction {
  return traceActions[trace.actions[step]]!;
}

export function reasonOf(trace: Trace, step: number): TraceReason {
  return traceReasons[trace.reasons[step]]!;
}

import type { Tree } from '../../tree/layout.ts';
import { slabName } from './node-slab.ts';
import { actionOf, isFilteredOut, isTriangleStep, noStep, reasonOf, type Trace, type TraceAction, type TraceReason } from './trace.ts';
import { stepText, type TraceKind } from './words.ts';

/** A step of a trace of one mesh, as one row of a JSON document. */
export interface TraceRow {
  /** From 1 on. */
  readonly step: number;
  readonly action: TraceAction;
  /** `null` for a step on a triangle. */
  readonly node: number | null;
  /** Import index; `null` for a step on a node. */
  readonly triangle: number | null;
  /** The step that led to this one; `null` for the root. */
  readonly parent: number | null;
  /** `null` for a step on a triangle, unless a filter left it out. */
  readonly reason: TraceReason | null;
  /** Names of the axes of the reason; mostly none. */
  readonly axes: readonly string[];
  /** See `TraceReason`. */
  readonly values: readonly [number, number];
  readonly nodesVisited: number;
  readonly trianglesTested: number;
  readonly text: string;
}

/** Returns a step as data with a sentence. */
export function traceRow(trace: Trace, tree: Tree, kind: TraceKind, step: number): TraceRow {
  const isTriangle = isTriangleStep(trace, step);
  const subject = trace.subjects[step];
  const parent = trace.parents[step];
  return {
    step: step + 1,
    action: actionOf(trace, step),
    node: isTriangle ? null : subject,
    triangle: isTriangle ? subject : null,
    parent: parent === noStep ? null : parent + 1,
    reason: isTriangle && !isFilteredOut(trace, step) ? null : reasonOf(trace, step),
    axes: isTriangle ? [] : axesOf(trace, tree, step),
    values: [trace.values[2 * step], trace.values[2 * step + 1]],
    nodesVisited: trace.nodesVisited[step],
    trianglesTested: trace.trianglesTested[step],
    text: stepText(trace, tree, kind, step),
  };
}

function axesOf(trace: Trace, tree: Tree, step: number): readonly string[] {
  const name = (at: number): string => slabName(tree, trace.axes[2 * step + at]);
  switch (reasonOf(trace, step)) {
    case 'slabs':
      return [name(0), name(1)];
    case 'parallel':
      return [name(0)];
    case 'axis':
      // The test is against the AABB of the node.
      return ['xyz'[trace.axes[2 * step]]!];
    default:
      return [];
  }
}

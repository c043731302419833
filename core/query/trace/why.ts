import type { Tree } from '../../tree/layout.ts';
import { trianglePath } from '../../tree/node-path.ts';
import { actionCodes, noStep, reasonCodes, type Trace } from './trace.ts';

/** Steps of each node of a tree in a trace. */
export interface TraceIndex {
  /** (N) the step that pushed or culled a node, or `noStep`. */
  readonly entered: Int32Array;
  /** (N) the step in which it left the stack, or `noStep`. */
  readonly left: Int32Array;
}

/** Returns the steps of all nodes of a trace of one mesh. O(steps). */
export function indexTrace(trace: Trace, { nodeCount }: Tree): TraceIndex {
  const entered = new Int32Array(nodeCount).fill(noStep);
  const left = new Int32Array(nodeCount).fill(noStep);
  for (let step = 0; step < trace.count; step++) {
    const action = trace.actions[step];
    if (action >= actionCodes.miss) continue;
    const steps = action === actionCodes.push || action === actionCodes.cull ? entered : left;
    steps[trace.subjects[step]] = step;
  }
  return { entered, left };
}

/** What a query did with one triangle, and the step that decided. */
export type TriangleVerdict =
  /** The triangle was tested in this step, in this leaf. */
  | { readonly kind: 'tested'; readonly step: number; readonly node: number }
  /** The filter of the query left the triangle out in this step, in this leaf, before its test. */
  | { readonly kind: 'filtered'; readonly step: number; readonly node: number }
  /** This ancestor, or the leaf itself, was culled in this step, or was beyond the best result when it left the stack. */
  | { readonly kind: 'culled' | 'skipped'; readonly step: number; readonly node: number }
  /** The query stopped at its result before it reached this ancestor; `step` put it on the stack. */
  | { readonly kind: 'stopped'; readonly step: number; readonly node: number }
  /** The triangle is not in the tree, because a coordinate is not finite. */
  | { readonly kind: 'absent' }
  /** The step is beyond the limit of the trace. */
  | { readonly kind: 'unrecorded' };

/** Returns why a triangle (import index) was tested or not. `index` saves its computation for many triangles. */
export function explainTriangle(trace: Trace, tree: Tree, triangle: number, index: TraceIndex = indexTrace(trace, tree)): TriangleVerdict {
  const path = trianglePath(tree, triangle);
  if (path === null) return { kind: 'absent' };
  for (const node of path) {
    const entered = index.entered[node];
    if (entered === noStep) return { kind: 'unrecorded' };
    if (trace.actions[entered] === actionCodes.cull) return { kind: 'culled', step: entered, node };
    const left = index.left[node];
    if (left === noStep)
      return trace.isStopped && trace.count === trace.total ? { kind: 'stopped', step: entered, node } : { kind: 'unrecorded' };
    if (trace.actions[left] === actionCodes.skip) return { kind: 'skipped', step: left, node };
    if (trace.actions[left] !== actionCodes.leaf) continue;
    for (let step = left + 1; step < trace.count && trace.parents[step] === left; step++) {
      if (trace.subjects[step] !== triangle) continue;
      return { kind: trace.reasons[step] === reasonCodes.filtered ? 'filtered' : 'tested', step, node };
    }
    return trace.isStopped && trace.count === trace.total ? { kind: 'stopped', step: left, node } : { kind: 'unrecorded' };
  }
  return { kind: 'unrecorded' };
}

import { actionCodes, noStep, type Trace } from '../../query/trace/trace.ts';
import type { Tree } from '../../tree/layout.ts';
import { trianglePath } from '../../tree/node-path.ts';

/** What a query of two meshes did with triangles, and the step that decided. `count` of tests is that of the triangle. */
export type PairVerdict =
  | { readonly kind: 'tested'; readonly step: number; readonly count: number }
  /** No pair of nodes with the triangle reached a leaf; `step` culled the last one, `kind` is how. */
  | { readonly kind: 'culled' | 'skipped' | 'stopped'; readonly step: number }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unrecorded' };

/**
 * Returns why a triangle of one mesh was tested or not against the triangles of the other. It is the first step that tested it, or the
 * last step on a pair of nodes with it. O(steps).
 */
export function explainTriangleOfPair(trace: Trace, tree: Tree, triangle: number, ofB: boolean): PairVerdict {
  const path = trianglePath(tree, triangle);
  if (path === null) return { kind: 'absent' };
  const on = new Set(path);
  const subjects = ofB ? trace.subjectsB : trace.subjects;
  let first = noStep;
  let count = 0;
  let last: PairVerdict = { kind: 'unrecorded' };
  for (let step = 0; step < trace.count; step++) {
    const action = trace.actions[step];
    if (action >= actionCodes.miss) {
      if (subjects[step] !== triangle) continue;
      if (first === noStep) first = step;
      count++;
    } else if (on.has(subjects[step])) {
      if (action === actionCodes.cull) last = { kind: 'culled', step };
      else if (action === actionCodes.skip) last = { kind: 'skipped', step };
      else if (action === actionCodes.push && last.kind === 'unrecorded' && trace.isStopped) last = { kind: 'stopped', step };
    }
  }
  return first === noStep ? last : { kind: 'tested', step: first, count };
}

/** Returns why a pair of triangles was tested or not: its first test, or the pair of ancestors that was culled, of a motion in the last part. O(steps). */
export function explainPairOfTriangles(trace: Trace, a: Tree, b: Tree, triangleA: number, triangleB: number): PairVerdict {
  const pathA = trianglePath(a, triangleA);
  const pathB = trianglePath(b, triangleB);
  if (pathA === null || pathB === null) return { kind: 'absent' };
  const onA = new Set(pathA);
  const onB = new Set(pathB);
  let waiting = noStep;
  let culled: PairVerdict | null = null;
  for (let step = 0; step < trace.count; step++) {
    const action = trace.actions[step];
    if (action >= actionCodes.miss) {
      if (trace.subjects[step] === triangleA && trace.subjectsB[step] === triangleB) return { kind: 'tested', step, count: 1 };
    } else if (onA.has(trace.subjects[step]) && onB.has(trace.subjectsB[step])) {
      if (action === actionCodes.cull) culled = { kind: 'culled', step };
      else if (action === actionCodes.skip) culled = { kind: 'skipped', step };
      else waiting = step;
    }
  }
  if (culled !== null) return culled;
  return trace.isStopped && trace.count === trace.total && waiting !== noStep ? { kind: 'stopped', step: waiting } : { kind: 'unrecorded' };
}

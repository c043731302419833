import { actionOf, isTriangleStep, noStep, reasonOf, type Trace, type TraceAction, type TraceReason } from '../../query/trace/trace.ts';
import { axisName, separationOf, widestGap, type Separation, type Separator } from './separation.ts';
import type { TracePairQuery } from './trace-pair.ts';
import { pairStepText, type PairTraceKind } from './words.ts';

/** A step of a trace of two meshes, as one row of a JSON document. */
export interface PairRow {
  /** From 1 on. */
  readonly step: number;
  readonly action: TraceAction;
  /** Nodes of A and B; `null` for a step on triangles. */
  readonly nodes: readonly [number, number] | null;
  /** Triangles of A and B (import indices); `null` for a step on nodes. */
  readonly triangles: readonly [number, number] | null;
  /** The step that led to this one; `null` for the roots. */
  readonly parent: number | null;
  /** `null` for a step on triangles. */
  readonly reason: TraceReason | null;
  /** The axis that separates the nodes; `null` unless they were culled or skipped. */
  readonly separation: (Omit<Separation, 'axis'> & { readonly axis: string }) | null;
  readonly nodePairsTested: number;
  readonly trianglePairsTested: number;
  readonly text: string;
}

/** Returns a step as data with a sentence; `separation` is that of the step. */
export function pairRow(trace: Trace, query: PairTraceKind, step: number, separation: Separation | null): PairRow {
  const isTriangle = isTriangleStep(trace, step);
  const subjects = [trace.subjects[step], trace.subjectsB[step]] as const;
  const parent = trace.parents[step];
  return {
    step: step + 1,
    action: actionOf(trace, step),
    nodes: isTriangle ? null : subjects,
    triangles: isTriangle ? subjects : null,
    parent: parent === noStep ? null : parent + 1,
    reason: isTriangle ? null : reasonOf(trace, step),
    separation: separation === null ? null : { ...separation, axis: axisName(separation.axis) },
    nodePairsTested: trace.nodesVisited[step],
    trianglePairsTested: trace.trianglesTested[step],
    text: pairStepText(trace, query, step),
  };
}

/** Returns the axis and the intervals of a step that culled or skipped a pair of nodes; `null` for other steps. */
export function separationAt(trace: Trace, separator: Separator, query: TracePairQuery, step: number): Separation | null {
  const action = actionOf(trace, step);
  if (action !== 'cull' && action !== 'skip') return null;
  const find = query === 'distance' ? widestGap : separationOf;
  return find(separator, trace.subjects[step], trace.subjectsB[step]);
}

import { plainFormat, type TraceFormat } from '../../query/trace/words.ts';
import { actionOf, reasonOf, type Trace } from '../../query/trace/trace.ts';
import { axisName } from './separation.ts';
import type { TracePairQuery } from './trace-pair.ts';
import type { PairVerdict } from './why-pair.ts';

/** The kinds of traced queries of two meshes; `motion` is that of `traceMotion`. */
export type PairTraceKind = TracePairQuery | 'motion';

/** Returns a sentence on a step of a trace of two meshes: `Culled nodes 3 of A and 8 of B: a gap of 0.2 along face x of A.` */
export function pairStepText(trace: Trace, query: PairTraceKind, step: number, format: TraceFormat = plainFormat): string {
  const a = format.count(trace.subjects[step]);
  const b = format.count(trace.subjectsB[step]);
  const reason = pairReasonText(trace, query, step, format);
  switch (actionOf(trace, step)) {
    case 'push':
      return `Nodes ${a} of A and ${b} of B go on the stack: ${reason}.`;
    case 'cull':
      return `Culled nodes ${a} of A and ${b} of B: ${reason}.`;
    case 'open':
      return `Opened nodes ${a} of A and ${b} of B: the children of the larger are tested next.`;
    case 'leaf':
      return `Reached leaves ${a} of A and ${b} of B: their triangles are tested next.`;
    case 'skip':
      return `Skipped nodes ${a} of A and ${b} of B: ${reason}.`;
    case 'miss':
      return `Tested triangles ${a} of A and ${b} of B: ${missText[query]}.`;
    case 'hit':
      return `Tested triangles ${a} of A and ${b} of B: ${hitText[query]}.`;
    case 'best':
      return query === 'motion'
        ? `Tested triangles ${a} of A and ${b} of B: the first contact so far, at time ${timeText(trace.values[2 * step + 1])}.`
        : `Tested triangles ${a} of A and ${b} of B: the nearest so far, ${format.length(trace.values[2 * step + 1])} apart.`;
  }
}

const missText: Readonly<Record<PairTraceKind, string>> = {
  pairs: 'apart',
  overlap: 'apart',
  distance: 'farther apart than the nearest',
  motion: 'no contact up to the first one so far',
};

const hitText: Readonly<Record<PairTraceKind, string>> = {
  pairs: 'they intersect',
  overlap: 'they intersect',
  distance: 'as near as the nearest',
  motion: 'in contact, and not before the first contact so far',
};

/** Times have no unit. */
const timeText = plainFormat.length;

/** Returns the reason of a step on a pair of nodes in words, as the end of a sentence. */
export function pairReasonText(trace: Trace, query: PairTraceKind, step: number, format: TraceFormat = plainFormat): string {
  if (query === 'motion') return motionReasonText(trace, step, format);
  const value = trace.values[2 * step];
  switch (reasonOf(trace, step)) {
    case 'axis':
      return `a gap of ${format.length(value)} along ${axisName(trace.axes[2 * step])}`;
    case 'beyond-best':
      return `they are at least ${format.length(value)} apart, farther than the nearest triangles with ${format.length(trace.values[2 * step + 1])}`;
    case 'untested':
      return 'a leaf without a volume of its own';
    default:
      if (query !== 'distance') return 'no axis separates them';
      return value === 0 ? 'their boxes overlap' : `they are at least ${format.length(value)} apart`;
  }
}

function motionReasonText(trace: Trace, step: number, format: TraceFormat): string {
  const [first, second] = [trace.values[2 * step], trace.values[2 * step + 1]];
  const [axis, other] = [axisName(trace.axes[2 * step]), axisName(trace.axes[2 * step + 1])];
  switch (reasonOf(trace, step)) {
    case 'axis':
      return `a gap of at least ${format.length(first)} along ${axis} during this part of the motion`;
    case 'slabs':
      return `they overlap along ${axis} from time ${timeText(first)} on, and along ${other} only until time ${timeText(second)}`;
    case 'beyond-best':
      return `their boxes overlap from time ${timeText(first)} on, after the first contact so far at time ${timeText(second)}`;
    default:
      return `their boxes overlap from time ${timeText(first)} on`;
  }
}

/** Returns why a triangle, or a pair of triangles, was tested or not, in words. */
export function pairVerdictText(trace: Trace, query: PairTraceKind, verdict: PairVerdict, format: TraceFormat = plainFormat): string {
  switch (verdict.kind) {
    case 'tested': {
      const count = verdict.count === 1 ? '' : ` (the first of ${format.count(verdict.count)} tests)`;
      return `Tested at step ${format.count(verdict.step + 1)}${count}. ${pairStepText(trace, query, verdict.step, format)}`;
    }
    case 'culled':
    case 'skipped':
      return `Not tested. Step ${format.count(verdict.step + 1)} decided: ${pairStepText(trace, query, verdict.step, format)}`;
    case 'stopped':
      return 'Not tested: the query stopped at its first result.';
    case 'absent':
      return 'Not in the tree: a coordinate is not finite.';
    case 'unrecorded':
      return 'The trace ends before this triangle: the limit of steps was reached.';
  }
}

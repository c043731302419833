import type { Tree } from '../../tree/layout.ts';
import { slabName } from './node-slab.ts';
import { actionOf, isFilteredOut, isTriangleStep, reasonOf, type Trace } from './trace.ts';
import type { TraceQuery } from './trace-query.ts';
import type { TriangleVerdict } from './why.ts';

/** How numbers are written in text. */
export interface TraceFormat {
  readonly length: (value: number) => string;
  /** Numbers of nodes, triangles and steps. */
  readonly count: (value: number) => string;
}

/** Lengths with six significant digits, without trailing zeros. */
export const plainFormat: TraceFormat = { length: (value) => String(Number(value.toPrecision(6))), count: String };

/** The kinds of traced queries of one mesh; `sweep` is that of `traceSweep`. */
export type TraceKind = TraceQuery['kind'] | 'sweep';
type Kind = TraceKind;

/** Returns a sentence on a step, for instance `Culled node 17: the ray passes it on axis y.` */
export function stepText(trace: Trace, tree: Tree, kind: Kind, step: number, format: TraceFormat = plainFormat): string {
  const subject = format.count(trace.subjects[step]);
  switch (actionOf(trace, step)) {
    case 'push':
      return `Node ${subject} goes on the stack: ${reasonText(trace, tree, kind, step, format)}.`;
    case 'cull':
      return `Culled node ${subject}: ${reasonText(trace, tree, kind, step, format)}.`;
    case 'open':
      return `Opened node ${subject}: its children are tested next.`;
    case 'leaf':
      return `Reached leaf ${subject}: its triangles are tested next.`;
    case 'skip':
      return `Skipped node ${subject}: ${reasonText(trace, tree, kind, step, format)}.`;
    case 'miss':
      if (isFilteredOut(trace, step)) return filteredText(trace, step, subject);
      return `Tested triangle ${subject}: ${missText(kind)}.`;
    case 'hit':
      return kind === 'inside' ? `Added the solid angle of triangle ${subject}.` : `Tested triangle ${subject}: ${hitText(kind)}.`;
    case 'best': {
      const limit = format.length(trace.values[2 * step + 1]);
      return `Tested triangle ${subject}: ${bestText(kind, limit)}.`;
    }
  }
}

function filteredText(trace: Trace, step: number, subject: string): string {
  const why = 'it is not in the chosen parts, or not on the chosen side';
  if (reasonOf(trace, step) === 'filtered') return `Filtered out triangle ${subject} before its test: ${why}.`;
  return `Tested triangle ${subject}: hit, but filtered out, because ${why}.`;
}

function missText(kind: Kind): string {
  if (kind === 'closest') return 'farther than the best';
  if (kind === 'nearest') return 'farther than the nearest so far';
  if (kind === 'sweep') return 'no contact before the first one so far';
  return `no ${kind === 'ray' || kind === 'segment' ? 'hit' : 'overlap'}`;
}

function hitText(kind: Kind): string {
  if (kind === 'closest') return 'as close as the best';
  if (kind === 'nearest') return 'among the nearest so far';
  if (kind === 'sweep') return 'a contact as early as the first one so far';
  return kind === 'ray' || kind === 'segment' ? 'hit' : 'overlap';
}

function bestText(kind: Kind, limit: string): string {
  if (kind === 'closest') return `the closest so far, at ${limit}`;
  if (kind === 'nearest') return `among the nearest so far, which are within ${limit}`;
  if (kind === 'sweep') return `the first contact so far, at time ${limit}`;
  return `the nearest hit so far, at ${limit}`;
}

/** Returns the reason of a step on a node in words, as the end of a sentence. */
export function reasonText(trace: Trace, tree: Tree, kind: Kind, step: number, format: TraceFormat = plainFormat): string {
  if (isTriangleStep(trace, step)) return '';
  const first = format.length(trace.values[2 * step]);
  const second = format.length(trace.values[2 * step + 1]);
  const axis = slabName(tree, trace.axes[2 * step]);
  switch (reasonOf(trace, step)) {
    case 'reached':
      return reachedText(kind, trace.values[2 * step], first);
    case 'untested':
      return 'a leaf without a volume of its own';
    case 'slabs':
      return `the ray leaves its slab of axis ${slabName(tree, trace.axes[2 * step + 1])} at ${second}, before it enters that of axis ${axis} at ${first}`;
    case 'parallel':
      return `the ray passes it on axis ${axis}`;
    case 'behind':
      return 'it lies behind the start of the ray';
    case 'beyond-far':
      return `it begins at ${first}, beyond the max distance ${second}`;
    case 'beyond-best':
      return beyondBestText(kind, first, second);
    case 'away':
      return awayText(kind, first, second);
    case 'axis':
      return `a gap of ${first} on axis ${'xyz'[trace.axes[2 * step]]} separates its box from the ${kind === 'segment' ? 'segment' : 'shape'}`;
    case 'outside':
      if (kind === 'sweep') return `the shape does not reach its box before time ${second}`;
      return `its box is outside the ${kind === 'segment' ? 'segment' : 'shape'}`;
    case 'far-field':
      return `its triangles count as one far field, with an error of ${first} for each unit of area, at most ${second}`;
    case 'near':
      return first === 'Infinity'
        ? 'the point may be in it, so it has no far field'
        : `its far field has an error of ${first} for each unit of area, more than ${second}`;
    case 'filtered':
    case 'hit-filtered':
      return '';
  }
}

function beyondBestText(kind: Kind, first: string, second: string): string {
  if (kind === 'sweep') return `the shape reaches it at time ${first}, after the first contact at ${second}`;
  if (kind === 'nearest') return `it begins at ${first}, beyond the nearest so far, which are within ${second}`;
  return `it begins at ${first}, beyond the best ${kind === 'closest' ? 'distance' : 'hit at'} ${second}`;
}

function reachedText(kind: Kind, value: number, text: string): string {
  if (kind === 'ray') return value === 0 ? 'the ray starts in it' : `the ray enters it at ${text}`;
  if (kind === 'sweep') return value <= 0 ? 'the shape begins in it' : `the shape reaches it at time ${text}`;
  if (kind === 'closest' || kind === 'nearest') return value === 0 ? 'the point is in it' : `it is at least ${text} away`;
  return `the ${kind === 'segment' ? 'segment' : 'shape'} reaches it`;
}

function awayText(kind: Kind, distance: string, limit: string): string {
  switch (kind) {
    case 'ray':
      return `the ray passes its centre at ${distance}, farther than its radius ${limit}`;
    case 'plane':
      return `it is ${distance} from the plane, which reaches ${limit}`;
    default:
      return `it is ${distance} away, farther than ${limit}`;
  }
}

/** Returns why a triangle was tested or not, as one or two sentences. */
export function verdictText(
  trace: Trace,
  tree: Tree,
  kind: Kind,
  triangle: number,
  verdict: TriangleVerdict,
  format: TraceFormat = plainFormat,
): string {
  switch (verdict.kind) {
    case 'tested':
      return `Tested at step ${format.count(verdict.step + 1)}, in leaf ${format.count(verdict.node)}. ${stepText(trace, tree, kind, verdict.step, format)}`;
    case 'filtered':
      return `Not tested. ${stepText(trace, tree, kind, verdict.step, format)}`;
    case 'culled':
      return `Not tested: node ${format.count(verdict.node)} was culled at step ${format.count(verdict.step + 1)}, because ${reasonText(trace, tree, kind, verdict.step, format)}.`;
    case 'skipped':
      return `Not tested: node ${format.count(verdict.node)} was skipped at step ${format.count(verdict.step + 1)}, because ${reasonText(trace, tree, kind, verdict.step, format)}.`;
    case 'stopped':
      return `Not tested: the query stopped at its first result, before node ${format.count(verdict.node)}.`;
    case 'absent':
      return `Triangle ${format.count(triangle)} is not in the tree: a coordinate is not finite.`;
    case 'unrecorded':
      return 'The trace ends before this triangle: the limit of steps was reached.';
  }
}

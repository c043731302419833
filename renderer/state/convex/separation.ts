import type { PenetrationResult } from '#core/convex';
import type { InspectorErrorData } from '#core/error';
import type { MovingInput } from '../store/records.ts';
import type { HullPairFound } from './convex-messages.ts';

/** The tests of the convex hulls of the moving mesh and its fixed mesh, and the push-out of the meshes. */
export interface SeparationState {
  /** Whether the panel is shown: only then the hulls are tested, and drawn in the view. */
  readonly isShown: boolean;
  readonly hulls: HullPairState;
  /** The row of the chosen axis; the first one is the result. */
  readonly axis: number;
  /** Radius by which both hulls are enlarged, in the unit of the fixed mesh; 0 for none. */
  readonly margin: number;
  /** What the view draws: the chosen axis, or the projections of the article. */
  readonly drawn: 'axis' | 'projections';
  readonly pushOut: PushOutState;
  readonly verified: VerifiedState;
}

export type HullPairState =
  | { readonly kind: 'none' }
  | { readonly kind: 'waiting'; readonly text: string }
  /** `last` is of an earlier pose. */
  | { readonly kind: 'running'; readonly last: HullPairOutcome | null }
  | { readonly kind: 'done'; readonly outcome: HullPairOutcome }
  | { readonly kind: 'failed'; readonly problem: InspectorErrorData };

export interface HullPairOutcome {
  readonly input: MovingInput;
  readonly found: HullPairFound;
}

/** The search for a push-out of the meshes from the pose `input`. */
export type PushOutState =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly input: MovingInput; readonly fraction: number }
  | { readonly kind: 'done'; readonly input: MovingInput; readonly result: PenetrationResult; readonly milliseconds: number }
  | { readonly kind: 'failed'; readonly input: MovingInput; readonly problem: InspectorErrorData };

/** Whether the meshes overlap in the pose `input`; exact. */
export type VerifiedState =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly input: MovingInput }
  | { readonly kind: 'done'; readonly input: MovingInput; readonly overlap: boolean }
  | { readonly kind: 'failed'; readonly input: MovingInput; readonly problem: InspectorErrorData };

export const noSeparation: SeparationState = {
  isShown: false,
  hulls: { kind: 'none' },
  axis: 0,
  margin: 0,
  drawn: 'axis',
  pushOut: { kind: 'none' },
  verified: { kind: 'none' },
};

/** Returns the tests to show: of the current pose, or of an earlier one while they run. */
export function shownHulls({ hulls }: SeparationState): HullPairOutcome | null {
  return hulls.kind === 'done' ? hulls.outcome : hulls.kind === 'running' ? hulls.last : null;
}

/** Roundings of the pose after the push-out, as a part of the bound of the tests. */
const margin = 8;

/**
 * Returns the length by which the hulls are pushed out: their depth and a margin for rounding, so that they do not touch.
 */
export function appliedDepth({ result: { sat, bound } }: HullPairFound): number {
  return sat.depth + margin * bound;
}

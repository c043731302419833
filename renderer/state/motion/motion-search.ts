import type { InspectorErrorData } from '#core/error';
import type { TriangleMesh } from '#core/mesh';
import type { ClearanceCurve, MotionResult, MotionRivals } from '#core/sweep';
import type { DocumentId } from '#host-api';
import type { SweptVolumes } from './motion-messages.ts';
import type { MotionInput } from '../store/records.ts';

/** What is known of a motion. It comes in steps: first the contact, then the clearance, then the older methods. */
export interface MotionOutcome {
  readonly input: MotionInput;
  readonly a: DocumentId;
  readonly b: DocumentId;
  readonly meshA: TriangleMesh;
  readonly meshB: TriangleMesh;
  readonly result: MotionResult;
  /** Time of the search. */
  readonly milliseconds: number;
  /** The clearance as far as it is sampled. */
  readonly curve: ClearanceCurve;
  readonly rivals: MotionRivals | null;
  readonly volumes: SweptVolumes | null;
}

/** The search for the first contact of the scene's motion; written by `createMotionRunner`. */
export type MotionSearch =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly fraction: number; readonly outcome: MotionOutcome | null }
  | { readonly kind: 'done'; readonly outcome: MotionOutcome }
  | { readonly kind: 'failed'; readonly problem: InspectorErrorData };

/** Returns what is known of the motion; `null` for nothing. */
export function motionOutcome(state: MotionSearch): MotionOutcome | null {
  return state.kind === 'done' || state.kind === 'running' ? state.outcome : null;
}

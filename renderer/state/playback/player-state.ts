import type { InspectorErrorData } from '#core/error';
import type { RefitFrame } from '#core/job/refit-run';
import type { DocumentId } from '#host-api';
import type { PoseFigures } from './deform-messages.ts';

/** The animation of the active document, and where it stands. `createPlayer` alone writes it. */
export interface PlayerState {
  readonly document: DocumentId;
  readonly clips: readonly { readonly name: string; readonly seconds: number }[];
  readonly clip: number;
  readonly seconds: number;
  readonly isPlaying: boolean;
  /** Of the pose that is shown; `null` while the mesh is at rest. */
  readonly figures: PoseFigures | null;
  /** Whether the pose of `seconds` is still on its way: the one that is shown is of another time. */
  readonly isBehind: boolean;
  readonly frames: number;
  readonly rebuildPercent: number;
  readonly run: RefitRunState;
}

/** Refit against rebuild over the clip, as far as it has been measured. */
export type RefitRunState =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'running' | 'done';
      readonly clip: number;
      readonly wanted: number;
      readonly rebuildPercent: number;
      readonly frames: readonly RefitFrame[];
    }
  | { readonly kind: 'failed'; readonly problem: InspectorErrorData };

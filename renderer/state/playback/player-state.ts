import type { InspectorErrorData } from '#core/error';
import type { RefitFrame } from '#core/job';
import type { DocumentId } from '#host-api';
import type { PoseFigures } from './deform-messages.ts';

/** The animation of the active document and its current time. Only `createPlayer` writes it. */
export interface PlayerState {
  readonly document: DocumentId;
  readonly clips: readonly { readonly name: string; readonly seconds: number }[];
  readonly clip: number;
  readonly seconds: number;
  readonly isPlaying: boolean;
  /** Time of the shown pose; `null` while the mesh is at rest. */
  readonly figures: PoseFigures | null;
  /** Whether the pose of `seconds` has not arrived yet: the shown pose is of another time. */
  readonly isBehind: boolean;
  readonly frames: number;
  readonly rebuildPercent: number;
  readonly run: RefitRunState;
}

/** Refit against rebuild over the clip, as measured so far. */
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

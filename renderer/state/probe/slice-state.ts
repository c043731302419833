import type { InspectorErrorData } from '#core/error';
import type { ProbeInput } from './probe.ts';

/** The measured distances of a slice. */
export interface SlicePicture {
  readonly input: ProbeInput;
  readonly columns: number;
  readonly rows: number;
  /** (columns·rows) row by row, negative inside; NaN where the side is unknown. */
  readonly distances: Float64Array;
  /** Smallest and largest number; 0 without any. */
  readonly min: number;
  readonly max: number;
}

/** `picture` is coarse while the slice is measured, and `null` before its first picture. */
export type SliceState =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly fraction: number; readonly picture: SlicePicture | null }
  | { readonly kind: 'done'; readonly picture: SlicePicture }
  | { readonly kind: 'failed'; readonly problem: InspectorErrorData };

/** Returns the picture that is shown; `null` for none. */
export function shownSlice(state: SliceState): SlicePicture | null {
  return state.kind === 'running' || state.kind === 'done' ? state.picture : null;
}

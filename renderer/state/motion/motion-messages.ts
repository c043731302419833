import type { InspectorErrorData } from '#core/error';
import type { Bounds } from '#core/mesh';
import type { ClearanceCurve, FirstTests, MotionRequest, MotionResult, MotionRivals, MotionSettings } from '#core/sweep';
import type { HullFigure } from '../convex/convex-messages.ts';
import type { HeldBytes } from '../store/held-bytes.ts';

/** The one request to the worker of a motion. */
export interface MotionJob {
  /** The fixed mesh. */
  readonly a: HeldBytes;
  readonly b: HeldBytes;
  readonly motion: MotionRequest;
  readonly settings: MotionSettings;
  /** Equal intervals of time between which the clearance is sampled. */
  readonly intervals: number;
}

/** The volumes that contain the moving mesh during its motion, space of the fixed mesh. */
export interface SweptVolumes {
  readonly box: Bounds | null;
  readonly hull: HullFigure | null;
  /** With all triangles of the fixed mesh counted that each overlaps. */
  readonly tests: FirstTests;
}

/** In this order; `progress` and `clearance` may come any number of times. */
export type FromMotionWorker =
  | { readonly kind: 'progress'; readonly fraction: number }
  | { readonly kind: 'contact'; readonly result: MotionResult; readonly milliseconds: number }
  /** As far as it is known. */
  | { readonly kind: 'clearance'; readonly curve: ClearanceCurve }
  | { readonly kind: 'done'; readonly curve: ClearanceCurve; readonly rivals: MotionRivals; readonly volumes: SweptVolumes }
  | { readonly kind: 'failed'; readonly problem: InspectorErrorData };

/** Starts a worker with one request. `lost` is called once if the worker ends by itself. Returns the function that ends it. */
export type SpawnMotion = (job: MotionJob, message: (message: FromMotionWorker) => void, lost: (reason: string) => void) => () => void;

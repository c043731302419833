import type { DrawnShapes } from '#core/engines';
import type { InspectorErrorData } from '#core/error';
import type { HealthReport } from '#core/health';
import type { TriangleMesh } from '#core/mesh';
import type { HealthOptions } from '#core/options';

/** The one request to a health worker: it runs one check and is ended then. */
export interface ToHealthWorker {
  /** Views of shared memory where the page may share it, else a copy. */
  readonly mesh: TriangleMesh;
  readonly options: HealthOptions;
  /** Ports to workers that help with a large mesh; the host adds them. */
  readonly helpers?: readonly MessagePort[];
}

export type FromHealthWorker =
  | { readonly kind: 'progress'; readonly fraction: number }
  /** `shapes`: as the engine of the options holds them; `null` without an engine. */
  | { readonly kind: 'done'; readonly report: HealthReport; readonly shapes: DrawnShapes | null; readonly milliseconds: number }
  | { readonly kind: 'failed'; readonly problem: InspectorErrorData };

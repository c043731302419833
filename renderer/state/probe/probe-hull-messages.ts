import type { InspectorErrorData } from '#core/error';
import type { TriangleMesh } from '#core/mesh';

/** A mesh, the hull of which becomes the probe, and a limit of vertices. */
export interface ToProbeHullWorker extends Pick<TriangleMesh, 'positions' | 'indices'> {
  readonly maxVertices: number;
}

export type FromProbeHullWorker =
  | { readonly kind: 'progress'; readonly fraction: number }
  /** (3·V) vertices, in source space. */
  | { readonly kind: 'done'; readonly vertices: Float64Array }
  | { readonly kind: 'failed'; readonly problem: InspectorErrorData };

export type SpawnProbeHull = (
  message: (message: FromProbeHullWorker) => void,
  lost: (reason: string) => void,
) => { post(message: ToProbeHullWorker): void; terminate(): void };

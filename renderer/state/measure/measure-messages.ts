import type { InspectorErrorData } from '#core/error';
import type { Transform } from '#core/math';
import type { SurfaceMeasures } from '#core/mesh';
import type { DistanceWitness } from '#core/pair';

/** A run of triangles of a mesh, with the tree of the whole mesh if it is all of it. */
export interface HeldSurface {
  /** (3·V) source space. */
  readonly positions: Float64Array;
  /** (3·T) of all triangles of the mesh. */
  readonly indices: Uint32Array;
  readonly first: number;
  readonly count: number;
  readonly tree: ArrayBuffer | SharedArrayBuffer | null;
}

export type ToMeasureWorker =
  | { readonly kind: 'hold'; readonly side: 0 | 1; readonly surface: HeldSurface }
  /** Measures the distance of the two surfaces; `aFromB` places surface 1 in the space of surface 0. */
  | { readonly kind: 'clearance'; readonly serial: number; readonly aFromB: Transform }
  /** Measures the triangles with these indices. */
  | { readonly kind: 'surface'; readonly serial: number; readonly positions: Float64Array; readonly indices: Uint32Array };

export type FromMeasureWorker =
  | { readonly kind: 'progress'; readonly serial: number; readonly fraction: number }
  /** Triangles of the witness are import indices; `null` if a surface has no usable triangle. */
  | {
      readonly kind: 'clearance';
      readonly serial: number;
      readonly distance: number | null;
      readonly witness: DistanceWitness | null;
      readonly milliseconds: number;
    }
  | { readonly kind: 'surface'; readonly serial: number; readonly measures: SurfaceMeasures }
  | { readonly kind: 'failed'; readonly serial: number; readonly problem: InspectorErrorData };

export type SpawnMeasure = (
  message: (message: FromMeasureWorker) => void,
  lost: (reason: string) => void,
) => { post(message: ToMeasureWorker): void; terminate(): void };

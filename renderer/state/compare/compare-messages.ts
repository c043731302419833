import type { InspectorErrorData } from '#core/error';
import type { KindRecord } from '#core/job';
import type { BuildOptions } from '#core/options';

/** The one request to the comparison worker: views of the mesh's bytes, shared where the page may share memory, else copied. */
export interface CompareRequest {
  /** (3·V) source space. */
  readonly positions: Float64Array;
  /** (3·T) */
  readonly indices: Uint32Array;
  /** What all rows share but their kind, split or engine. */
  readonly options: BuildOptions;
}

export type FromCompareWorker =
  | { readonly kind: 'progress'; readonly fraction: number }
  /** All rows as far as they are known; times that are not known yet are NaN. */
  | { readonly kind: 'rows'; readonly records: readonly KindRecord[] }
  | { readonly kind: 'done'; readonly records: readonly KindRecord[]; readonly milliseconds: number }
  | { readonly kind: 'failed'; readonly problem: InspectorErrorData };

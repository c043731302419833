import type { InspectorErrorData } from '#core/error';
import type { KindRecord } from '#core/job/compare-kinds';
import type { BuildOptions } from '#core/options/build-options';

/** What the comparison's worker is asked, once: views of the mesh's bytes, shared where the page may share memory, else copied. */
export interface CompareQuestion {
  /** (3·V) source space. */
  readonly positions: Float64Array;
  /** (3·T) */
  readonly indices: Uint32Array;
  /** What all rows share but their kind, split or engine. */
  readonly options: BuildOptions;
}

export type FromCompareWorker =
  | { readonly kind: 'progress'; readonly fraction: number }
  | { readonly kind: 'done'; readonly records: readonly KindRecord[]; readonly milliseconds: number }
  | { readonly kind: 'failed'; readonly problem: InspectorErrorData };

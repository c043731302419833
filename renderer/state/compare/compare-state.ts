import type { InspectorErrorData } from '#core/error';
import type { KindRecord } from '#core/job';
import type { TriangleMesh } from '#core/mesh';
import type { DocumentId } from '#host-api';

/** All kinds of trees on one mesh. `startComparer` alone writes it. */
export type CompareState =
  | { readonly kind: 'none' }
  /** `records` are the rows as far as they are known; times that are not known yet are NaN. */
  | { readonly kind: 'running'; readonly document: DocumentId; readonly fraction: number; readonly records: readonly KindRecord[] }
  | { readonly kind: 'done'; readonly document: DocumentId; readonly outcome: CompareOutcome }
  | { readonly kind: 'failed'; readonly document: DocumentId; readonly problem: InspectorErrorData };

export interface CompareOutcome {
  readonly mesh: TriangleMesh;
  readonly records: readonly KindRecord[];
  readonly milliseconds: number;
}

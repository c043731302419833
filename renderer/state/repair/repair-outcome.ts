import type { InspectorErrorData } from '#core/error';
import type { GivenRepairs } from '#core/health';
import type { RepairReport } from '#core/job';
import type { DocumentId } from '#host-api';

/** A repair with its report. */
export interface RepairDone {
  readonly document: DocumentId;
  readonly options: GivenRepairs;
  readonly report: RepairReport;
}

/** The outcome of the last repair of this tab, previewed or applied. */
export type RepairOutcome =
  | RepairDone
  | { readonly document: DocumentId; readonly options: GivenRepairs; readonly problem: InspectorErrorData };

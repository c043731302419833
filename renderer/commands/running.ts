import type { CancelTarget, DocumentSummary } from '#host-api';
import type { PageDocument } from '../state/store/records.ts';
import type { Store } from '../state/store/store.ts';

/** Returns the document whose job the status bar shows and `cancel` stops: the active one first, then the oldest; `null` for none. */
export function runningDocument(store: Store): PageDocument | null {
  const active = store.activeDocument.value;
  if (active !== null && isRunning(store, active)) return active;
  return store.documents.value.find((document) => isRunning(store, document)) ?? null;
}

export function isRunning(store: Store, { summary }: PageDocument): boolean {
  return (
    summary.bake !== null ||
    summary.repair !== null ||
    ['reading', 'parsing', 'building'].includes(summary.phase) ||
    store.rebuilds.value.has(summary.id)
  );
}

/** Returns the job of a running document that `cancel` stops. */
export function cancelTarget({ bake, repair }: DocumentSummary): CancelTarget {
  if (bake !== null) return 'bake';
  return repair === null ? 'trees' : 'repair';
}

/** Returns the document that is being checked, with its progress; `null` for none. */
export function checkedNow(store: Store): { readonly document: PageDocument; readonly fraction: number } | null {
  for (const document of store.documents.value) {
    const status = store.health.value.get(document.summary.id)?.status;
    if (status?.kind === 'running') return { document, fraction: status.fraction };
  }
  return null;
}

/** Returns whether the pair query is late: the user can then stop it. */
export function isPairLate(store: Store): boolean {
  const { status } = store.pair.value;
  return status.kind === 'running' && status.late;
}

import { importOptions, sameValues } from '#core/options';
import { openMeshBytes } from '#core/mesh';
import { repairedPath, type DocumentId, type Host } from '#host-api';
import type { RepairReport } from '#core/job';
import type { PageDocument } from '../store/records.ts';
import type { RepairDone } from '../repair/repair-outcome.ts';
import type { WritableStore } from '../store/store.ts';
import { addChanges, type NewChanges } from './add-changes.ts';

/** Requests the comparison of a document with the one that it replaces. Another scene or other import options are not another version. */
export function noteReload(store: WritableStore, old: PageDocument, next: PageDocument): void {
  if (old.mesh === null || next.mesh === null || old.summary.mesh === null || next.summary.mesh === null) return;
  if (!sameValues(importOptions, old.summary.mesh.importing, next.summary.mesh.importing)) return;
  const changes: NewChanges = {
    cause: 'reload',
    name: next.summary.name,
    documents: [next.summary.id],
    before: { mesh: old.mesh.mesh, findings: old.summary.mesh.findings },
    after: { mesh: next.mesh.mesh, findings: next.summary.mesh.findings },
  };
  addChanges(store, changes, old.summary.id);
}

/** Requests the comparison of a repaired copy with its original. */
export function noteRepair(store: WritableStore, document: DocumentId, copy: DocumentId, { findings }: RepairReport): void {
  const find = (id: DocumentId): PageDocument | undefined => store.documents.peek().find(({ summary }) => summary.id === id);
  const [original, repaired] = [find(document), find(copy)];
  if (original?.mesh == null || repaired?.mesh == null) return;
  addChanges(store, {
    cause: 'repair',
    name: original.summary.name,
    documents: [document, copy],
    before: { mesh: original.mesh.mesh, findings: [] },
    after: { mesh: repaired.mesh.mesh, findings: [] },
    findings,
  });
}

/**
 * Fetches the mesh of a preview of a repair, and requests its comparison. Returns whether it did: not after a later preview or repair.
 * @throws InspectorError if there is no preview any more.
 */
export async function notePreview(host: Host, store: WritableStore, preview: RepairDone): Promise<boolean> {
  const { document, options } = preview;
  const mesh = openMeshBytes(await host.fetchBytes(repairedPath(document)));
  if (store.repaired.peek() !== preview) return false;
  const original = store.documents.peek().find(({ summary }) => summary.id === document);
  if (original?.mesh == null) return false;
  addChanges(store, {
    cause: 'preview',
    name: original.summary.name,
    documents: [document],
    before: { mesh: original.mesh.mesh, findings: [] },
    after: { mesh, findings: [] },
    findings: preview.report.findings,
    options,
  });
  return true;
}

import type { PageDocument } from '../state/store/records.ts';
import type { Store } from '../state/store/store.ts';

/** Why a document cannot be reloaded now, as one sentence; `null` when it can. */
export function whyNoReload(store: Store, document: PageDocument | null): string | null {
  if (document === null) return 'Nothing is open.';
  const { id, name, files, phase, bake } = document.summary;
  if (!store.connected.value) return 'The connection to Boxwood is gone.';
  if (document.summary.repairOf !== null) return `${name} is a repaired copy, which no file on disk has: export it first.`;
  if (document.summary.colliderOf !== undefined) return `${name} is a collider that was made here: export it first.`;
  if (files.kind === 'posted') return `The browser does not report the path of ${name}: drop or open the file again.`;
  if (files.kind === 'missing') return `${files.file} no longer exists on disk.`;
  if (bake !== null) return `${name} is being baked.`;
  const reading = phase === 'reading' || phase === 'parsing';
  if (reading || store.documents.value.some(({ summary }) => summary.replaces === id)) return `${name} is being read.`;
  return null;
}

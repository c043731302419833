import type { DocumentId, DocumentSummary } from '#host-api';
import type { WritableStore } from '../store/store.ts';
import { writeLog } from '../store/write-log.ts';

/**
 * Offers a reload at each new change of a document's files. Removes the offer when they are as they were read, or missing. Returns the
 * warning about a missing file; `null` for none.
 */
export function offerReload(
  store: Pick<WritableStore, 'log' | 'reloadOffers'>,
  { id, name, files }: DocumentSummary,
  before: DocumentSummary | null,
): string | null {
  if (files.kind !== 'changed') {
    setReloadOffer(store, id, false);
    return files.kind === 'missing' && before?.files.kind !== 'missing'
      ? `${missingText(name, files.file)} The mesh in memory stays.`
      : null;
  }
  if (before?.files.kind === 'changed' && before.files.change === files.change) return null;
  writeLog(store, 'info', files.file === name ? `${name} changed on disk` : `${files.file} of ${name} changed on disk`);
  setReloadOffer(store, id, true);
  return null;
}

/** Returns how the open document differs from the disk, as one sentence; `null` if it does not, or if that is unknown. */
export function diskDifference({ name, files }: DocumentSummary): string | null {
  if (files.kind === 'missing') return missingText(name, files.file);
  if (files.kind !== 'changed') return null;
  return files.file === name
    ? `${name} has changed on disk since it was read.`
    : `${files.file} of ${name} has changed on disk since it was read.`;
}

function missingText(name: string, file: string): string {
  return file === name ? `${name} no longer exists on disk.` : `${file} of ${name} no longer exists on disk.`;
}

export function setReloadOffer({ reloadOffers }: Pick<WritableStore, 'reloadOffers'>, id: DocumentId, offer: boolean): void {
  const offers = reloadOffers.peek();
  if (offers.has(id) === offer) return;
  reloadOffers.value = offer ? new Set([...offers, id]) : new Set([...offers].filter((other) => other !== id));
}

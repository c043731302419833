import type { DocumentId, DocumentSummary } from '#host-api';
import type { Store } from './store.ts';
import { writeLog } from './write-log.ts';

/** Offers a reload at each new change of a document's files, and no more when they are as they were read, or missing. */
export function offerReload(store: Pick<Store, 'log' | 'reloadOffers'>, { id, name, files }: DocumentSummary, before: DocumentSummary | null): void {
  if (files.kind !== 'changed') return setReloadOffer(store, id, false);
  if (before?.files.kind === 'changed' && before.files.change === files.change) return;
  writeLog(store, 'info', files.file === name ? `${name} changed on disk` : `${files.file} of ${name} changed on disk`);
  setReloadOffer(store, id, true);
}

export function setReloadOffer({ reloadOffers }: Pick<Store, 'reloadOffers'>, id: DocumentId, offer: boolean): void {
  const offers = reloadOffers.peek();
  if (offers.has(id) === offer) return;
  reloadOffers.value = offer ? new Set([...offers, id]) : new Set([...offers].filter((other) => other !== id));
}

import type { DocumentId } from '#host-api';

/** Documents whose mesh was not yet seen, with the time of its upload, ms; `null` while they are hidden. */
export type UnseenDocuments = Map<DocumentId, number | null>;

/**
 * Returns the documents that a frame shows for the first time. The time that a document waits to be shown is no load time: one that was hidden
 * starts with this frame.
 * @param start of the frame, ms
 */
export function firstSeen(unseen: UnseenDocuments, visible: ReadonlySet<DocumentId>, start: number): readonly DocumentId[] {
  const seen: DocumentId[] = [];
  for (const [id, since] of unseen)
    if (!visible.has(id)) unseen.set(id, null);
    else {
      if (since === null) unseen.set(id, start);
      seen.push(id);
    }
  return seen;
}

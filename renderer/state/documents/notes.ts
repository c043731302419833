import { toErrorData } from '#core/error';
import type { DocumentSummary } from '#host-api';
import { type HistoryRecord, readHistory } from '../snapshot/restore-history.ts';
import { readSnapshot } from '../snapshot/read-snapshot.ts';
import type { Snapshot, SnapshotDocument } from '../snapshot/snapshot.ts';

/** What a page wrote for the page after it. */
export interface PageNotes {
  readonly snapshot: Snapshot;
  /** Its undo steps; `null` for none, and for those that cannot be read. */
  readonly steps: HistoryRecord | null;
}

/** Returns what the previous page wrote; `null` for text of another version: the page then starts empty. */
export function parseNotes(text: string | null): PageNotes | null {
  if (text === null) return null;
  return validOrNull(() => {
    const notes = JSON.parse(text) as unknown;
    return { snapshot: readSnapshot(notes), steps: validOrNull(() => readHistory(notes)) };
  });
}

/** Invalid values throw `InspectorError`, other text `SyntaxError`. Any other error is a bug. */
function validOrNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (thrown) {
    if (toErrorData(thrown).code === 'internal' && !(thrown instanceof SyntaxError)) throw thrown;
    return null;
  }
}

/** Returns the notes of a document of this process; `null` for none. Id, name and size distinguish it from one of another process. */
export function notesOf(notes: Pick<Snapshot, 'documents'> | null, { id, name, byteLength }: DocumentSummary): SnapshotDocument | null {
  return notes?.documents.find((noted) => noted.id === id && noted.name === name && noted.byteLength === byteLength) ?? null;
}

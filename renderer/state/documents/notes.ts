import { toErrorData } from '#core/error';
import type { DocumentSummary } from '#host-api';
import { type HistoryRecord, readHistory } from '../snapshot/restore-history.ts';
import { readSnapshot } from '../snapshot/read-snapshot.ts';
import type { Snapshot, SnapshotDocument } from '../snapshot/snapshot.ts';

/** Returns the snapshot that the previous page wrote; `null` for text of another version: the page then starts empty. */
export function parseNotes(text: string | null): Snapshot | null {
  if (text === null) return null;
  try {
    return readSnapshot(JSON.parse(text));
  } catch (thrown) {
    // Invalid snapshots throw `InspectorError`, other text `SyntaxError`. Any other error is a bug.
    if (toErrorData(thrown).code === 'internal' && !(thrown instanceof SyntaxError)) throw thrown;
    return null;
  }
}

/** Returns the undo steps that the previous page wrote; `null` for none, and for text of another version. */
export function parseHistory(text: string | null): HistoryRecord | null {
  if (text === null) return null;
  try {
    return readHistory(JSON.parse(text));
  } catch (thrown) {
    if (toErrorData(thrown).code === 'internal' && !(thrown instanceof SyntaxError)) throw thrown;
    return null;
  }
}

/** Returns the notes of a document of this process; `null` for none. Id, name and size distinguish it from one of another process. */
export function notesOf(notes: Snapshot | null, { id, name, byteLength }: DocumentSummary): SnapshotDocument | null {
  return notes?.documents.find((noted) => noted.id === id && noted.name === name && noted.byteLength === byteLength) ?? null;
}

import { toErrorData } from '#core/error';
import {
  buildOptions,
  type BuildOptions,
  checkValues,
  healthOptions,
  type HealthOptions,
  spaceOptions,
  type SpaceOptions,
} from '#core/options';
import type { DocumentId, DocumentSummary } from '#host-api';

/** Page state that survives a reload. The host keeps the documents, but not this state. */
export interface Notes {
  readonly active: DocumentId | null;
  readonly documents: readonly DocumentNotes[];
  readonly health: HealthOptions;
}

/** Notes of one document. Its id, name and size distinguish it from a document of another process. */
export interface DocumentNotes {
  readonly id: DocumentId;
  readonly name: string;
  readonly byteLength: number;
  /** Options of the active tree; `null` before there was one. */
  readonly tree: BuildOptions | null;
  /** The document or its parts that are hidden, by `hiddenKey`. */
  readonly hidden: readonly string[];
  /** The space options that the user has chosen. */
  readonly meaning: SpaceOptions | null;
  readonly isChecked: boolean;
}

/** Returns the notes of a document; `null` for none. */
export function notesOf(notes: Notes | null, { id, name, byteLength }: DocumentSummary): DocumentNotes | null {
  return notes?.documents.find((noted) => noted.id === id && noted.name === name && noted.byteLength === byteLength) ?? null;
}

/** Returns `null` for text of another version: the page then starts empty. */
export function parseNotes(text: string | null): Notes | null {
  if (text === null) return null;
  try {
    const { active, documents, health } = asRecord(JSON.parse(text));
    if (!Array.isArray(documents)) return null;
    return {
      active: active === null ? null : asNumber(active),
      documents: documents.map(asDocument),
      health: checkValues(healthOptions, asRecord(health)),
    };
  } catch (thrown) {
    // Invalid options throw `InspectorError`, other invalid text `TypeError` or `SyntaxError`. Any other error is a bug.
    if (toErrorData(thrown).code === 'internal' && !(thrown instanceof TypeError) && !(thrown instanceof SyntaxError)) throw thrown;
    return null;
  }
}

function asDocument(value: unknown): DocumentNotes {
  const { id, name, byteLength, tree, hidden, meaning, isChecked } = asRecord(value);
  if (typeof name !== 'string' || !Array.isArray(hidden)) throw new TypeError('No notes of a document');
  return {
    id: asNumber(id),
    name,
    byteLength: asNumber(byteLength),
    tree: tree === null ? null : checkValues(buildOptions, asRecord(tree)),
    hidden: hidden.map(String),
    meaning: meaning === null ? null : checkValues(spaceOptions, asRecord(meaning)),
    isChecked: isChecked === true,
  };
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw new TypeError('No record');
  return value as Readonly<Record<string, unknown>>;
}

function asNumber(value: unknown): number {
  if (typeof value !== 'number') throw new TypeError('No number');
  return value;
}

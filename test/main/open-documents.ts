import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { DocumentId, DocumentSummary, HostEvent, Phase, ReplyOf, RequestName, RequestOf } from '#host-api';
import { Documents } from '../../main/documents/documents.ts';
import { productFolder, temporaryFolder, until, warmPool } from './product.ts';

/** The documents of a host, new for each test, with their events and a folder for files. */
export interface OpenDocuments {
  readonly folder: string;
  readonly documents: () => Documents;
  readonly request: <Name extends RequestName>(name: Name, request: RequestOf<Name>) => Promise<ReplyOf<Name>>;
  readonly events: () => readonly HostEvent[];
  /** Replaces the documents by new ones with another limit; events go on. */
  readonly restart: (maxBytes: number) => Promise<void>;
  /** Writes a file into the folder and returns its path. */
  readonly written: (name: string, content: string | Uint8Array) => string;
  /** Returns the newest summary of a document. */
  readonly summaryOf: (id: DocumentId) => DocumentSummary;
  /** Resolves to the summary when the document is ready, failed or cancelled. */
  readonly settled: (id: DocumentId) => Promise<DocumentSummary>;
  readonly openPath: (path: string) => Promise<DocumentSummary>;
  /** Resolves at the event of the phase: a poll could come too late. */
  readonly reached: (id: DocumentId, phase: Phase) => Promise<void>;
}

/** Starts documents before each test of the file, and disposes of them after it. */
export function openDocuments(): OpenDocuments {
  const folder = temporaryFolder();
  const pool = warmPool();
  let documents: Documents;
  let events: HostEvent[];
  const start = (maxBytes: number): void => {
    documents = new Documents({ pool, samplesFolder: join(productFolder, 'resources/samples'), maxBytes });
    documents.onEvent((event) => events.push(event));
  };
  beforeEach(() => {
    events = [];
    start(2 ** 30);
  });
  afterEach(() => documents.dispose());
  const summaryOf = (id: DocumentId): DocumentSummary => {
    const summary = events.findLast((event) => event.kind === 'documentChanged' && event.document.id === id);
    if (summary?.kind !== 'documentChanged') throw new Error(`no event for document ${id}`);
    return summary.document;
  };
  const settled = async (id: DocumentId): Promise<DocumentSummary> => {
    await until(() => ['ready', 'failed', 'cancelled'].includes(summaryOf(id).phase));
    return summaryOf(id);
  };
  return {
    folder,
    documents: () => documents,
    request: (name, request) => documents.request(name, request),
    events: () => events,
    restart: async (maxBytes) => {
      await documents.dispose();
      start(maxBytes);
    },
    written: (name, content) => {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
    summaryOf,
    settled,
    openPath: async (path) => settled(documents.openPaths([path])[0]!),
    reached: (id, phase) =>
      new Promise((resolve) => {
        documents.onEvent((event) => {
          if (event.kind === 'documentChanged' && event.document.id === id && event.document.phase === phase) resolve();
        });
      }),
  };
}

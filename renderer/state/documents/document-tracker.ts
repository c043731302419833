import type { BuildOptions } from '#core/options';
import type { DocumentId, Host } from '#host-api';
import type { FrameTarget, PageDocument } from '../store/records.ts';
import type { WritableStore } from '../store/store.ts';
import type { News } from './news.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** `silent`: the request reports all that it closes in one message. */
export type CloseReport = 'each' | 'silent';

/** What `followDocuments` tracks of documents in addition to the store. */
export interface DocumentTracker {
  readonly host: Host;
  readonly store: WritableStore;
  readonly news: News;
  /** Notes of the previous page; `null` for none. */
  readonly notes: Snapshot | null;
  /** Meshes and first trees that are being fetched: two events of one document fetch once. */
  readonly fetching: Set<string>;
  /** Called once the fetch of a mesh has ended, or its document is closed. */
  readonly meshEnded: Map<DocumentId, readonly (() => void)[]>;
  /** Documents that this tab requested: each becomes the active one as soon as it can be shown. */
  readonly requested: Set<DocumentId>;
  /** Of these, the document that becomes the moving mesh. */
  readonly requestedAsMovingMesh: Set<DocumentId>;
  /** Of these, samples: each is shown alone. */
  readonly requestedAlone: Set<DocumentId>;
  /** Documents that this tab requested to close, and how that is reported. */
  readonly closing: Map<DocumentId, CloseReport>;
  /** Documents that the host has closed, shown until the mesh of their successor is loaded. */
  readonly leaving: Set<DocumentId>;
  /** Documents whose successor is framed. */
  readonly reframing: Set<DocumentId>;
  /** Build options that a document inherits from its predecessor or from the previous page. */
  readonly inheritedOptions: Map<DocumentId, BuildOptions>;
  /** Documents of the previous page: they keep their visibility. */
  readonly noted: Set<DocumentId>;
  /** Documents that were open before the page, for example those of the command line. */
  readonly openBefore: Set<DocumentId>;
  /** The active document of the previous page, until it can be shown. */
  awaited: DocumentId | null;
}

export function createTracker(host: Host, store: WritableStore, news: News, notes: Snapshot | null): DocumentTracker {
  return {
    host,
    store,
    news,
    notes,
    fetching: new Set(),
    meshEnded: new Map(),
    requested: new Set(),
    requestedAsMovingMesh: new Set(),
    requestedAlone: new Set(),
    closing: new Map(),
    leaving: new Set(),
    reframing: new Set(),
    inheritedOptions: new Map(),
    noted: new Set(),
    openBefore: new Set(),
    awaited: notes === null || notes.active === null ? null : (notes.documents[notes.active]?.id ?? null),
  };
}

export function findDocument({ store }: DocumentTracker, id: DocumentId): PageDocument | null {
  return store.documents.peek().find(({ summary }) => summary.id === id) ?? null;
}

export function updateDocument({ store }: DocumentTracker, id: DocumentId, change: (document: PageDocument) => PageDocument): void {
  store.documents.value = store.documents.peek().map((document) => (document.summary.id === id ? change(document) : document));
}

/** Ends the waits for the mesh of a document: it was fetched, or will not be. */
export function endMesh({ meshEnded }: DocumentTracker, id: DocumentId): void {
  const ended = meshEnded.get(id) ?? [];
  meshEnded.delete(id);
  for (const end of ended) end();
}

/** Returns the options of the tree that is shown of a document, or that will be shown first; `null` where none is known. */
export function optionsInUse({ store, inheritedOptions }: DocumentTracker, id: DocumentId): BuildOptions | null {
  return store.scene.peek().trees.get(id)?.summary.options ?? inheritedOptions.get(id) ?? null;
}

export function requestFrame({ store }: DocumentTracker, target: FrameTarget): void {
  store.frameRequest.value = { serial: store.frameRequest.peek().serial + 1, target };
}

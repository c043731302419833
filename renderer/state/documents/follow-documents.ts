import type { BuildOptions } from '#core/options';
import type { DocumentId, DocumentSummary, Host, HostEvent, TreeSummary } from '#host-api';
import { formatMany } from '../../text/format-number.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { type FetchedTree, hiddenKey, type PageDocument } from '../store/records.ts';
import { connectionText } from '../store/connection-text.ts';
import type { WritableStore } from '../store/store.ts';
import { writeLog } from '../store/write-log.ts';
import { type CloseReport, createTracker, findDocument, optionsInUse, updateDocument, type DocumentTracker } from './document-tracker.ts';
import { fetchFirstTree, fetchMesh, fetchTree, meshFetched } from './fetch-document.ts';
import { forgetDocument } from './forget-document.ts';
import { hasStopped } from './is-settled.ts';
import type { News } from './news.ts';
import { notesOf } from './notes.ts';
import { offerReload } from './reload-offers.ts';
import { showDocument, stopAwaiting } from './show-document.ts';

/** What the requests of this tab pass to the events that follow them, and read of the documents. */
export interface DocumentFollower {
  find(id: DocumentId): PageDocument | null;
  /**
   * This tab requested these documents. Each becomes the active one when it can be shown, which may be at once; the first becomes the
   * moving mesh if that is requested, and samples are shown alone.
   */
  want(documents: readonly DocumentId[], as: 'mesh' | 'movingMesh' | 'sample'): void;
  /** Waits until the mesh of a document was fetched, could not be fetched, or the document is closed. */
  meshFetched(id: DocumentId): Promise<void>;
  /** This tab requested the close: the message does not mention another window, or there is none. */
  expectClose(id: DocumentId, report: CloseReport): void;
  /** Whether the successor of a document is framed. */
  frameSuccessor(id: DocumentId, isWanted: boolean): void;
  /** Returns the options of the tree that is shown of a document, or that will be shown first; `null` where none is known. */
  optionsInUse(id: DocumentId): BuildOptions | null;
  /** Returns a tree that some undo step holds, else fetches it: undo and redo fetch nothing. */
  loadTree(id: DocumentId, summary: TreeSummary): Promise<FetchedTree>;
  dispose(): void;
}

/**
 * Copies the documents of the host into the store: their summaries, their meshes as soon as they are parsed, and their first trees as
 * soon as they are built. Nothing else writes `store.documents` except the time of the first frame. `notes` restore what the page
 * before this one showed.
 */
export function followDocuments(host: Host, store: WritableStore, news: News, notes: Snapshot | null): DocumentFollower {
  const tracker = createTracker(host, store, news, notes);
  const stopEvents = host.onEvent((event) => handleEvent(tracker, event));
  const stopConnection = host.onConnection((connection) => {
    const before = store.connection.peek();
    store.connection.value = connection;
    if (connection === 'open') {
      void synchronise(tracker);
      void fetchSamples(tracker);
    } else if (connection !== 'opening' && connection !== before) writeLog(store, 'warning', connectionText[connection]);
  });
  return {
    find: (id) => findDocument(tracker, id),
    want: (documents, as) => want(tracker, documents, as),
    meshFetched: (id) => meshFetched(tracker, id),
    expectClose: (id, report) => void tracker.closing.set(id, report),
    frameSuccessor: (id, isWanted) => void (isWanted ? tracker.reframing.add(id) : tracker.reframing.delete(id)),
    optionsInUse: (id) => optionsInUse(tracker, id),
    loadTree: (id, summary) => fetchTree(tracker, id, summary),
    dispose() {
      stopEvents();
      stopConnection();
    },
  };
}

function handleEvent(tracker: DocumentTracker, event: HostEvent): void {
  switch (event.kind) {
    case 'documentChanged':
      return adopt(tracker, event.document);
    case 'documentProgress': {
      const { phase, progress } = event;
      return updateDocument(tracker, event.document, (document) => ({
        ...document,
        summary: { ...document.summary, phase, progress },
      }));
    }
    case 'documentClosed':
      return forgetDocument(tracker, event.document, 'closed');
    case 'recentChanged':
      tracker.store.recent.value = event.recent;
      return;
    case 'projectProgress':
    case 'projectWaits':
    case 'sceneWaits':
      // `startProjects` and `followScene` follow them.
      return;
  }
}

/** The requested documents may be in the store before the reply to the request arrives. */
function want(tracker: DocumentTracker, documents: readonly DocumentId[], as: 'mesh' | 'movingMesh' | 'sample'): void {
  if (as === 'movingMesh') for (const id of documents.slice(0, 1)) tracker.requestedAsMovingMesh.add(id);
  for (const id of documents) {
    tracker.requested.add(id);
    if (as === 'sample') tracker.requestedAlone.add(id);
    if (findDocument(tracker, id)?.mesh != null && tracker.store.scene.peek().activeDocument !== id) showDocument(tracker, id);
  }
}

async function fetchSamples({ host, store, news }: DocumentTracker): Promise<void> {
  await news.attempt(null, async () => {
    store.samples.value = (await host.request('samples', {})).samples;
  });
}

/** After each connection: adopts what is open now, and forgets what was closed meanwhile. */
async function synchronise(tracker: DocumentTracker): Promise<void> {
  const { host, store, news } = tracker;
  await news.attempt(null, async () => {
    // The reply is adopted as soon as it arrives: events that follow it are newer.
    const { documents } = await host.request('list', {});
    const open = new Map(documents.map((document) => [document.id, document]));
    const known = store.documents.peek();
    for (const { summary } of known) {
      const now = open.get(summary.id);
      // A restarted process counts from 1 again: the same number may be another file.
      if (now !== undefined && (now.name !== summary.name || now.byteLength < summary.byteLength))
        forgetDocument(tracker, summary.id, 'missed');
    }
    if (!store.isListed.peek()) for (const { id } of documents) tracker.openBefore.add(id);
    for (const document of documents) adopt(tracker, document);
    if (tracker.awaited !== null && !tracker.noted.has(tracker.awaited)) stopAwaiting(tracker);
    for (const { summary } of known) if (!open.has(summary.id)) forgetDocument(tracker, summary.id, 'missed');
    store.isListed.value = true;
  });
}

/** Stores what the host reports of a document, and fetches what is ready and not loaded yet. */
function adopt(tracker: DocumentTracker, summary: DocumentSummary): void {
  const { store, news } = tracker;
  const { id, phase, trees } = summary;
  const before = findDocument(tracker, id)?.summary ?? null;
  if (before === null) adoptNew(tracker, summary);
  else updateDocument(tracker, id, (document) => ({ ...document, summary }));
  if (phase !== before?.phase) reportPhase(tracker, summary, before?.phase ?? null);
  const missing = offerReload(store, summary, before);
  if (missing !== null) news.warn(missing, id);
  if (summary.mesh !== null && findDocument(tracker, id)?.mesh === null) void fetchMesh(tracker, id);
  const hasTree = store.scene.peek().trees.has(id);
  if (phase === 'ready' && trees.length > 0 && !store.rebuilds.peek().has(id) && !hasTree) void fetchFirstTree(tracker, summary);
}

/** A successor is listed behind its predecessor, and inherits the options of its tree. */
function adoptNew(tracker: DocumentTracker, summary: DocumentSummary): void {
  const { store, inheritedOptions } = tracker;
  const documents = store.documents.peek();
  const predecessor = documents.findIndex((document) => document.summary.id === summary.replaces);
  const document = { summary, mesh: null, firstFrameMilliseconds: null };
  store.documents.value = documents.toSpliced(predecessor < 0 ? documents.length : predecessor + 1, 0, document);
  const options = summary.replaces === null ? null : optionsInUse(tracker, summary.replaces);
  if (options !== null) inheritedOptions.set(summary.id, options);
  adoptNotes(tracker, summary);
}

function adoptNotes({ store, notes, noted, inheritedOptions }: DocumentTracker, summary: DocumentSummary): void {
  const documentNotes = notesOf(notes, summary);
  if (documentNotes === null) return;
  const { id, tree, hidden, meaning, role } = documentNotes;
  noted.add(id);
  if (tree !== null) inheritedOptions.set(id, tree);
  const keys = [...(hidden.all ? [hiddenKey(id)] : []), ...hidden.parts.map(([part]) => hiddenKey(id, part))];
  const { triangles } = hidden;
  store.history.rewrite((scene) => ({
    ...scene,
    hidden: new Set([...scene.hidden, ...keys]),
    hiddenTriangles: triangles === null ? scene.hiddenTriangles : new Map(scene.hiddenTriangles).set(id, triangles),
    meanings: meaning === null ? scene.meanings : new Map(scene.meanings).set(id, meaning),
    roles: role === null ? scene.roles : new Map(scene.roles).set(id, role),
  }));
}

function reportPhase({ store, news }: DocumentTracker, summary: DocumentSummary, before: DocumentSummary['phase'] | null): void {
  const { id, name, phase, error, mesh, replaces } = summary;
  // The reply to the request reports the error; the document is closed again.
  if (replaces !== null && isFinished(summary)) return;
  if (phase === 'failed' && error !== null) news.reportError(error, id);
  // A document that was cancelled before this page knew it is not reported.
  if (phase === 'cancelled' && before !== null) news.inform(`${name}: ${before === 'building' ? 'build' : 'reading'} cancelled`);
  if (phase === 'ready' && before !== 'ready') writeLog(store, 'info', `${name}: ready, ${formatMany(mesh?.triangles ?? 0, 'triangle')}`);
}

/** Returns whether a document failed or was cancelled before it had a mesh. */
export function isFinished({ phase, mesh }: DocumentSummary): boolean {
  return mesh === null && hasStopped(phase);
}

import { meshBounds } from '#core/mesh/bounds';
import { openMeshAnimation, openMeshBytes } from '#core/mesh/mesh-bytes';
import { buildOptions, type BuildOptions } from '#core/options/build-options';
import { defaultValues, sameValues } from '#core/options/option';
import { openTree } from '#core/tree/open-tree';
import { subtreeCosts } from '#core/tree/subtree-costs';
import { meshPath, treePath, type DocumentId, type DocumentSummary, type Host, type HostEvent, type TreeSummary } from '#host-api';
import { formatMany } from '../../text/format-number.ts';
import { stillFor } from '../pair/choose-still.ts';
import type { News } from './news.ts';
import { notesOf, type Notes } from './notes.ts';
import { hiddenKey, type FrameTarget, type LoadedTree, type OpenDocument } from '../store/records.ts';
import { offerReload, setReloadOffer } from './reload-offers.ts';
import { sameScene, withDocumentReplaced } from './replace-document.ts';
import { withHidden, withMovingMesh, withoutDocument, withShownAlone, withTool, withTree } from '../store/scene-edits.ts';
import { connectionText, type WritableStore } from '../store/store.ts';
import { writeLog } from '../store/write-log.ts';

/** What requests have to say to the events that follow them, and ask of what is known. */
export interface DocumentFollower {
  find(id: DocumentId): OpenDocument | null;
  /** This tab asked for these: each becomes the active one when it can be seen, which may be now, and the first the moving mesh if that is wanted. */
  want(documents: readonly DocumentId[], as: 'mesh' | 'movingMesh'): void;
  /** This tab asked to close it: a person is told when it is closed. */
  expectClose(id: DocumentId): void;
  /** Whether what takes the place of a document is to be framed. */
  frameSuccessor(id: DocumentId, isWanted: boolean): void;
  /** The options of the tree that is shown of a document, or will be. */
  optionsInUse(id: DocumentId): BuildOptions | null;
  /** A tree that some undo step still holds is taken from there: going back and forth fetches nothing. */
  loadTree(id: DocumentId, summary: TreeSummary): Promise<LoadedTree>;
  dispose(): void;
}

/**
 * Brings what the host tells into the store: documents, their meshes as soon as they are parsed, their first trees when they are
 * built. The only place that writes `store.documents` besides the first frame's time. What the page before this one showed of them is shown again.
 */
export function followDocuments(
  host: Host,
  store: WritableStore,
  { inform, warn, tell, attempt }: News,
  notes: Notes | null,
): DocumentFollower {
  /** Meshes and first trees that are being fetched, so that an event that comes twice fetches once. */
  const fetching = new Set<string>();
  /** Documents that this tab asked for: they become the active one when they can be seen. */
  const wanted = new Set<DocumentId>();
  /** Of these, one that is to become the moving mesh. */
  const wantedAsMovingMesh = new Set<DocumentId>();
  /** Documents that this tab asked to be closed. */
  const closing = new Set<DocumentId>();
  /** Documents that the host has closed, and that stay in sight until the mesh is here of what takes their place. */
  const leaving = new Set<DocumentId>();
  /** Documents whose successor is to be framed. */
  const reframing = new Set<DocumentId>();
  /** Build options that a document takes over from the one whose place it takes, or from the page before. */
  const handedOn = new Map<DocumentId, BuildOptions>();

  /** Documents that the page before knew: they are shown or hidden as they were there. */
  const noted = new Set<DocumentId>();
  /** The active document of the page before, until it can be seen. */
  let awaited = notes?.active ?? null;

  const stopEvents = host.onEvent((event) => {
    if (event.kind === 'documentChanged') adopt(event.document);
    else if (event.kind === 'documentProgress') adoptProgress(event);
    else forget(event.document, 'closed');
  });
  const stopConnection = host.onConnection((connection) => {
    const before = store.connection.peek();
    store.connection.value = connection;
    if (connection === 'open') {
      void synchronise();
      void fetchSamples();
    } else if (connection !== 'opening' && connection !== before) writeLog(store, 'warning', connectionText[connection]);
  });

  /** The samples that can be opened. */
  async function fetchSamples(): Promise<void> {
    await attempt(null, async () => {
      store.samples.value = (await host.request('samples', {})).samples;
    });
  }

  /** After the first connection and after each new one: what is open now, and what is not any more. */
  async function synchronise(): Promise<void> {
    await attempt(null, async () => {
      // Adopted as soon as it comes: events that follow it are newer.
      const { documents } = await host.request('list', {});
      const open = new Map(documents.map((document) => [document.id, document]));
      const known = store.documents.peek();
      for (const { summary } of known) {
        const now = open.get(summary.id);
        // A restarted process counts from 1 again: the same number may be another file.
        if (now !== undefined && (now.name !== summary.name || now.byteLength < summary.byteLength)) forget(summary.id, 'missed');
      }
      for (const document of documents) adopt(document);
      if (awaited !== null && !noted.has(awaited)) awaitNone();
      for (const { summary } of known) if (!open.has(summary.id)) forget(summary.id, 'missed');
    });
  }

  function adopt(summary: DocumentSummary): void {
    const documents = store.documents.peek();
    const at = documents.findIndex((document) => document.summary.id === summary.id);
    const before = documents[at]?.summary ?? null;
    if (before === null) {
      const location = documents.findIndex((document) => document.summary.id === summary.replaces) + 1;
      const document = { summary, mesh: null, firstFrameMilliseconds: null };
      store.documents.value = documents.toSpliced(location === 0 ? documents.length : location, 0, document);
      const options = summary.replaces === null ? null : optionsInUse(summary.replaces);
      if (options !== null) handedOn.set(summary.id, options);
      adoptNotes(summary);
    } else store.documents.value = documents.with(at, { ...documents[at]!, summary });
    if (summary.phase !== before?.phase) tellPhase(summary, before?.phase ?? null);
    const gone = offerReload(store, summary, before);
    if (gone !== null) warn(gone);
    if (summary.mesh !== null && find(summary.id)?.mesh === null) void fetchMesh(summary.id);
    const asked = store.rebuilds.peek().has(summary.id);
    if (summary.phase === 'ready' && summary.trees.length > 0 && !asked && !hasTree(summary.id)) void fetchFirstTree(summary);
  }

  function adoptNotes(summary: DocumentSummary): void {
    const of = notesOf(notes, summary);
    if (of === null) return;
    const { id, tree, hidden, meaning } = of;
    noted.add(id);
    if (tree !== null) handedOn.set(id, tree);
    store.history.rewrite((scene) => ({
      ...scene,
      hidden: new Set([...scene.hidden, ...hidden]),
      meanings: meaning === null ? scene.meanings : new Map(scene.meanings).set(id, meaning),
    }));
  }

  /** What was the active document is not there any more: the first that can be seen takes its place. */
  function awaitNone(): void {
    awaited = null;
    const first = store.documents.peek().find(({ mesh }) => mesh !== null);
    if (store.scene.peek().activeDocument === null && first !== undefined) show(first.summary.id);
  }

  function adoptProgress({ document: id, phase, progress }: Extract<HostEvent, { kind: 'documentProgress' }>): void {
    update(id, (document) => ({ ...document, summary: { ...document.summary, phase, progress } }));
  }

  function tellPhase(summary: DocumentSummary, before: string | null): void {
    // Whoever asked for it is told, by the answer; the document goes again.
    if (summary.replaces !== null && isOver(summary)) return;
    if (summary.phase === 'failed' && summary.error !== null) tell(summary.error, summary.id);
    // At the first meeting it is old news.
    if (summary.phase === 'cancelled' && before !== null)
      inform(`${summary.name}: ${before === 'building' ? 'build' : 'reading'} cancelled`);
    if (summary.phase === 'ready' && before !== 'ready') {
      writeLog(store, 'info', `${summary.name}: ready, ${formatMany(summary.mesh?.triangles ?? 0, 'triangle')}`);
    }
  }

  async function fetchMesh(id: DocumentId): Promise<void> {
    const key = `mesh ${id}`;
    if (fetching.has(key)) return;
    fetching.add(key);
    await attempt(id, async () => {
      const start = performance.now();
      const bytes = await host.fetchBytes(meshPath(id));
      const mesh = openMeshBytes(bytes);
      const transferMilliseconds = performance.now() - start;
      update(id, (document) => ({
        ...document,
        mesh: { mesh, bounds: meshBounds(mesh), transferMilliseconds, animation: openMeshAnimation(bytes) },
      }));
      const loaded = find(id);
      if (loaded?.mesh?.bounds === null) {
        const ofColliders = hasCollidersAlone(loaded.summary);
        if (!ofColliders) warn(`${loaded.summary.name} has no usable triangle: see the Findings`);
        if (loaded.summary.replaces === null) wanted.add(id);
        if (ofColliders) void readColliders(loaded.summary);
      }
      if (loaded !== null) takePlace(loaded);
      show(id);
    });
    fetching.delete(key);
    if (awaited === id && find(id)?.mesh == null) awaitNone();
    // Without its mesh nothing takes the place of what the host has closed.
    const replaces = find(id)?.summary.replaces ?? null;
    if (replaces !== null && leaving.has(replaces)) drop(replaces, 'replaced');
  }

  /** A file that shows nothing and has colliders is read again with them: they are what it is about. */
  async function readColliders({ id, name, mesh }: DocumentSummary): Promise<void> {
    inform(`${name} has nothing but colliders: they are shown`);
    reframing.add(id);
    await attempt(id, async () => {
      const options = optionsInUse(id) ?? defaultValues(buildOptions);
      await host.request('importAgain', { document: id, importing: { ...mesh!.importing, colliders: 'with' }, options });
    });
  }

  /** Once its mesh is here and the other is closed, a document stands where the other stood, in every step. */
  function takePlace(next: OpenDocument): void {
    const old = next.summary.replaces === null ? null : find(next.summary.replaces);
    if (old === null || next.mesh === null || !leaving.delete(old.summary.id)) return;
    store.history.rewrite((scene) => withDocumentReplaced(scene, old, next), sameScene);
    drop(old.summary.id, 'replaced');
    if (reframing.delete(old.summary.id)) requestFrame({ kind: 'document', document: next.summary.id });
  }

  /**
   * Makes a document that can be seen the active one: silently when there was none, as a step when there was. It is shown alone, since
   * meshes of other sizes and places would bury it; one that nobody here asked for stays hidden until someone wants it.
   */
  function show(id: DocumentId): void {
    const document = find(id);
    if (document === null) return;
    const others = store.documents
      .peek()
      .map(({ summary }) => summary.id)
      .filter((other) => other !== id);
    const isNew =
      document.summary.replaces === null && !noted.has(id) && store.scene.peek().activeDocument !== null && document.mesh?.bounds != null;
    // In every step, so that undo does not bring it out among what was seen before.
    if (isNew) store.history.rewrite((scene) => withHidden(scene, id, null, scene.activeDocument !== id));
    const { activeDocument } = store.scene.peek();
    const takes = wanted.delete(id) || (activeDocument === null && (awaited === null || awaited === id));
    const wasActive = awaited === id;
    if (takes) awaited = null;
    const still = wantedAsMovingMesh.delete(id) ? stillFor(store, id) : null;
    if (!takes) return;
    if (still !== null) {
      store.history.change(`Open ${document.summary.name} as moving mesh`, (scene) =>
        withTool(withMovingMesh(scene, id, still), 'movingMesh'),
      );
      return requestFrame({ kind: 'pair' });
    }
    if (activeDocument === null) {
      store.history.rewrite((scene) =>
        scene.activeDocument === null
          ? withHidden({ ...scene, activeDocument: id }, id, null, wasActive && scene.hidden.has(hiddenKey(id)))
          : scene,
      );
    } else {
      store.history.change(`Show ${document.summary.name}`, (scene) => {
        const active = { ...scene, activeDocument: id, selection: null };
        // One without a triangle is shown alone too: else the view would show another mesh under its name.
        return withShownAlone(active, id, others);
      });
    }
    requestFrame({ kind: 'document', document: id });
  }

  function requestFrame(target: FrameTarget): void {
    store.frameRequest.value = { serial: store.frameRequest.peek().serial + 1, target };
  }

  function optionsInUse(id: DocumentId): BuildOptions | null {
    return store.scene.peek().trees.get(id)?.summary.options ?? handedOn.get(id) ?? null;
  }

  /** The newest tree, or the one with the options of the document whose place this one has taken. */
  async function fetchFirstTree({ id, trees }: DocumentSummary): Promise<void> {
    const key = `tree ${id}`;
    if (fetching.has(key)) return;
    fetching.add(key);
    await attempt(id, async () => {
      const options = handedOn.get(id) ?? trees.at(-1)!.options;
      const held = trees.findLast((other) => sameValues(buildOptions, other.options, options));
      const tree = await loadTree(id, held ?? (await host.request('build', { document: id, options })).tree);
      if (find(id) === null) return;
      store.history.rewrite((scene) => (scene.trees.has(id) ? scene : withTree(scene, id, tree)));
    });
    fetching.delete(key);
  }

  async function loadTree(id: DocumentId, summary: TreeSummary): Promise<LoadedTree> {
    for (const mark of store.history.marks.peek()) {
      const held = mark.state.trees.get(id);
      if (held?.summary.id === summary.id) return held;
    }
    const start = performance.now();
    const tree = openTree(await host.fetchBytes(treePath(id, summary.id)));
    const transferMilliseconds = performance.now() - start;
    return { summary, tree, costShares: subtreeCosts(tree), transferMilliseconds };
  }

  /** The host has closed a document. What is to take its place may have its mesh here, or still wait for it. */
  function forget(id: DocumentId, why: Gone): void {
    const next = store.documents.peek().find(({ summary }) => summary.replaces === id);
    if (next === undefined) drop(id, why);
    else if (find(id) !== null) {
      leaving.add(id);
      takePlace(next);
    }
  }

  /** What stands in its place is not told of as gone. */
  function drop(id: DocumentId, why: Gone | 'replaced'): void {
    const documents = store.documents.peek().filter(({ summary }) => summary.id !== id);
    if (documents.length === store.documents.peek().length) return;
    leaving.delete(id);
    noted.delete(id);
    handedOn.delete(id);
    wantedAsMovingMesh.delete(id);
    setReloadOffer(store, id, false);
    const next = documents.findLast(({ mesh }) => mesh !== null)?.summary.id ?? null;
    const hover = store.hover.peek();
    if (hover !== null && (!('document' in hover) || hover.document === id)) store.hover.value = null;
    const gone = find(id);
    store.history.rewrite((scene) => withoutDocument(scene, id, next));
    store.documents.value = documents;
    const own = closing.delete(id);
    if (gone?.mesh != null && why !== 'replaced')
      inform(`${goneText(gone.summary.name, own, why)} Undo does not bring it back: open the file again.`);
    store.notices.value = store.notices.peek().filter((notice) => notice.document !== id);
    const replaced = gone?.summary.replaces ?? null;
    if (replaced !== null && leaving.has(replaced)) drop(replaced, 'replaced');
  }

  function find(id: DocumentId): OpenDocument | null {
    return store.documents.peek().find(({ summary }) => summary.id === id) ?? null;
  }

  function hasTree(id: DocumentId): boolean {
    return store.scene.peek().trees.has(id);
  }

  function update(id: DocumentId, change: (document: OpenDocument) => OpenDocument): void {
    store.documents.value = store.documents.peek().map((document) => (document.summary.id === id ? change(document) : document));
  }

  /** Opened documents may be seen before the reply comes. */
  function want(documents: readonly DocumentId[], as: 'mesh' | 'movingMesh'): void {
    if (as === 'movingMesh') for (const id of documents.slice(0, 1)) wantedAsMovingMesh.add(id);
    for (const id of documents) {
      wanted.add(id);
      if (find(id)?.mesh != null && store.scene.peek().activeDocument !== id) show(id);
    }
  }

  return {
    find,
    want,
    expectClose: (id) => void closing.add(id),
    frameSuccessor: (id, isWanted) => void (isWanted ? reframing.add(id) : reframing.delete(id)),
    optionsInUse,
    loadTree,
    dispose() {
      stopEvents();
      stopConnection();
    },
  };
}

/** Closed just now, by whichever window, or while there was no connection. */
type Gone = 'closed' | 'missed';

function goneText(name: string, own: boolean, why: Gone): string {
  if (own) return `Closed ${name}.`;
  return why === 'closed' ? `Another window closed ${name}.` : `${name} was closed while there was no connection.`;
}

/** Whether a file was read without its colliders and shows nothing else. */
function hasCollidersAlone({ mesh, replaces }: DocumentSummary): boolean {
  return mesh !== null && replaces === null && mesh.colliders.length > 0 && mesh.importing.colliders === 'apart';
}

/** Failed or cancelled before there was a mesh: nothing of it can be used. */
export function isOver({ phase, mesh }: DocumentSummary): boolean {
  return mesh === null && (phase === 'failed' || phase === 'cancelled');
}

import type { BakeFormatName } from '#core/bake/bake-formats';
import { formatError, toErrorData, type InspectorErrorData } from '#core/error';
import { meshBounds } from '#core/mesh/bounds';
import { openMeshBytes } from '#core/mesh/mesh-bytes';
import { buildOptions, type BuildOptions } from '#core/options/build-options';
import { defaultValues, sameValues } from '#core/options/option';
import { openTree } from '#core/tree/layout';
import { subtreeCosts } from '#core/tree/subtree-costs';
import { meshPath, treePath, type BakedFile, type DocumentId, type DocumentSummary, type Host, type HostEvent, type TreeId, type TreeSummary } from '#host-api';
import type { FileSet } from './file-set.ts';
import { stillFor } from './choose-still.ts';
import type { FrameTarget, LoadedTree, OpenDocument } from './records.ts';
import { offerReload, setReloadOffer } from './reload-offers.ts';
import { sameScene, withDocumentReplaced } from './replace-document.ts';
import { meaningOf } from './space-of.ts';
import { writeLog } from './write-log.ts';
import { withMover, withoutDocument, withTool, withTree } from './scene-edits.ts';
import { connectionText, type Notice, type Store } from './store.ts';

/** What a person can ask of the host. None of these throws: what fails becomes a notice. */
export interface Session {
  /** `mover`: the first of what is opened becomes the mover, if there is a mesh to move it against. */
  open(set: FileSet | Promise<FileSet>, as?: 'mesh' | 'mover'): Promise<void>;
  openSample(name: string): Promise<void>;
  /** Reads the files of a document again; what is read takes its place, and the view stays. */
  reload(document: DocumentId): Promise<void>;
  /** Offers no reload until the files change again. */
  dismissReload(document: DocumentId): void;
  /** Reads another scene of the file; it takes the place of the document, and is framed. */
  chooseScene(document: DocumentId, scene: number): Promise<void>;
  /** Builds with other options; the new tree is an undo step. */
  rebuild(document: DocumentId, options: BuildOptions): Promise<void>;
  /** Bakes with these trees, the most wanted one first, and saves the file; `store.baked` tells what became of it. */
  bake(document: DocumentId, format: BakeFormatName, trees: readonly TreeSummary[]): Promise<void>;
  /** Saves a bake once more, as long as the host holds it. */
  saveAgain(file: BakedFile): void;
  cancel(document: DocumentId): Promise<void>;
  close(document: DocumentId): Promise<void>;
  dismiss(notice: number): void;
  /** Closes every document that failed, and takes every notice of an error away. */
  dismissFailed(): void;
  dispose(): void;
}

/**
 * Joins the host to the store: its documents, their meshes as soon as they are parsed, their first trees when they are
 * built, and what this tab asks for. The only place that writes `store.documents` besides the first frame's time.
 */
export function startSession(host: Host, store: Store): Session {
  /** Meshes and first trees that are being fetched, so that an event that comes twice fetches once. */
  const fetching = new Set<string>();
  /** Documents that this tab asked for: they become the active one when they can be seen. */
  const wanted = new Set<DocumentId>();
  /** Of these, one that is to become the mover. */
  const wantedAsMover = new Set<DocumentId>();
  /** Documents that this tab asked to be closed. */
  const closing = new Set<DocumentId>();
  /** Documents that the host has closed, and that stay in sight until the mesh is here of what takes their place. */
  const leaving = new Set<DocumentId>();
  /** Documents whose successor is to be framed. */
  const reframing = new Set<DocumentId>();
  /** Build options that a document takes over from the one whose place it takes. */
  const handedOn = new Map<DocumentId, BuildOptions>();
  let noticeSerial = 0;

  const stopEvents = host.onEvent((event) => {
    if (event.kind === 'documentChanged') adopt(event.document);
    else if (event.kind === 'documentProgress') adoptProgress(event);
    else forget(event.document);
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
        if (now !== undefined && (now.name !== summary.name || now.byteLength < summary.byteLength)) forget(summary.id);
      }
      for (const document of documents) adopt(document);
      for (const { summary } of known) if (!open.has(summary.id)) forget(summary.id);
    });
  }

  function adopt(summary: DocumentSummary): void {
    const documents = store.documents.peek();
    const at = documents.findIndex((document) => document.summary.id === summary.id);
    const before = documents[at]?.summary ?? null;
    if (before === null) {
      const place = documents.findIndex((document) => document.summary.id === summary.replaces) + 1;
      const document = { summary, mesh: null, firstFrameMilliseconds: null };
      store.documents.value = documents.toSpliced(place === 0 ? documents.length : place, 0, document);
      const options = summary.replaces === null ? null : optionsInUse(summary.replaces);
      if (options !== null) handedOn.set(summary.id, options);
    } else store.documents.value = documents.with(at, { ...documents[at]!, summary });
    if (summary.phase !== before?.phase) tellPhase(summary, before?.phase ?? null);
    offerReload(store, summary, before);
    if (summary.mesh !== null && find(summary.id)?.mesh === null) void fetchMesh(summary.id);
    const asked = store.rebuilds.peek().has(summary.id);
    if (summary.phase === 'ready' && summary.trees.length > 0 && !asked && !hasTree(summary.id)) void fetchFirstTree(summary);
  }

  function adoptProgress({ document: id, phase, progress }: Extract<HostEvent, { kind: 'documentProgress' }>): void {
    update(id, (document) => ({ ...document, summary: { ...document.summary, phase, progress } }));
  }

  function tellPhase(summary: DocumentSummary, before: string | null): void {
    // Whoever asked for it is told, by the answer; the document goes again.
    if (summary.replaces !== null && isOver(summary)) return;
    if (summary.phase === 'failed' && summary.error !== null) tell(summary.error, summary.id);
    // At the first meeting it is old news.
    if (summary.phase === 'cancelled' && before !== null) inform(`${summary.name}: ${before === 'building' ? 'build' : 'reading'} cancelled`);
    if (summary.phase === 'ready' && before !== 'ready') {
      writeLog(store, 'info', `${summary.name}: ready, ${counted(summary.mesh?.triangles ?? 0, 'triangle')}`);
    }
  }

  async function fetchMesh(id: DocumentId): Promise<void> {
    const key = `mesh ${id}`;
    if (fetching.has(key)) return;
    fetching.add(key);
    await attempt(id, async () => {
      const start = performance.now();
      const mesh = openMeshBytes(await host.fetchBytes(meshPath(id)));
      const transferMilliseconds = performance.now() - start;
      update(id, (document) => ({ ...document, mesh: { mesh, bounds: meshBounds(mesh), transferMilliseconds } }));
      const loaded = find(id);
      if (loaded?.mesh?.bounds === null) {
        warn(`${loaded.summary.name} has no usable triangle: see the Findings`);
        if (loaded.summary.replaces === null) wanted.add(id);
      }
      if (loaded !== null) takePlace(loaded);
      show(id);
    });
    fetching.delete(key);
    // Without its mesh nothing takes the place of what the host has closed.
    const replaces = find(id)?.summary.replaces ?? null;
    if (replaces !== null && leaving.has(replaces)) drop(replaces);
  }

  /** Once its mesh is here and the other is closed, a document stands where the other stood, in every step. */
  function takePlace(next: OpenDocument): void {
    const old = next.summary.replaces === null ? null : find(next.summary.replaces);
    if (old === null || next.mesh === null || !leaving.delete(old.summary.id)) return;
    store.history.rewrite((scene) => withDocumentReplaced(scene, old, next), sameScene);
    drop(old.summary.id);
    if (reframing.delete(old.summary.id)) requestFrame({ kind: 'document', document: next.summary.id });
  }

  /** Makes a document that can be seen the active one: silently when there was none, as a step when there was. */
  function show(id: DocumentId): void {
    const document = find(id);
    if (document === null) return;
    const { activeDocument } = store.scene.peek();
    const takes = activeDocument === null || wanted.delete(id);
    wanted.delete(id);
    const still = wantedAsMover.delete(id) ? stillFor(store, id) : null;
    if (!takes) return;
    if (still !== null) {
      store.history.change(`Open ${document.summary.name} as mover`, (scene) => withTool(withMover(scene, id, still), 'mover'));
      return requestFrame({ kind: 'pair' });
    }
    if (activeDocument === null) {
      store.history.rewrite((scene) => (scene.activeDocument === null ? { ...scene, activeDocument: id } : scene));
    } else {
      store.history.change(`Open ${document.summary.name}`, (scene) => ({ ...scene, activeDocument: id, selection: null }));
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

  /** A tree that some undo step still holds is taken from there: going back and forth fetches nothing. */
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
  function forget(id: DocumentId): void {
    const next = store.documents.peek().find(({ summary }) => summary.replaces === id);
    if (next === undefined) drop(id);
    else if (find(id) !== null) {
      leaving.add(id);
      takePlace(next);
    }
  }

  function drop(id: DocumentId): void {
    const documents = store.documents.peek().filter(({ summary }) => summary.id !== id);
    if (documents.length === store.documents.peek().length) return;
    leaving.delete(id);
    handedOn.delete(id);
    wantedAsMover.delete(id);
    setReloadOffer(store, id, false);
    const next = documents.findLast(({ mesh }) => mesh !== null)?.summary.id ?? null;
    const hover = store.hover.peek();
    if (hover !== null && (!('document' in hover) || hover.document === id)) store.hover.value = null;
    const gone = find(id);
    store.history.rewrite((scene) => withoutDocument(scene, id, next));
    store.documents.value = documents;
    if (closing.delete(id) && gone?.mesh != null) inform(`Closed ${gone.summary.name}. Undo does not bring it back: open the file again.`);
    store.notices.value = store.notices.peek().filter((notice) => notice.document !== id);
    const replaced = gone?.summary.replaces ?? null;
    if (replaced !== null && leaving.has(replaced)) drop(replaced);
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

  function tell(error: InspectorErrorData, document: DocumentId | null): void {
    if (error.code === 'cancelled') {
      // The first build's document tells it by its phase.
      if (document === null) inform(formatError(error));
      return;
    }
    writeLog(store, 'error', formatError(error), JSON.stringify(error, null, 2));
    // The banner says already that the connection is gone.
    if (error.code === 'worker-lost' && !store.connected.peek()) return;
    notify({ kind: 'error', error, serial: ++noticeSerial, document });
  }

  function inform(text: string): void {
    writeLog(store, 'info', text);
    notify({ kind: 'info', text, serial: ++noticeSerial, document: null });
  }

  function warn(text: string): void {
    writeLog(store, 'warning', text);
    notify({ kind: 'warning', text, serial: ++noticeSerial, document: null });
  }

  function notify(notice: Notice): void {
    store.notices.value = [...store.notices.peek(), notice];
  }

  /** Each error is handled here, once. A document that was closed meanwhile has nothing to tell. */
  async function attempt(document: DocumentId | null, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      if (document === null || find(document) !== null) tell(toErrorData(thrown), null);
    }
  }

  function setRebuild(id: DocumentId, options: BuildOptions | null): void {
    const rebuilds = new Map(store.rebuilds.peek());
    if (options === null) rebuilds.delete(id);
    else rebuilds.set(id, options);
    store.rebuilds.value = rebuilds;
  }

  /** Opened documents may be seen before the reply comes. */
  function want(documents: readonly DocumentId[]): void {
    for (const id of documents) {
      wanted.add(id);
      if (find(id)?.mesh != null && store.scene.peek().activeDocument !== id) show(id);
    }
  }

  function close(document: DocumentId): Promise<void> {
    closing.add(document);
    return attempt(document, async () => void (await host.request('close', { document })));
  }

  return {
    async open(set, as = 'mesh') {
      await attempt(null, async () => {
        const { files, fromFolder } = await set;
        if (files.length === 0 && !fromFolder) return;
        store.upload.value = { files: files.length, fraction: 0 };
        const tokens = await host.offerFiles(files, (fraction) => (store.upload.value = { files: files.length, fraction }));
        const { documents } = await host.request('open', { files: tokens, fromFolder });
        if (as === 'mover') for (const id of documents.slice(0, 1)) wantedAsMover.add(id);
        want(documents);
      });
      store.upload.value = null;
    },
    openSample: (name) => attempt(null, async () => want((await host.request('openSample', { name })).documents)),
    async reload(document) {
      const wasOffered = store.reloadOffers.peek().has(document);
      setReloadOffer(store, document, false);
      const options = optionsInUse(document) ?? defaultValues(buildOptions);
      await attempt(document, async () => {
        await host.request('reload', { document, options }).catch((thrown: unknown) => {
          // What was tried in vain can be tried again.
          if (wasOffered && find(document)?.summary.files.kind === 'changed') setReloadOffer(store, document, true);
          throw thrown;
        });
      });
    },
    dismissReload: (document) => setReloadOffer(store, document, false),
    async chooseScene(document, scene) {
      const options = optionsInUse(document) ?? defaultValues(buildOptions);
      reframing.add(document);
      await attempt(document, async () => {
        await host.request('chooseScene', { document, scene, options }).catch((thrown: unknown) => {
          reframing.delete(document);
          throw thrown;
        });
      });
    },
    async rebuild(document, options) {
      setRebuild(document, options);
      await attempt(document, async () => {
        const { tree: summary } = await host.request('build', { document, options });
        const tree = await loadTree(document, summary);
        // A later wish has overtaken this one, or the document is gone.
        if (store.rebuilds.peek().get(document) !== options || find(document) === null) return;
        store.history.change(`Build ${titleOf(options)}`, (scene) => withTree(scene, document, tree));
      });
      if (store.rebuilds.peek().get(document) === options) setRebuild(document, null);
    },
    async bake(document, format, trees) {
      store.baked.value = null;
      try {
        const ids: TreeId[] = [];
        // Undo may show a tree that the host has forgotten: equal options give the same tree again.
        for (const { options } of trees) ids.push((await host.request('build', { document, options })).tree.id);
        const { file } = await host.request('bake', { document, format, trees: ids, meaning: meaningOf(store.scene.peek(), document) });
        host.saveFile(file.path, file.name);
        writeLog(store, 'info', `${file.name}: baked and verified, ${counted(file.byteLength, 'byte')}`);
        store.baked.value = { document, file };
      } catch (thrown) {
        const problem = toErrorData(thrown);
        writeLog(store, problem.code === 'cancelled' ? 'info' : 'error', formatError(problem), JSON.stringify(problem, null, 2));
        store.baked.value = { document, problem };
      }
    },
    saveAgain: (file) => host.saveFile(file.path, file.name),
    cancel: (document) => attempt(document, async () => void (await host.request('cancel', { document }))),
    close,
    dismiss(serial) {
      store.notices.value = store.notices.peek().filter((notice) => notice.serial !== serial);
    },
    dismissFailed() {
      store.notices.value = store.notices.peek().filter(({ kind }) => kind !== 'error');
      for (const { summary } of store.documents.peek()) if (isOver(summary)) void close(summary.id);
    },
    dispose() {
      stopEvents();
      stopConnection();
    },
  };
}

/** `1 triangle`, `1,204 triangles` */
function counted(count: number, one: string): string {
  return `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;
}

/** Failed or cancelled before there was a mesh: nothing of it can be used. */
function isOver({ phase, mesh }: DocumentSummary): boolean {
  return mesh === null && (phase === 'failed' || phase === 'cancelled');
}

function titleOf(options: BuildOptions): string {
  const { kind, split, leafTriangles, maxDepth, leastBox } = options;
  // In the middle of a sentence, where SAH and PLOC keep their capitals.
  const { title } = buildOptions.split.choices[split];
  const splitTitle = /^[A-Z]{2}/.test(title) ? title : title.toLowerCase();
  const limits = [maxDepth > 0 ? `depth ${maxDepth}` : '', leastBox > 0 ? `box ${leastBox}` : ''].filter((text) => text !== '');
  const kindTitle = kind === buildOptions.kind.default ? [] : [buildOptions.kind.choices[kind].title];
  return [...kindTitle, splitTitle, `leaf ${leafTriangles}`, ...limits].join(', ');
}

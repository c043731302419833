import type { BakeFormatName } from '#core/bake';
import { type GivenRepairs, parseIgnoreList } from '#core/health';
import { buildOptions, type BuildOptions, defaultValues } from '#core/options';
import type { AboutHost, BakedFile, CancelTarget, DocumentId, ExportChoice, Host, TreeSummary } from '#host-api';
import { formatMany } from '../../text/format-number.ts';
import { bakeDocument } from './bake-document.ts';
import { buildTitle } from './build-title.ts';
import type { CloseReport } from './document-tracker.ts';
import type { FileSet } from './file-set.ts';
import { followDocuments, isFinished, type DocumentFollower } from './follow-documents.ts';
import { followIgnored } from '../health/follow-ignored.ts';
import { followReading } from './follow-reading.ts';
import { withListed } from '../health/ignore-lists.ts';
import { createNews, type News } from './news.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { FetchedTree, ReadingChoice } from '../store/records.ts';
import { notePreview } from '../changes/note-changes.ts';
import { type Colliders, startColliders } from '../convex/colliders.ts';
import { followUndoneEdits } from '../convex/undone-edits.ts';
import { repairDocument } from '../repair/repair-document.ts';
import { setReloadOffer } from './reload-offers.ts';
import { sendFiles } from './send-files.ts';
import { withSecond, withTree } from '../store/scene-edits.ts';
import type { WritableStore } from '../store/store.ts';

/** What the user can request from the host. None of these throws but `loadTree`: an error becomes a notice. */
export interface Session {
  /** With `movingMesh` the first document becomes the moving mesh, if there is a mesh to move it against. */
  open(set: FileSet | Promise<FileSet>, as?: 'mesh' | 'movingMesh'): Promise<void>;
  /** Resolves as soon as its mesh is here; `null` if it cannot be opened. */
  openSample(name: string): Promise<DocumentId | null>;
  /** Returns the versions of the running program; `null` if the host cannot be reached. */
  about(): Promise<AboutHost | null>;
  /** Reads the files of a document again. The result replaces the document, and the camera stays. */
  reload(document: DocumentId): Promise<void>;
  /** Offers no reload until the files change again. */
  dismissReload(document: DocumentId): void;
  /** Reads another scene of the file. The result replaces the document, and is framed. */
  chooseScene(document: DocumentId, scene: number): Promise<void>;
  /** Reads the file with other options, as an undo step. The result replaces the document, and the camera stays. */
  read(document: DocumentId, change: Partial<ReadingChoice>): void;
  /** Returns a tree that the host holds. Throws if it cannot be fetched. */
  loadTree(document: DocumentId, summary: TreeSummary): Promise<FetchedTree>;
  /** Builds with other options; the new tree is an undo step. */
  rebuild(document: DocumentId, options: BuildOptions): Promise<void>;
  /** Builds another tree and shows it in a second view, as an undo step. */
  showSecond(document: DocumentId, options: BuildOptions): Promise<void>;
  /** Bakes with these trees, the preferred one first, and saves the file; `store.baked` gets the outcome. An export can change the mesh. */
  bake(document: DocumentId, format: BakeFormatName, trees: readonly TreeSummary[], exporting?: ExportChoice): Promise<void>;
  /** Repairs a document; see `repairDocument`. */
  repair(document: DocumentId, options: GivenRepairs, keep: boolean): Promise<DocumentId | null>;
  readonly colliders: Colliders;
  /** Requests the comparison of a document with the preview of its repair, to show both in the view. Returns whether there is one. */
  showPreview(document: DocumentId): Promise<boolean>;
  /** Saves a bake once more, while the host keeps it. */
  saveAgain(file: BakedFile): void;
  /** Cancels the bake or the repair of a document, or its import and builds. */
  cancel(document: DocumentId, what: CancelTarget): Promise<void>;
  /** `silent`: the caller reports it. */
  close(document: DocumentId, report?: CloseReport): Promise<void>;
  /** Ignores the findings of open documents that the text of a list names, as an undo step. */
  ignoreListed(text: Promise<string>): Promise<void>;
  /** Shows a message that needs no action. */
  inform(text: string): void;
  /** Shows a warning. */
  warn(text: string): void;
  /** Runs a request and shows its error. */
  attempt(work: () => Promise<void>): Promise<void>;
  /** The documents become active when they can be shown, as those that this tab has opened. */
  want(documents: readonly DocumentId[]): void;
  dismiss(notice: number): void;
  /** Closes every document that failed, and removes every notice of an error. */
  dismissFailed(): void;
  dispose(): void;
}

/** What the requests of a session share. */
interface SessionState {
  readonly host: Host;
  readonly store: WritableStore;
  readonly news: News;
  readonly documents: DocumentFollower;
  /** Documents that this tab bakes now. */
  readonly baking: Set<DocumentId>;
  /** The options of the last tree requested for the second view: a later request replaces an earlier one. */
  secondOptions: BuildOptions | null;
}

/**
 * Connects the host to the store: the store follows the documents of the host, and the returned session sends the requests of this
 * tab. `notes` restore what the page before this one showed.
 */
export function startSession(host: Host, store: WritableStore, notes: Snapshot | null = null): Session {
  const news = createNews(store);
  const { attempt, inform } = news;
  const documents = followDocuments(host, store, news, notes);
  const stopIgnored = followIgnored(host, store, news);
  const reading = followReading(host, store, news, documents.optionsInUse);
  const state: SessionState = { host, store, news, documents, baking: new Set(), secondOptions: null };
  const stopUndone = followUndoneEdits(store, (document) => void close(state, document, 'silent'));
  const want = (copy: DocumentId): Promise<void> => {
    documents.want([copy], 'mesh');
    return documents.meshFetched(copy);
  };
  return {
    open: (set, as = 'mesh') => openFiles(state, set, as),
    openSample: (name) => openSample(state, name),
    about: () => host.request('about', {}).catch(() => null),
    reload: (document) => reload(state, document),
    dismissReload: (document) => setReloadOffer(store, document, false),
    chooseScene: (document, scene) => chooseScene(state, document, scene),
    read: reading.choose,
    loadTree: documents.loadTree,
    rebuild: (document, options) => rebuild(state, document, options),
    showSecond: (document, options) => showSecond(state, document, options),
    bake: (document, format, trees, exporting) => bakeOnce(state, document, format, trees, exporting),
    repair: (document, options, keep) => repairDocument({ host, store, want }, document, options, keep),
    colliders: startColliders({ host, store, want }),
    showPreview: (document) => showPreview(state, document),
    saveAgain: (file) => host.saveFile(file.path, file.name),
    cancel: (document, what) => attempt(document, async () => void (await host.request('cancel', { document, what }))),
    close: (document, report = 'each') => close(state, document, report),
    ignoreListed: (text) => attempt(null, async () => ignoreListed(state, await text)),
    inform,
    warn: (text) => news.warn(text),
    attempt: (work) => attempt(null, work),
    want: (opened) => documents.want(opened, 'mesh'),
    dismiss(serial) {
      store.notices.value = store.notices.peek().filter((notice) => notice.serial !== serial);
    },
    dismissFailed() {
      store.notices.value = store.notices.peek().filter(({ kind }) => kind !== 'error');
      for (const { summary } of store.documents.peek()) if (isFinished(summary)) void close(state, summary.id, 'each');
    },
    dispose() {
      stopIgnored();
      reading.dispose();
      stopUndone();
      documents.dispose();
    },
  };
}

async function openFiles(
  { host, store, news, documents }: SessionState,
  set: FileSet | Promise<FileSet>,
  as: 'mesh' | 'movingMesh',
): Promise<void> {
  await news.attempt(null, async () => {
    const { files, fromFolder } = await set;
    if (files.length === 0 && !fromFolder) return;
    const tokens = await sendFiles(host, store, files);
    documents.want((await host.request('open', { files: tokens, fromFolder })).documents, as);
  });
}

async function openSample({ host, news, documents }: SessionState, name: string): Promise<DocumentId | null> {
  let opened: DocumentId | null = null;
  await news.attempt(null, async () => {
    const reply = await host.request('openSample', { name });
    documents.want(reply.documents, 'sample');
    const [id] = reply.documents;
    if (id === undefined) return;
    await documents.meshFetched(id);
    if (documents.find(id)?.mesh != null) opened = id;
  });
  return opened;
}

async function reload({ host, store, news, documents }: SessionState, document: DocumentId): Promise<void> {
  const wasOffered = store.reloadOffers.peek().has(document);
  const before = documents.find(document)?.summary;
  setReloadOffer(store, document, false);
  const options = documents.optionsInUse(document) ?? defaultValues(buildOptions);
  await news.attempt(document, async () => {
    await host.request('reload', { document, options }).catch((thrown: unknown) => {
      // After a failed reload the offer is shown again.
      if (wasOffered && documents.find(document)?.summary.files.kind === 'changed') setReloadOffer(store, document, true);
      throw thrown;
    });
    if (before?.files.kind === 'asRead') news.inform(`${before.name} has not changed on disk since it was read; it was read again.`);
  });
}

async function chooseScene({ host, news, documents }: SessionState, document: DocumentId, scene: number): Promise<void> {
  const options = documents.optionsInUse(document) ?? defaultValues(buildOptions);
  documents.frameSuccessor(document, true);
  await news.attempt(document, async () => {
    await host.request('chooseScene', { document, scene, options }).catch((thrown: unknown) => {
      documents.frameSuccessor(document, false);
      throw thrown;
    });
  });
}

async function rebuild({ host, store, news, documents }: SessionState, document: DocumentId, options: BuildOptions): Promise<void> {
  setRebuild(store, document, options);
  await news.attempt(document, async () => {
    const { tree: summary } = await host.request('build', { document, options });
    const tree = await documents.loadTree(document, summary);
    // A later request has replaced this one, or the document is closed.
    if (store.rebuilds.peek().get(document) !== options || documents.find(document) === null) return;
    store.history.arrive(`Build ${buildTitle(options)}`, (scene) => withTree(scene, document, tree));
  });
  if (store.rebuilds.peek().get(document) === options) setRebuild(store, document, null);
}

async function showPreview({ host, store, news }: SessionState, document: DocumentId): Promise<boolean> {
  const outcome = store.repaired.peek();
  if (outcome === null || 'problem' in outcome || outcome.document !== document) return false;
  let isThere = false;
  await news.attempt(document, async () => {
    isThere = await notePreview(host, store, outcome);
  });
  return isThere;
}

function setRebuild(store: WritableStore, document: DocumentId, options: BuildOptions | null): void {
  const rebuilds = new Map(store.rebuilds.peek());
  if (options === null) rebuilds.delete(document);
  else rebuilds.set(document, options);
  store.rebuilds.value = rebuilds;
}

async function showSecond(state: SessionState, document: DocumentId, options: BuildOptions): Promise<void> {
  const { host, store, news, documents } = state;
  state.secondOptions = options;
  const { second } = store.scene.peek();
  await news.attempt(document, async () => {
    const { tree: summary } = await host.request('build', { document, options });
    const tree = await documents.loadTree(document, summary);
    // A later request has replaced this one, the document is closed, or its second view is.
    const isViewClosed = second?.document === document && store.scene.peek().second === null;
    if (state.secondOptions !== options || documents.find(document) === null || isViewClosed) return;
    store.history.arrive(`Second view: ${buildTitle(options)}`, (scene) => withSecond(scene, { document, tree }));
  });
}

/** A second request while a document is being baked does nothing: a double click bakes once. */
async function bakeOnce(
  { host, store, baking }: SessionState,
  document: DocumentId,
  format: BakeFormatName,
  trees: readonly TreeSummary[],
  exporting?: ExportChoice,
): Promise<void> {
  if (baking.has(document)) return;
  baking.add(document);
  await bakeDocument(host, store, { document, format, trees, exporting });
  baking.delete(document);
}

function close({ host, news, documents }: SessionState, document: DocumentId, report: CloseReport): Promise<void> {
  documents.expectClose(document, report);
  return news.attempt(document, async () => void (await host.request('close', { document })));
}

function ignoreListed({ store, news }: SessionState, text: string): void {
  const list = parseIgnoreList(text);
  const { scene, applied, ofOtherContent } = withListed(store.history.current.peek(), store.documents.peek(), list);
  store.history.change('Load ignored findings', () => scene);
  const others = ofOtherContent === 0 ? '' : `; ${formatMany(ofOtherContent, 'finding')} of changed files left out`;
  const ignored = applied === 0 ? 'The list names no finding of an open mesh' : `${formatMany(applied, 'finding')} of the list ignored`;
  news.inform(`${ignored}${others}`);
}

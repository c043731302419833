import type { BakeFormatName } from '#core/bake/bake-formats';
import { formatError, toErrorData } from '#core/error';
import { buildOptions, type BuildOptions } from '#core/options/build-options';
import { parseIgnoreList } from '#core/health/report/ignore-list';
import { defaultValues } from '#core/options/option';
import type { BakedFile, CancelTarget, DocumentId, Host, TreeId, TreeSummary } from '#host-api';
import { formatMany } from '../../text/format-number.ts';
import { buildTitle } from './build-title.ts';
import type { FileSet } from './file-set.ts';
import { followDocuments, isOver } from './follow-documents.ts';
import { followIgnored } from '../health/follow-ignored.ts';
import { followReading } from './follow-reading.ts';
import { withListed } from '../health/ignore-lists.ts';
import { createNews } from './news.ts';
import type { Notes } from './notes.ts';
import type { ReadingChoice } from '../store/records.ts';
import { setReloadOffer } from './reload-offers.ts';
import { withBeside, withTree } from '../store/scene-edits.ts';
import { meaningOf } from './space-of.ts';
import type { WritableStore } from '../store/store.ts';
import { writeLog } from '../store/write-log.ts';

/** What a person can ask of the host. None of these throws: what fails becomes a notice. */
export interface Session {
  /** `moving mesh`: the first of what is opened becomes the moving mesh, if there is a mesh to move it against. */
  open(set: FileSet | Promise<FileSet>, as?: 'mesh' | 'movingMesh'): Promise<void>;
  openSample(name: string): Promise<void>;
  /** Reads the files of a document again; what is read takes its place, and the view stays. */
  reload(document: DocumentId): Promise<void>;
  /** Offers no reload until the files change again. */
  dismissReload(document: DocumentId): void;
  /** Reads another scene of the file; it takes the place of the document, and is framed. */
  chooseScene(document: DocumentId, scene: number): Promise<void>;
  /** Reads the file with other choices, as an undo step; what is read takes its place, and the view stays. */
  read(document: DocumentId, change: Partial<ReadingChoice>): void;
  /** Builds with other options; the new tree is an undo step. */
  rebuild(document: DocumentId, options: BuildOptions): Promise<void>;
  /** Builds another tree and shows it in a second view; that is an undo step. */
  showBeside(document: DocumentId, options: BuildOptions): Promise<void>;
  /** Bakes with these trees, the most wanted one first, and saves the file; `store.baked` tells what became of it. */
  bake(document: DocumentId, format: BakeFormatName, trees: readonly TreeSummary[]): Promise<void>;
  /** Saves a bake once more, as long as the host holds it. */
  saveAgain(file: BakedFile): void;
  /** Stops its bake, or its import and builds. */
  cancel(document: DocumentId, what: CancelTarget): Promise<void>;
  close(document: DocumentId): Promise<void>;
  /** Lets be what the text of a list names of the open documents; that is an undo step. */
  ignoreListed(text: Promise<string>): Promise<void>;
  /** Tells a person something that asks for nothing. */
  inform(text: string): void;
  dismiss(notice: number): void;
  /** Closes every document that failed, and takes every notice of an error away. */
  dismissFailed(): void;
  dispose(): void;
}

/** Joins the host to the store: what the host tells of its documents, and what this tab asks for. `notes`: of the page that was here before. */
export function startSession(host: Host, store: WritableStore, notes: Notes | null = null): Session {
  const news = createNews(store);
  const { attempt } = news;
  const documents = followDocuments(host, store, news, notes);
  const stopIgnored = followIgnored(host, store, news);
  const reading = followReading(host, store, news, documents.optionsInUse);
  /** Documents that this tab has asked to be baked. */
  const baking = new Set<DocumentId>();

  function setRebuild(id: DocumentId, options: BuildOptions | null): void {
    const rebuilds = new Map(store.rebuilds.peek());
    if (options === null) rebuilds.delete(id);
    else rebuilds.set(id, options);
    store.rebuilds.value = rebuilds;
  }

  /** The tree that was last asked for beside: a later wish overtakes it. */
  let wishedBeside: BuildOptions | null = null;

  function close(document: DocumentId): Promise<void> {
    documents.expectClose(document);
    return attempt(document, async () => void (await host.request('close', { document })));
  }

  return {
    async open(set, as = 'mesh') {
      await attempt(null, async () => {
        const { files, fromFolder } = await set;
        if (files.length === 0 && !fromFolder) return;
        store.upload.value = { files: files.length, fraction: 0 };
        const tokens = await host.offerFiles(files, (fraction) => (store.upload.value = { files: files.length, fraction }));
        documents.want((await host.request('open', { files: tokens, fromFolder })).documents, as);
      });
      store.upload.value = null;
    },
    openSample: (name) => attempt(null, async () => documents.want((await host.request('openSample', { name })).documents, 'mesh')),
    async reload(document) {
      const wasOffered = store.reloadOffers.peek().has(document);
      const before = documents.find(document)?.summary;
      setReloadOffer(store, document, false);
      const options = documents.optionsInUse(document) ?? defaultValues(buildOptions);
      await attempt(document, async () => {
        await host.request('reload', { document, options }).catch((thrown: unknown) => {
          // What was tried in vain can be tried again.
          if (wasOffered && documents.find(document)?.summary.files.kind === 'changed') setReloadOffer(store, document, true);
          throw thrown;
        });
        if (before?.files.kind === 'asRead') news.inform(`${before.name} has not changed on disk since it was read; it was read again.`);
      });
    },
    dismissReload: (document) => setReloadOffer(store, document, false),
    async chooseScene(document, scene) {
      const options = documents.optionsInUse(document) ?? defaultValues(buildOptions);
      documents.frameSuccessor(document, true);
      await attempt(document, async () => {
        await host.request('chooseScene', { document, scene, options }).catch((thrown: unknown) => {
          documents.frameSuccessor(document, false);
          throw thrown;
        });
      });
    },
    read: reading.choose,
    async rebuild(document, options) {
      setRebuild(document, options);
      await attempt(document, async () => {
        const { tree: summary } = await host.request('build', { document, options });
        const tree = await documents.loadTree(document, summary);
        // A later wish has overtaken this one, or the document is gone.
        if (store.rebuilds.peek().get(document) !== options || documents.find(document) === null) return;
        store.history.change(`Build ${buildTitle(options)}`, (scene) => withTree(scene, document, tree));
      });
      if (store.rebuilds.peek().get(document) === options) setRebuild(document, null);
    },
    async showBeside(document, options) {
      wishedBeside = options;
      await attempt(document, async () => {
        const { tree: summary } = await host.request('build', { document, options });
        const tree = await documents.loadTree(document, summary);
        if (wishedBeside !== options || documents.find(document) === null) return;
        store.history.change(`Beside: ${buildTitle(options)}`, (scene) => withBeside(scene, { document, tree }));
      });
    },
    async bake(document, format, trees) {
      // A double click is one.
      if (baking.has(document)) return;
      baking.add(document);
      store.baked.value = null;
      try {
        const ids: TreeId[] = [];
        // Undo may show a tree that the host has forgotten: equal options give the same tree again.
        for (const { options } of trees) ids.push((await host.request('build', { document, options })).tree.id);
        const { file } = await host.request('bake', { document, format, trees: ids, meaning: meaningOf(store.scene.peek(), document) });
        host.saveFile(file.path, file.name);
        writeLog(store, 'info', `${file.name}: baked and verified, ${formatMany(file.byteLength, 'byte')}`);
        store.baked.value = { document, file };
      } catch (thrown) {
        const problem = toErrorData(thrown);
        writeLog(store, problem.code === 'cancelled' ? 'info' : 'error', formatError(problem), JSON.stringify(problem, null, 2));
        store.baked.value = { document, problem };
      } finally {
        baking.delete(document);
      }
    },
    saveAgain: (file) => host.saveFile(file.path, file.name),
    cancel: (document, what) => attempt(document, async () => void (await host.request('cancel', { document, what }))),
    close,
    ignoreListed: (text) =>
      attempt(null, async () => {
        const { scene, applied, ofOtherContent } = withListed(
          store.history.current.peek(),
          store.documents.peek(),
          parseIgnoreList(await text),
        );
        store.history.change('Load ignored findings', () => scene);
        const others = ofOtherContent === 0 ? '' : `; ${formatMany(ofOtherContent, 'finding')} of another content of these files left out`;
        const told = applied === 0 ? 'The list names nothing that is open' : `${formatMany(applied, 'finding')} of the list ignored`;
        news.inform(`${told}${others}`);
      }),
    inform: news.inform,
    dismiss(serial) {
      store.notices.value = store.notices.peek().filter((notice) => notice.serial !== serial);
    },
    dismissFailed() {
      store.notices.value = store.notices.peek().filter(({ kind }) => kind !== 'error');
      for (const { summary } of store.documents.peek()) if (isOver(summary)) void close(summary.id);
    },
    dispose() {
      stopIgnored();
      reading.dispose();
      documents.dispose();
    },
  };
}

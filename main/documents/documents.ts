import { InspectorError } from '#core/error';
import { cancelledError } from '#core/cancelled';
import { buildOptions, type BuildOptions } from '#core/options/build-options';
import { importOptions } from '#core/options/import-options';
import { defaultValues } from '#core/options/option';
import type { DocumentId, DocumentSummary, FileToken, HostEvent, ReplyOf, RequestName, RequestOf, TreeId } from '#host-api';
import { BakedFiles, type WaitingFile } from './baked-files.ts';
import { DiskWatch } from './disk-watch.ts';
import { diskSource, meshesOf, type FileSource } from './file-source.ts';
import { FileTokens } from './file-tokens.ts';
import { OpenDocument, type OpenedFiles } from './open-document.ts';
import { OpenedSet } from './opened-set.ts';
import { defaultMaxBytes } from './read-source.ts';
import { readSamples, sampleSource } from './samples.ts';
import type { WorkerPool } from './worker-pool.ts';

export interface DocumentsOptions {
  /** Given up with `dispose`. */
  readonly pool: WorkerPool;
  readonly samplesFolder: string;
  /** Of one file with its side files; larger ones are refused before they are read. */
  readonly maxBytes?: number;
  /** Given up with `dispose`. */
  readonly watch?: DiskWatch;
}

type Handlers = { readonly [Name in RequestName]: (request: RequestOf<Name>) => Promise<ReplyOf<Name>> };

/** The open documents of the process: what the window, the browser shell and their pages share. */
export class Documents {
  readonly maxBytes: number;
  readonly #pool: WorkerPool;
  readonly #samplesFolder: string;
  readonly #watch: DiskWatch;
  readonly #tokens: FileTokens;
  readonly #baked: BakedFiles;
  readonly #documents = new Map<DocumentId, OpenDocument>();
  readonly #listeners = new Set<(event: HostEvent) => void>();
  #lastDocument: DocumentId = 0;

  constructor({ pool, samplesFolder, maxBytes = defaultMaxBytes, watch = new DiskWatch() }: DocumentsOptions) {
    this.maxBytes = maxBytes;
    this.#watch = watch;
    this.#pool = pool;
    this.#samplesFolder = samplesFolder;
    this.#tokens = new FileTokens(maxBytes);
    this.#baked = new BakedFiles(maxBytes);
  }

  /** @throws InspectorError as the request is refused. Its shape is trusted: `checkRequest` proves it. */
  request<Name extends RequestName>(name: Name, request: RequestOf<Name>): Promise<ReplyOf<Name>> {
    return this.#handlers[name](request);
  }

  /** Listens to events, in the order in which things happen; returns the function that stops listening. */
  onEvent(listener: (event: HostEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A token for a file on this machine; only for paths that a person gave. */
  offerPath(path: string): FileToken {
    return this.#tokens.offer(diskSource(path));
  }

  /** How many bytes may still be offered by `offerBytes`. */
  get uploadRoom(): number {
    return this.#tokens.room;
  }

  /** Keeps room for an upload that has begun; see `FileTokens.reserve`. */
  reserveUpload(bytes: number): () => void {
    return this.#tokens.reserve(bytes);
  }

  /**
   * A token for bytes that a page posted; `path` is relative to what was dropped.
   * @throws InspectorError `too-large`.
   */
  offerBytes(path: string, bytes: Uint8Array<ArrayBuffer>): FileToken {
    return this.#tokens.offer({ kind: 'memory', path, bytes });
  }

  /** Opens files of the command line; as `open`, each may serve the others as a side file. */
  openPaths(paths: readonly string[]): readonly DocumentId[] {
    return this.#open(paths.map(diskSource));
  }

  /** `null` for an unknown document, or one whose mesh is not there. */
  meshBytes(document: DocumentId): ArrayBuffer | SharedArrayBuffer | null {
    return this.#documents.get(document)?.meshBytes ?? null;
  }

  treeBytes(document: DocumentId, tree: TreeId): ArrayBuffer | null {
    return this.#documents.get(document)?.treeBytes(tree) ?? null;
  }

  /** The bytes behind the token of a `bakePath`; `null` when they were forgotten, or never were. */
  bakedFile(token: string): WaitingFile | null {
    return this.#baked.find(token);
  }

  async dispose(): Promise<void> {
    this.#baked.clear();
    this.#listeners.clear();
    for (const document of this.#documents.values()) document.dispose();
    this.#documents.clear();
    this.#watch.dispose();
    await this.#pool.dispose();
  }

  readonly #handlers: Handlers = {
    list: async () => ({ documents: this.#summaries() }),
    open: async ({ files, fromFolder = false }) => ({ documents: this.#open(this.#tokens.take(files), fromFolder) }),
    openSample: async ({ name }) => ({ documents: this.#open([await sampleSource(this.#samplesFolder, name)]) }),
    samples: async () => ({ samples: await readSamples(this.#samplesFolder) }),
    reload: async ({ document, options }) => ({ document: await this.#replace(document, this.#find(document).filesOnDisk(), options) }),
    chooseScene: async ({ document, scene, options }) => {
      const files = this.#find(document).filesOfScenes();
      return { document: await this.#replace(document, { ...files, options: { ...files.options, scene: String(scene) } }, options) };
    },
    importAgain: async ({ document, importing, options }) => {
      const files = this.#find(document).filesOfChoices();
      return { document: await this.#replace(document, { ...files, options: importing }, options) };
    },
    build: async ({ document, options }) => ({ tree: await this.#find(document).build(options) }),
    bake: async ({ document, format, trees, meaning }) => {
      const { name, baked } = await this.#find(document).bake(format, trees, meaning);
      const { bytes, notes, queries } = baked;
      const path = this.#baked.keep(document, { name, bytes: bytes.buffer });
      return { file: { path, name, byteLength: bytes.length, notes, queries } };
    },
    ignore: async ({ document, ignored }) => {
      this.#find(document).ignore(ignored);
      return {};
    },
    cancel: async ({ document, what }) => {
      this.#find(document).cancel(what);
      return {};
    },
    close: async ({ document }) => {
      this.#find(document);
      this.#closeReplacing(document);
      this.#close(document);
      return {};
    },
  };

  #open(sources: readonly FileSource[], fromFolder = false): readonly DocumentId[] {
    const set = new OpenedSet(sources);
    const options = defaultValues(importOptions);
    const opened = meshesOf(sources, fromFolder).map((source) => this.#create({ source, set, options }));
    // None begins before all are there: what serves another is known from the first import on.
    for (const document of opened) void document.open();
    return opened.map(({ summary }) => summary.id);
  }

  /** Opens files again, and gives the new document the place of the old one when its mesh is there. @throws as `reload`. */
  async #replace(old: DocumentId, { source, set, options }: OpenedFiles, firstTree: BuildOptions): Promise<DocumentId> {
    // The later wish counts.
    this.#closeReplacing(old);
    const next = this.#create({ source, set: new OpenedSet(set.sources), options }, firstTree, old);
    const { id } = next.summary;
    if (await next.open()) {
      this.#takePlace(old, id);
      return id;
    }
    this.#close(id);
    throw next.summary.error === null ? cancelledError() : new InspectorError(next.summary.error);
  }

  /** In the list too, which a page that comes later is given. */
  #takePlace(old: DocumentId, id: DocumentId): void {
    const next = this.#find(id);
    const inOrder = [...this.#documents].filter(([other]) => other !== id);
    this.#documents.clear();
    for (const [other, document] of inOrder) {
      if (other === old) this.#documents.set(id, next);
      this.#documents.set(other, document);
    }
    this.#close(old);
  }

  /** What is to take the place of a document is not wanted any more. */
  #closeReplacing(old: DocumentId): void {
    for (const { summary } of [...this.#documents.values()]) if (summary.replaces === old) this.#close(summary.id);
  }

  /** A function of its own, so that what listens to the document does not hold the bytes of its set. */
  #create(files: OpenedFiles, firstTree = defaultValues(buildOptions), replaces: DocumentId | null = null): OpenDocument {
    const id = ++this.#lastDocument;
    const document = new OpenDocument({
      ...files,
      id,
      firstTree,
      replaces,
      watch: this.#watch,
      pool: this.#pool,
      maxBytes: this.maxBytes,
      onChange: (summary) => this.#tell({ kind: 'documentChanged', document: summary }),
      onProgress: (phase, progress) => this.#tell({ kind: 'documentProgress', document: id, phase, progress }),
      onSideFile: () => this.#close(id),
    });
    this.#documents.set(id, document);
    this.#tell({ kind: 'documentChanged', document: document.summary });
    return document;
  }

  /** A document that was closed already stays so. */
  #close(id: DocumentId): void {
    this.#documents.get(id)?.dispose();
    this.#baked.forgetDocument(id);
    if (this.#documents.delete(id)) this.#tell({ kind: 'documentClosed', document: id });
  }

  #summaries(): readonly DocumentSummary[] {
    return [...this.#documents.values()].map((document) => document.summary);
  }

  #find(id: DocumentId): OpenDocument {
    const document = this.#documents.get(id);
    if (document !== undefined) return document;
    throw new InspectorError({
      code: 'invalid-argument',
      message: `There is no open document ${id}`,
      fix: 'It may have been closed in another window: look at the list',
      location: {},
    });
  }

  #tell(event: HostEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

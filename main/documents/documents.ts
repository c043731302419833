import { InspectorError } from '#core/error';
import { cancelledError } from '#core/cancelled';
import { buildOptions, type BuildOptions, defaultValues, importOptions, sameValues } from '#core/options';
import type { DocumentId, DocumentSummary, FileToken, HostEvent, ReplyOf, RequestName, RequestOf, TreeId } from '#host-api';
import { BakedFiles, type WaitingFile } from './baked-files.ts';
import { DiskWatch } from './disk-watch.ts';
import { isProjectName, type ProjectMesh } from '../projects/project-file.ts';
import { ProjectStore } from '../projects/project-store.ts';
import { earlierFailures } from './earlier-failures.ts';
import { diskSource, meshesOf, sourceName, type FileSource } from './file-source.ts';
import { FileTokens } from './file-tokens.ts';
import { ServedDocument } from './open-document.ts';
import type { OpenedFiles } from './open-document-options.ts';
import { OpenedSet } from './opened-set.ts';
import { projectDocument } from './project-document.ts';
import { defaultMaxBytes } from './read-source.ts';
import type { RepairedCopy } from './repaired-mesh.ts';
import { productVersion } from '../product-version.ts';
import { readSamples, sampleSource } from './samples.ts';
import { isScenePath, SceneFiles } from './scene-files.ts';
import type { WorkerPool } from './worker-pool.ts';

export interface DocumentsOptions {
  /** Disposed together with the documents. */
  readonly pool: WorkerPool;
  readonly samplesFolder: string;
  /** Maximum size of a file with its side files; larger ones are refused before they are read. */
  readonly maxBytes?: number;
  /** Disposed together with the documents. */
  readonly watch?: DiskWatch;
  /** Folder for recent files and kept sessions; by default nothing is kept. */
  readonly userFolder?: string | null;
  /** See `ProjectsOptions.chooseProjectFile`. */
  readonly chooseProjectFile?: (name: string) => Promise<string | null>;
}

type Handlers = { readonly [Name in RequestName]: (request: RequestOf<Name>) => Promise<ReplyOf<Name>> };

/** The open documents of the process, which all windows and pages share. */
export class Documents {
  readonly maxBytes: number;
  readonly projects: ProjectStore;
  readonly #pool: WorkerPool;
  readonly #samplesFolder: string;
  readonly #watch: DiskWatch;
  readonly #tokens: FileTokens;
  readonly #scenes: SceneFiles;
  readonly #baked: BakedFiles;
  readonly #documents = new Map<DocumentId, ServedDocument>();
  readonly #listeners = new Set<(event: HostEvent) => void>();
  #lastDocument: DocumentId = 0;

  constructor(options: DocumentsOptions) {
    const { pool, samplesFolder, maxBytes = defaultMaxBytes, watch = new DiskWatch(), userFolder = null, chooseProjectFile } = options;
    this.maxBytes = maxBytes;
    this.#watch = watch;
    this.#pool = pool;
    this.#samplesFolder = samplesFolder;
    this.#tokens = new FileTokens(maxBytes);
    this.#baked = new BakedFiles(maxBytes);
    this.projects = new ProjectStore({
      userFolder,
      samplesFolder,
      maxBytes,
      chooseProjectFile,
      open: (files, mesh) => this.#openMesh(files, mesh),
      documents: () => [...this.#documents.values()].map((document) => projectDocument(document)),
      offerDownload: (name, bytes) => this.#baked.keep(noDocument, { name, bytes: new Uint8Array(bytes).buffer }),
      emit: (event) => this.#emit(event),
    });
    this.#scenes = new SceneFiles({
      maxBytes,
      documentOf: (source, set) => this.#openOnce(source, set),
      offer: (name, bytes) => this.#baked.keep(noDocument, { name, bytes: bytes.slice().buffer }),
      onWait: () => this.#emit({ kind: 'sceneWaits' }),
      onRead: (path) => this.projects.listScene(path),
    });
  }

  /** Runs a request, whose shape `checkRequest` has proven. @throws InspectorError if it is refused. */
  request<Name extends RequestName>(name: Name, request: RequestOf<Name>): Promise<ReplyOf<Name>> {
    return this.#handlers[name](request);
  }

  /** Listens to events in order; returns the function that stops listening. */
  onEvent(listener: (event: HostEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Returns a token for a file on this machine. Only for paths that the user selected. */
  offerPath(path: string): FileToken {
    return this.#tokens.offer(diskSource(path));
  }

  /** Number of bytes that `offerBytes` still accepts. */
  get uploadRoom(): number {
    return this.#tokens.room;
  }

  /** Reserves room for an upload; see `FileTokens.reserve`. */
  reserveUpload(bytes: number): () => void {
    return this.#tokens.reserve(bytes);
  }

  /**
   * Returns a token for bytes that a page posted; `path` is relative to the dropped folder.
   * @throws InspectorError `too-large`.
   */
  offerBytes(path: string, bytes: Uint8Array<ArrayBuffer>): FileToken {
    return this.#tokens.offer({ kind: 'memory', path, bytes });
  }

  /** Opens files of the command line; each may be a side file of the others. Projects and scenes wait for a page. */
  openPaths(paths: readonly string[]): readonly DocumentId[] {
    const sources = paths.map(diskSource);
    const projects = sources.filter((source) => isProjectName(sourceName(source)));
    for (const project of projects) this.projects.wait(project);
    const scenes = sources.filter((source) => isScenePath(sourceName(source)));
    for (const scene of scenes) this.#scenes.wait(scene);
    return this.#open(sources.filter((source) => !projects.includes(source) && !scenes.includes(source)));
  }

  /** `null` for an unknown document, or one without a mesh yet. */
  meshBytes(document: DocumentId): ArrayBuffer | SharedArrayBuffer | null {
    return this.#documents.get(document)?.meshBytes ?? null;
  }

  /** The mesh of the last preview of a repair; `null` without one. */
  repairedBytes(document: DocumentId): ArrayBuffer | SharedArrayBuffer | null {
    return this.#documents.get(document)?.repairedBytes ?? null;
  }

  treeBytes(document: DocumentId, tree: TreeId): ArrayBuffer | null {
    return this.#documents.get(document)?.treeBytes(tree) ?? null;
  }

  /** Returns the bytes for the token of a `bakePath`; `null` if the token is unknown or has expired. */
  bakedFile(token: string): WaitingFile | null {
    return this.#baked.find(token);
  }

  async dispose(): Promise<void> {
    this.#baked.clear();
    this.#listeners.clear();
    for (const document of this.#documents.values()) document.dispose();
    this.#documents.clear();
    this.#watch.dispose();
    this.projects.dispose();
    await this.#pool.dispose();
  }

  readonly #handlers: Handlers = {
    list: async () => ({ documents: this.#summaries() }),
    open: async ({ files, fromFolder = false }) => ({ documents: this.#open(this.#tokens.take(files), fromFolder) }),
    openSample: async ({ name }) => {
      const source = await sampleSource(this.#samplesFolder, name);
      if (isScenePath(sourceName(source))) return { documents: [], scene: await this.#scenes.read([source]) };
      return { documents: this.#open([source]), scene: null };
    },
    samples: async () => ({ samples: await readSamples(this.#samplesFolder) }),
    about: async () => ({ version: productVersion(), electron: process.versions['electron'] ?? null, node: process.versions.node }),
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
    bake: async ({ document, format, trees, meaning, exporting }) => {
      const { name, baked } = await this.#find(document).bake(format, trees, meaning, exporting);
      const { bytes, notes, queries } = baked;
      const path = this.#baked.keep(document, { name, bytes: bytes.buffer });
      return { file: { path, name, byteLength: bytes.length, notes, queries } };
    },
    repair: async ({ document, options, health, keep }) => {
      const { report, copy } = await this.#find(document).repair(options, health, keep);
      return { report, document: copy === null ? null : await this.#openCopy(copy) };
    },
    makeCollider: async ({ document, collider, work, keep }) => {
      const open = collider === null ? null : this.#find(collider);
      const edited = open?.meshBytes == null ? null : { bytes: open.meshBytes, name: open.summary.name };
      const { made, copy } = await this.#find(document).colliders.make(work, edited, keep);
      const opened = copy === null || collider === null ? copy : { ...copy, editOf: collider };
      return { made, document: opened === null ? null : await this.#openCopy(opened) };
    },
    colliderRegions: async ({ document, collider }) => this.#find(document).colliders.regions(this.#find(collider).colliders.meshBytes()),
    compareColliders: ({ document, options }) => this.#find(document).colliders.compare(options),
    keepCollider: async ({ document, row }) => ({ document: await this.#openCopy(this.#find(document).colliders.row(row)) }),
    ignore: async ({ document, ignored }) => {
      this.#find(document).ignore(ignored);
      return {};
    },
    offerText: async ({ name, text }) => ({ token: this.offerBytes(name, new Uint8Array(Buffer.from(text))) }),
    saveProject: ({ session, ...choice }) =>
      this.projects.tasks.run(session, async (task) => ({ saved: await this.projects.save(this.#taken(session), choice, task) })),
    readProject: ({ files }) =>
      this.projects.tasks.run(files[0]!, async (task) => ({ project: await this.projects.read(this.#tokens.take(files), task) })),
    cancelProject: async ({ task }) => {
      this.projects.tasks.cancel(task);
      return {};
    },
    readWaitingProject: async () => ({ project: await this.projects.readWaiting() }),
    readScene: async ({ files }) => ({ scene: await this.#scenes.read(this.#tokens.take(files)) }),
    readWaitingScene: async () => ({ scene: await this.#scenes.readWaiting() }),
    openCopy: async ({ document }) => {
      const same = this.#find(document).sameMesh();
      if ('bytes' in same) return { document: await this.#openCopy(same) };
      const { source, set, options } = same;
      const again = this.#create({ source, set: new OpenedSet(set.sources), options }, defaultValues(buildOptions), null);
      void again.open();
      return { document: again.summary.id };
    },
    openMeshes: ({ project }) => this.projects.openMeshes(project),
    supplyMesh: async ({ project, mesh, files }) => ({ document: this.projects.supply(project, mesh, this.#tokens.take(files)) }),
    keepSession: async ({ session, holds }) => {
      await this.projects.keep(this.#taken(session), holds);
      return {};
    },
    keptSessions: async ({ isReloaded }) => ({ sessions: await this.projects.keptSessions(isReloaded) }),
    readSession: async ({ id }) => ({ project: await this.projects.readSession(id) }),
    forgetSession: async ({ id }) => {
      await this.projects.forget(id);
      return {};
    },
    recent: async () => ({ recent: await this.projects.recent.listed() }),
    openRecent: async ({ id }) => {
      const { kind, files, open } = await this.projects.filesOfRecent(id);
      if (kind === 'project') return { documents: [], project: await this.projects.read(files) };
      if (kind === 'scene') return { documents: [], project: null, scene: await this.#scenes.read(files) };
      return { documents: [this.#usable(open) ?? this.#openMesh(files)], project: null };
    },
    forgetRecent: async ({ id }) => {
      await this.projects.recent.remove(id);
      if (id === null) await this.projects.posted.clear();
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
    // All are created before the first starts, so that side files are known from the first import on.
    for (const document of opened) void document.open();
    return opened.map(({ summary }) => summary.id);
  }

  /** Returns the document of a file, read with default options: one that is open already, or a new one. */
  async #openOnce(source: FileSource, set: readonly FileSource[]): Promise<DocumentId> {
    const sha256 = source.kind === 'disk' ? null : Buffer.from(await crypto.subtle.digest('SHA-256', source.bytes)).toString('hex');
    const isSame = ({ origin: { kind, paths, sha256: other, importing } }: ServedDocument): boolean =>
      sameValues(importOptions, importing, defaultValues(importOptions)) &&
      (source.kind === 'disk' ? kind === 'disk' && paths[0] === source.path : kind === 'posted' && other === sha256);
    const open = [...this.#documents.values()].find((document) => this.#usable(document.summary.id) !== null && isSame(document));
    return open?.summary.id ?? this.#openMesh([source, ...set.filter((other) => other !== source)]);
  }

  /** Returns an open document that can be shown, or will be; `null` for one that failed. */
  #usable(id: DocumentId | null): DocumentId | null {
    const summary = id === null ? undefined : this.#documents.get(id)?.summary;
    return summary === undefined || (summary.mesh === null && ['failed', 'cancelled'].includes(summary.phase)) ? null : summary.id;
  }

  #taken(token: FileToken): FileSource {
    return this.#tokens.take([token])[0]!;
  }

  /** Opens files, the mesh first, as a project has them. */
  #openMesh(files: readonly FileSource[], mesh: ProjectMesh | null = null): DocumentId {
    const opened = { source: files[0]!, set: new OpenedSet(files), options: mesh?.importing ?? defaultValues(importOptions) };
    const document = this.#create(opened, mesh?.tree ?? defaultValues(buildOptions), null, null, mesh);
    void document.open();
    return document.summary.id;
  }

  /** Opens a mesh in memory behind the document of which it is a copy. */
  async #openCopy(copy: RepairedCopy): Promise<DocumentId> {
    const source: FileSource = { kind: 'memory', path: copy.name, bytes: new Uint8Array(0) };
    const files = { source, set: new OpenedSet([]), options: defaultValues(importOptions) };
    const document = this.#create(files, defaultValues(buildOptions), null, copy);
    await document.open();
    return document.summary.id;
  }

  /** Opens files again, and replaces the old document once the new mesh is available. @throws as `reload`. */
  async #replace(old: DocumentId, { source, set, options }: OpenedFiles, firstTree: BuildOptions): Promise<DocumentId> {
    // The latest request wins.
    this.#closeReplacing(old);
    const next = this.#create({ source, set: new OpenedSet(set.sources), options }, firstTree, old);
    const { id } = next.summary;
    if (await next.open()) {
      this.#replaceInList(old, id);
      return id;
    }
    this.#close(id);
    throw next.summary.error === null ? cancelledError() : new InspectorError(next.summary.error);
  }

  /** Puts the new document at the position of the old one in the list. */
  #replaceInList(old: DocumentId, id: DocumentId): void {
    const next = this.#find(id);
    const inOrder = [...this.#documents].filter(([other]) => other !== id);
    this.#documents.clear();
    for (const [other, document] of inOrder) {
      if (other === old) this.#documents.set(id, next);
      this.#documents.set(other, document);
    }
    this.#close(old);
  }

  /** Closes the documents that are being loaded to replace a document. */
  #closeReplacing(old: DocumentId): void {
    for (const { summary } of [...this.#documents.values()]) if (summary.replaces === old) this.#close(summary.id);
  }

  /** A separate function, so that listeners of the document do not keep the bytes of its set alive. */
  #create(
    files: OpenedFiles,
    firstTree = defaultValues(buildOptions),
    replaces: DocumentId | null = null,
    copy: RepairedCopy | null = null,
    saved: ProjectMesh | null = null,
  ): ServedDocument {
    const id = ++this.#lastDocument;
    const document = new ServedDocument({
      ...files,
      id,
      firstTree,
      replaces,
      copy,
      name: isUnlisted(files.source) ? (saved?.name ?? null) : null,
      ignored: saved?.ignored ?? [],
      onImported: (origin, read) => {
        for (const failed of replaces === null ? earlierFailures(this.#documents.values(), id, origin) : []) {
          this.#closeReplacing(failed);
          this.#close(failed);
        }
        void this.projects.noteImported(document.summary.name, origin, read);
      },
      watch: this.#watch,
      pool: this.#pool,
      maxBytes: this.maxBytes,
      onChange: (summary) => this.#emit({ kind: 'documentChanged', document: summary }),
      onProgress: (phase, progress) => this.#emit({ kind: 'documentProgress', document: id, phase, progress }),
      onSideFile: () => this.#close(id),
    });
    this.#documents.set(id, document);
    this.#emit({ kind: 'documentChanged', document: document.summary });
    return document;
  }

  /** Closes a document, unless it is closed already. */
  #close(id: DocumentId): void {
    this.#documents.get(id)?.dispose();
    this.#baked.forgetDocument(id);
    this.projects.noteClosed(id);
    if (this.#documents.delete(id)) this.#emit({ kind: 'documentClosed', document: id });
  }

  #summaries(): readonly DocumentSummary[] {
    return [...this.#documents.values()].map((document) => document.summary);
  }

  #find(id: DocumentId): ServedDocument {
    const document = this.#documents.get(id);
    if (document !== undefined) return document;
    throw new InspectorError({
      code: 'invalid-argument',
      message: `There is no open document ${id}`,
      fix: 'It may have been closed in another window. Reload the list',
      location: {},
    });
  }

  #emit(event: HostEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

function isUnlisted(source: FileSource): boolean {
  return source.kind === 'memory' && source.isUnlisted === true;
}

/** Files that belong to no document. */
const noDocument: DocumentId = -1;

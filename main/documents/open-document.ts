import { bakeFormats, type BakeFormatName } from '#core/bake/bake-formats';
import type { BakeSource } from '#core/bake/boxwood/contents';
import { maxTrees } from '#core/bake/boxwood/layout';
import type { IgnoredFinding } from '#core/ignored-finding';
import { InspectorError, toErrorData, type InspectorErrorData } from '#core/error';
import type { HeldTree, ImportJobResult } from '#core/job/job';
import { interpretSpace } from '#core/import/interpret-space';
import type { SpaceOptions } from '#core/options/space-options';
import { openMeshBytes } from '#core/mesh/mesh-bytes';
import { triangleCount, vertexCount } from '#core/mesh/triangle-mesh';
import { buildOptions, type BuildOptions } from '#core/options/build-options';
import { importOptions, type ImportOptions } from '#core/options/import-options';
import { defaultValues, sameValues } from '#core/options/option';
import type { CancelTarget, DocumentId, DocumentSummary, FileState, MeshSummary, Phase, TreeId, TreeSummary } from '#host-api';
import { cancelledError } from '#core/cancelled';
import { bakeVerified, type VerifiedBake } from './bake-verified.ts';
import type { DiskWatch } from './disk-watch.ts';
import { sourceName, type FileSource } from './file-source.ts';
import { FilesRead } from './files-read.ts';
import type { OpenedSet } from './opened-set.ts';
import { sourceSize } from './read-source.ts';
import { sideFileReader } from './side-files.ts';
import { machineThreads, type WorkerPool } from './worker-pool.ts';

type Bytes = ArrayBuffer | SharedArrayBuffer;

export interface OpenDocumentOptions {
  readonly id: DocumentId;
  readonly source: FileSource;
  /** What was opened together with it: the side files are looked for here first. */
  readonly set: OpenedSet;
  readonly options: ImportOptions;
  /** Of the first tree. */
  readonly firstTree: BuildOptions;
  /** See `DocumentSummary.replaces`. */
  readonly replaces: DocumentId | null;
  readonly pool: WorkerPool;
  readonly watch: DiskWatch;
  readonly maxBytes: number;
  /** Told each new summary, until `dispose`. */
  readonly onChange: (summary: DocumentSummary) => void;
  /** Told the finished fraction of a phase in between. */
  readonly onProgress: (phase: Phase, progress: number) => void;
  /** The file is no mesh, and another of its set has read it as a side file: it is no document of its own. */
  readonly onSideFile: () => void;
}

/** What a document was opened from, and how. */
export type OpenedFiles = Pick<OpenDocumentOptions, 'source' | 'set' | 'options'>;

interface NumberedTree {
  readonly summary: TreeSummary;
  readonly bytes: ArrayBuffer;
}

interface RunningBuild {
  readonly options: BuildOptions;
  readonly tree: Promise<TreeSummary>;
}

/**
 * One document from its file to its trees: `reading`, `parsing` (from its end on the mesh can be fetched), `building`,
 * `ready`; a baked file that holds trees is `ready` when it is parsed. A failed or cancelled first build keeps the mesh,
 * and `build` may be asked again.
 */
export class OpenDocument {
  readonly #options: Omit<OpenDocumentOptions, 'source' | 'set'>;
  readonly #filesRead: FilesRead;
  /** Dropped bytes are let go as soon as the document is imported, unless they can be read in other ways. */
  #files: OpenedFiles | null;
  #summary: DocumentSummary;
  #mesh: Bytes | null = null;
  #source: BakeSource | null = null;
  #trees: readonly NumberedTree[] = [];
  #running: readonly RunningBuild[] = [];
  #opening = false;
  #lastTree: TreeId = 0;
  /** Of the import and the builds. */
  #stop = new AbortController();
  #stopBake = new AbortController();
  #disposed = false;

  constructor({ source, set, ...options }: OpenDocumentOptions) {
    this.#options = options;
    this.#files = { source, set, options: options.options };
    this.#filesRead = new FilesRead(options.watch, (files) => this.#change({ files }));
    const { id, replaces } = options;
    const byteLength = source.kind === 'memory' ? source.bytes.length : 0;
    const files: FileState = { kind: source.kind === 'memory' ? 'posted' : 'asRead' };
    const name = sourceName(source);
    this.#summary = {
      id,
      name,
      byteLength,
      phase: 'reading',
      progress: 0,
      replaces,
      files,
      mesh: null,
      trees: [],
      ignored: [],
      bake: null,
      error: null,
    };
  }

  get summary(): DocumentSummary {
    return this.#summary;
  }

  /** In the layout of `mesh-bytes.ts`; `null` before the end of `parsing`. */
  get meshBytes(): Bytes | null {
    return this.#mesh;
  }

  treeBytes(tree: TreeId): ArrayBuffer | null {
    return this.#trees.find((held) => held.summary.id === tree)?.bytes ?? null;
  }

  /**
   * What it was opened from, for reading it again.
   * @throws InspectorError `invalid-argument` when a page gave the bytes, which are not kept.
   */
  filesOnDisk(): OpenedFiles {
    if (this.#files?.source.kind === 'disk') return this.#files;
    throw this.#invalid('This document was not read from a file on the disk', 'Drop or choose the file again');
  }

  /**
   * What it was opened from, for reading it with other choices.
   * @throws InspectorError `invalid-argument` when a page gave the bytes, and they hold no choice.
   */
  filesOfChoices(): OpenedFiles {
    if (this.#files !== null) return this.#files;
    throw this.#invalid('The bytes of this document are not kept', 'Drop or choose the file again');
  }

  /**
   * What it was opened from, for opening another scene of it.
   * @throws InspectorError `invalid-argument` when it has no other.
   */
  filesOfScenes(): OpenedFiles {
    const scenes = this.#summary.mesh?.scenes ?? null;
    if (this.#files !== null && scenes !== null && scenes.names.length > 1) return this.#files;
    throw this.#invalid('This document has no other scene', 'Open a glTF file with several');
  }

  /**
   * Reads and parses, once, and begins the first tree. Tells whether there is a mesh; what goes wrong is told by the summary,
   * and nothing is thrown.
   */
  async open(): Promise<boolean> {
    const files = this.#files;
    if (files === null || this.#opening) return false;
    this.#opening = true;
    const { source, set } = files;
    try {
      const running = this.#import(source, set);
      set.addImport(running);
      await running;
    } catch (thrown) {
      if (source.kind === 'memory') this.#files = null;
      const error = this.#named(toErrorData(thrown));
      if (error.code === 'unsupported-format' && (await set.hasServed(source))) this.#options.onSideFile();
      else this.#fail(error);
      return false;
    }
    // A refused build tells the summary.
    if (this.#trees.length === 0) void this.build(this.#options.firstTree).catch(() => {});
    return true;
  }

  /**
   * A tree with these options: one that is held, one that is being built, or a new one.
   * @throws InspectorError `invalid-argument` before the mesh is there; `cancelled`; what the build throws.
   */
  async build(options: BuildOptions): Promise<TreeSummary> {
    const mesh = this.#mesh;
    if (mesh === null) throw this.#notThereYet();
    const held = this.#trees.find(({ summary }) => sameValues(buildOptions, summary.options, options));
    if (held !== undefined) return held.summary;
    const same = this.#running.find((build) => sameValues(buildOptions, build.options, options));
    if (same !== undefined) return same.tree;
    const build: RunningBuild = { options, tree: this.#build(mesh, options) };
    this.#running = [...this.#running, build];
    try {
      const tree = await build.tree;
      this.#end(build, null);
      return tree;
    } catch (thrown) {
      const error = this.#named(toErrorData(thrown));
      this.#end(build, error);
      throw new InspectorError(error, { cause: thrown });
    }
  }

  /**
   * Bakes the mesh with these of its trees, under a name like its own. One bake at a time.
   * @throws InspectorError `invalid-argument` before the mesh is there, for a tree that is not held, and while another
   *   bake runs; `cancelled`; as `bakeVerified`.
   */
  async bake(
    format: BakeFormatName,
    trees: readonly TreeId[],
    meaning: SpaceOptions,
  ): Promise<{ readonly name: string; readonly baked: VerifiedBake }> {
    const { mesh: summary, name } = this.#summary;
    const mesh = this.#mesh;
    if (mesh === null || summary === null) throw this.#notThereYet();
    if (this.#summary.bake !== null) throw this.#invalid('This document is being baked already', 'Wait until that is done, or cancel it');
    const { signal } = this.#stopBake;
    const onProgress = (bake: DocumentSummary['bake']): void => this.#change({ bake });
    const { findings } = summary;
    const ignored = this.#summary.ignored;
    const space = interpretSpace(summary.space, meaning);
    const request = {
      kind: 'bake',
      format,
      mesh,
      trees: trees.map((id) => this.#heldTree(id)),
      source: this.#source,
      space,
      findings,
      ignored,
    } as const;
    onProgress({ step: 'baking', fraction: 0 });
    try {
      const baked = await bakeVerified(request, { pool: this.#options.pool, signal, maxBytes: this.#options.maxBytes, onProgress });
      return { name: `${name.replace(/\.[^.]+$/, '')}.${bakeFormats[format].extension}`, baked };
    } catch (thrown) {
      throw new InspectorError(this.#named(toErrorData(thrown)), { cause: thrown });
    } finally {
      onProgress(null);
    }
  }

  /** What of the findings is let be. */
  ignore(ignored: readonly IgnoredFinding[]): void {
    this.#change({ ignored });
  }

  /** Stops the bake that runs, or the import and all builds; the others go on, for another window may have asked for them. */
  cancel(what: CancelTarget): void {
    switch (what) {
      case 'bake':
        this.#stopBake.abort();
        this.#stopBake = new AbortController();
        return;
      case 'trees':
        this.#stop.abort();
        this.#stop = new AbortController();
    }
  }

  dispose(): void {
    this.#disposed = true;
    this.cancel('bake');
    this.cancel('trees');
    this.#filesRead.dispose();
    this.#mesh = null;
    this.#trees = [];
    this.#files = null;
  }

  async #import(source: FileSource, set: OpenedSet): Promise<void> {
    const { options, pool, maxBytes } = this.#options;
    const { signal } = this.#stop;
    await this.#filesRead.add(source);
    const byteLength = await sourceSize(source);
    this.#change({ byteLength });
    // The job takes the bytes away, and another document of the set, or another choice, may want them.
    const bytes = source.kind === 'memory' ? source.bytes.slice() : { path: source.path, maxHeld: maxBytes };
    if (signal.aborted) throw cancelledError();
    this.#change({ phase: 'parsing', progress: 0 });
    const result = await pool.run(
      { kind: 'import', fileName: this.#summary.name, bytes, options },
      {
        signal,
        onProgress: (progress) => this.#report(progress),
        readSideFile: sideFileReader(source, {
          set: set.sources,
          maxBytes,
          signal,
          onServe: (file) => set.noteServed(file),
          beforeRead: (file) => this.#filesRead.add(file),
        }),
      },
    );
    if (this.#disposed) throw cancelledError();
    this.#mesh = result.mesh;
    this.#source = result.source;
    const mesh = meshSummary(result, options);
    if (source.kind === 'memory' && !hasChoices(result, options)) this.#files = null;
    if (result.ignored.length > 0) this.#summary = { ...this.#summary, ignored: result.ignored };
    // A baked file brings its trees, the most wanted one first; here the newest is the one that is shown.
    for (const tree of result.trees.toReversed()) this.#hold(tree, null);
    if (this.#trees.length > 0) this.#change({ phase: 'ready', progress: 1, mesh });
    else this.#change({ phase: 'building', progress: 0, mesh });
  }

  async #build(mesh: Bytes, options: BuildOptions): Promise<TreeSummary> {
    const { signal } = this.#stop;
    this.#change({ phase: 'building', progress: 0, error: null });
    const onProgress = (progress: number): void => this.#report(progress);
    const result = await this.#options.pool.run({ kind: 'build', mesh, options, jobs: machineThreads() }, { signal, onProgress });
    if (this.#disposed) throw cancelledError();
    const { tree, statistics, milliseconds } = result;
    return this.#hold({ tree, options, statistics }, milliseconds);
  }

  #hold({ tree: bytes, options, statistics }: HeldTree, milliseconds: number | null): TreeSummary {
    this.#lastTree += 1;
    const summary: TreeSummary = { id: this.#lastTree, options, statistics, milliseconds };
    // Older ones are forgotten; a page that shows one has its bytes.
    this.#trees = [...this.#trees, { summary, bytes }].slice(-maxTrees);
    this.#summary = { ...this.#summary, trees: this.#trees.map((held) => held.summary) };
    return summary;
  }

  /** After the last build that runs, a document with a tree is ready, whatever became of that build. */
  #end(build: RunningBuild, error: InspectorErrorData | null): void {
    this.#running = this.#running.filter((other) => other !== build);
    if (this.#running.length > 0) return;
    if (error === null || this.#trees.length > 0) this.#change({ phase: 'ready', progress: 1 });
    else this.#fail(error);
  }

  #fail(error: InspectorErrorData): void {
    if (error.code === 'cancelled') this.#change({ phase: 'cancelled', progress: 0 });
    // A mesh without a usable triangle has no tree, and can be looked at all the same.
    else if (error.code === 'no-triangles' && this.#mesh !== null) this.#change({ phase: 'ready', progress: 1 });
    else this.#change({ phase: 'failed', error });
  }

  #change(change: Partial<DocumentSummary> & { readonly phase?: Phase }): void {
    if (this.#disposed) return;
    this.#summary = { ...this.#summary, ...change };
    this.#options.onChange(this.#summary);
  }

  #report(progress: number): void {
    if (this.#disposed) return;
    this.#summary = { ...this.#summary, progress };
    this.#options.onProgress(this.#summary.phase, progress);
  }

  #named(error: InspectorErrorData): InspectorErrorData {
    return { ...error, location: { file: this.#summary.name, ...error.location } };
  }

  #notThereYet(): InspectorError {
    const { phase } = this.#summary;
    const fix = phase === 'failed' || phase === 'cancelled' ? 'Open the file again' : 'Wait until it is parsed';
    return this.#invalid('This document has no mesh yet', fix);
  }

  #heldTree(id: TreeId): ArrayBuffer {
    const bytes = this.treeBytes(id);
    if (bytes === null) throw this.#invalid(`Tree ${id} is not held any more`, 'Build it again');
    return bytes;
  }

  #invalid(message: string, fix: string): InspectorError {
    return new InspectorError({ code: 'invalid-argument', message, fix, location: { file: this.#summary.name } });
  }
}

/** Whether reading the file in another way would give another mesh. */
function hasChoices({ scenes, colliders, findings, mesh }: ImportJobResult, options: ImportOptions): boolean {
  const many = scenes !== null && scenes.names.length > 1;
  const folds = findings.some(({ code }) => code === 'folded-fans');
  return (
    many ||
    folds ||
    colliders.length > 0 ||
    !sameValues(importOptions, options, defaultValues(importOptions)) ||
    openMeshBytes(mesh).parts.some(({ role }) => role !== undefined)
  );
}

function meshSummary(result: ImportJobResult, importing: ImportOptions): MeshSummary {
  const mesh = openMeshBytes(result.mesh);
  const { format, dialect, source, units, space, scenes, findings, colliders, readMilliseconds, milliseconds } = result;
  return {
    format,
    dialect,
    source,
    units,
    space,
    scenes,
    importing,
    colliders,
    triangles: triangleCount(mesh),
    vertices: vertexCount(mesh),
    byteLength: result.mesh.byteLength,
    findings,
    readMilliseconds,
    parseMilliseconds: milliseconds,
  };
}

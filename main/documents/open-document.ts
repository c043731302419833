import { type BakeFormatName, bakeFormats, type BakeSource } from '#core/bake';
import { interpretSpace } from '#core/import';
import type { GivenRepairs } from '#core/health';
import type { BakeJobRequest, HeldTree, RepairReport } from '#core/job';
import { buildOptions, type BuildOptions, type HealthOptions, sameValues, type SpaceOptions } from '#core/options';
import type { IgnoredFinding } from '#core/ignored-finding';
import { InspectorError, toErrorData, type InspectorErrorData } from '#core/error';
import type { CancelTarget, DocumentSummary, ExportChoice, Phase, TreeId, TreeSummary } from '#host-api';
import { cancelledError } from '#core/cancelled';
import { bakeVerified, type VerifiedBake } from './bake-verified.ts';
import { packed } from './packed-bake.ts';
import { convertedBake, exportName } from './converted-bake.ts';
import { DocumentColliders } from './document-colliders.ts';
import { DocumentRepairs } from './document-repairs.ts';
import { sourceName, type FileSource } from './file-source.ts';
import { HeldTrees, type NumberedTree, type RunningBuild } from './held-trees.ts';
import { hasChoices, meshSummary } from './mesh-summary.ts';
import type { DocumentOrigin, OpenDocumentOptions, OpenedFiles } from './open-document-options.ts';
import { FilesRead } from './files-read.ts';
import { newSummary } from './new-summary.ts';
import type { OpenedSet } from './opened-set.ts';
import { type RepairedCopy, repairedCopy } from './repaired-mesh.ts';
import { sourceSize } from './read-source.ts';
import { sideFileReader } from './side-files.ts';
import { machineThreads } from './worker-pool.ts';

type Bytes = ArrayBuffer | SharedArrayBuffer;

/**
 * A document from its file to its trees. Its phases are `reading`, `parsing`, `building` and `ready`; the mesh is available after
 * `parsing`. A baked file with trees is `ready` after `parsing`. After a failed or cancelled first build the mesh stays, and
 * `build` may be called again.
 */
export class ServedDocument {
  readonly #options: Omit<OpenDocumentOptions, 'source' | 'set'>;
  readonly #filesRead: FilesRead;
  /** Dropped bytes are released after the import, unless they can be imported with other options. */
  #files: OpenedFiles | null;
  #summary: DocumentSummary;
  #mesh: Bytes | null = null;
  #source: BakeSource | null = null;
  #origin: DocumentOrigin;
  readonly #trees = new HeldTrees();
  #running: readonly RunningBuild[] = [];
  #opening = false;
  /** Cancels the import and the builds. */
  #stop = new AbortController();
  #stopBake = new AbortController();
  readonly #repairs: DocumentRepairs;
  readonly colliders: DocumentColliders;
  #disposed = false;

  constructor({ source, set, ...options }: OpenDocumentOptions) {
    this.#options = options;
    this.#files = { source, set, options: options.options };
    this.#filesRead = new FilesRead(options.watch, (files) => this.#change({ files }));
    this.#repairs = new DocumentRepairs(options.pool, (repair) => this.#change({ repair }));
    this.colliders = new DocumentColliders(options.pool, {
      source: () => {
        if (this.#mesh === null || this.#summary.mesh === null) throw this.#notThereYet();
        return { bytes: this.#mesh, document: this.#summary, mesh: this.#summary.mesh };
      },
      onProgress: (collider) => this.#change({ collider }),
      named: (error) => this.#named(error),
    });
    const { copy } = options;
    const kind = copy !== null ? 'copy' : source.kind === 'disk' ? 'disk' : 'posted';
    this.#origin = { kind, sha256: null, paths: [source.path], importing: options.options };
    this.#summary = newSummary({ source, set, ...options });
  }

  get summary(): DocumentSummary {
    return this.#summary;
  }

  get origin(): DocumentOrigin {
    return this.#origin;
  }

  /** In the layout of `mesh-bytes.ts`; `null` before the end of `parsing`. */
  get meshBytes(): Bytes | null {
    return this.#mesh;
  }

  /** The mesh of the last preview of a repair; `null` without one. */
  get repairedBytes(): Bytes | null {
    return this.#repairs.previewed;
  }

  treeBytes(tree: TreeId): ArrayBuffer | null {
    return this.#trees.find(tree)?.bytes ?? null;
  }

  /**
   * Returns the files, to reload them.
   * @throws InspectorError `invalid-argument` if a page posted the bytes, which are not kept.
   */
  filesOnDisk(): OpenedFiles {
    if (this.#files?.source.kind === 'disk') return this.#files;
    throw this.#invalid('This document was not read from a file on the disk', 'Drop or choose the file again');
  }

  /**
   * Returns the files, to import them with other options.
   * @throws InspectorError `invalid-argument` if a page posted the bytes and they were released.
   */
  filesOfChoices(): OpenedFiles {
    if (this.#files !== null) return this.#files;
    throw this.#invalid('The bytes of this document are not kept', 'Drop or choose the file again');
  }

  /**
   * Returns what opens the same mesh once more: the files with their options, or the mesh itself where a page posted the bytes, which are not kept.
   * @throws InspectorError `invalid-argument` before there is a mesh.
   */
  sameMesh(): OpenedFiles | RepairedCopy {
    if (this.#mesh === null || this.#summary.mesh === null) throw this.#notThereYet();
    if (this.#files !== null) return { ...this.#files, options: this.#summary.mesh.importing };
    return { of: this.#summary.id, name: this.#summary.name, bytes: this.#mesh, mesh: this.#summary.mesh, isSame: true };
  }

  /**
   * Returns the files, to open another scene.
   * @throws InspectorError `invalid-argument` if there is no other scene.
   */
  filesOfScenes(): OpenedFiles {
    const scenes = this.#summary.mesh?.scenes ?? null;
    if (this.#files !== null && scenes !== null && scenes.names.length > 1) return this.#files;
    throw this.#invalid('This document has no other scene', 'Open a glTF file with several');
  }

  /**
   * Reads and parses the file once, and starts the first build. Resolves to whether there is a mesh. Never throws: errors are in
   * the summary.
   */
  async open(): Promise<boolean> {
    const files = this.#files;
    if (files === null || this.#opening) return false;
    this.#opening = true;
    const { source, set } = files;
    if (this.#options.copy !== null) return this.#adoptCopy(this.#options.copy);
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
    // A failed build changes the summary.
    if (this.#trees.isEmpty) void this.build(this.#options.firstTree).catch(() => {});
    return true;
  }

  /**
   * Returns a tree with these options: an existing one, one that is being built, or a new one.
   * @throws InspectorError `invalid-argument` before the mesh is available; `cancelled`; what the build throws.
   */
  async build(options: BuildOptions): Promise<TreeSummary> {
    const mesh = this.#mesh;
    if (mesh === null) throw this.#notThereYet();
    const held = this.#trees.withOptions(options);
    if (held !== null) return held;
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
   * Bakes the mesh with some of its trees, with a file name derived from its own or that of the export. One bake at a time.
   * @throws InspectorError `invalid-argument` before the mesh is available, for an unknown tree, and while another
   *   bake runs; `cancelled`; as `convertedBake` and `bakeVerified`.
   */
  async bake(
    format: BakeFormatName,
    trees: readonly TreeId[],
    meaning: SpaceOptions,
    exporting: ExportChoice | null = null,
  ): Promise<{ readonly name: string; readonly baked: VerifiedBake }> {
    const { mesh: summary, name } = this.#summary;
    const mesh = this.#mesh;
    if (mesh === null || summary === null) throw this.#notThereYet();
    if (this.#summary.bake !== null) throw this.#invalid('A bake of this document is running', 'Wait for it, or cancel it');
    const { signal } = this.#stopBake;
    const onProgress = (bake: DocumentSummary['bake']): void => this.#change({ bake });
    const { findings } = summary;
    const ignored = this.#summary.ignored;
    const space = interpretSpace(summary.space, meaning);
    const held = trees.map((id) => this.#heldTree(id));
    const asIs: BakeJobRequest = {
      kind: 'bake',
      format,
      mesh,
      trees: held.map(({ bytes }) => bytes),
      source: this.#source,
      space,
      findings,
      ignored,
    };
    onProgress({ step: exporting === null ? 'baking' : 'converting', fraction: 0 });
    try {
      const { pool } = this.#options;
      const options = held.map((tree) => tree.summary.options);
      const converted = exporting === null ? asIs : await convertedBake(asIs, exporting, { pool, signal, onProgress, trees: options });
      const { extension } = bakeFormats[format];
      const stem = name.replace(/\.[^.]+$/, '');
      const fileName = exporting === null ? `${stem}.${extension}` : exportName(exporting.name, extension);
      const request = { ...converted, stem: fileName.slice(0, -extension.length - 1) };
      return packed(fileName, await bakeVerified(request, { pool, signal, maxBytes: this.#options.maxBytes, onProgress }));
    } catch (thrown) {
      throw new InspectorError(this.#named(toErrorData(thrown)), { cause: thrown });
    } finally {
      onProgress(null);
    }
  }

  /**
   * Repairs the mesh; with `keep` also returns the result as a copy to open. One repair at a time.
   * @throws InspectorError `invalid-argument` before the mesh is available, and while another repair runs; `cancelled`; as the job.
   */
  async repair(
    options: GivenRepairs,
    health: HealthOptions,
    keep: boolean,
  ): Promise<{ readonly report: RepairReport; readonly copy: RepairedCopy | null }> {
    const { mesh: summary } = this.#summary;
    if (this.#mesh === null || summary === null) throw this.#notThereYet();
    if (this.#summary.repair !== null) throw this.#invalid('A repair of this document is running', 'Wait for it, or cancel it');
    try {
      const result = await this.#repairs.run(this.#mesh, options, health, keep);
      return { report: result.report, copy: keep ? repairedCopy(this.#summary, summary, result) : null };
    } catch (thrown) {
      throw new InspectorError(this.#named(toErrorData(thrown)), { cause: thrown });
    }
  }

  /** Sets the ignored findings. */
  ignore(ignored: readonly IgnoredFinding[]): void {
    this.#change({ ignored });
  }

  /** Cancels the bake, the repair, or the import and all builds. The others continue, since another window may need them. */
  cancel(what: CancelTarget): void {
    switch (what) {
      case 'bake':
        this.#stopBake.abort();
        this.#stopBake = new AbortController();
        return;
      case 'repair':
        this.#repairs.cancel();
        return;
      case 'collider':
        this.colliders.cancel();
        return;
      case 'trees':
        this.#stop.abort();
        this.#stop = new AbortController();
    }
  }

  dispose(): void {
    this.#disposed = true;
    this.cancel('bake');
    this.#repairs.dispose();
    this.colliders.dispose();
    this.cancel('trees');
    this.#filesRead.dispose();
    this.#mesh = null;
    this.#trees.clear();
    this.#files = null;
  }

  #adoptCopy({ bytes, mesh }: RepairedCopy): boolean {
    this.#files = null;
    this.#mesh = bytes;
    this.#change({ phase: 'building', progress: 0, mesh });
    void this.build(this.#options.firstTree).catch(() => {});
    return true;
  }

  async #import(source: FileSource, set: OpenedSet): Promise<void> {
    const { options, pool, maxBytes } = this.#options;
    const { signal } = this.#stop;
    await this.#filesRead.add(source);
    const byteLength = await sourceSize(source);
    this.#change({ byteLength });
    // The job transfers the bytes, but other documents of the set or another import may need them.
    const bytes = source.kind === 'memory' ? source.bytes.slice() : { path: source.path, maxHeld: maxBytes };
    if (signal.aborted) throw cancelledError();
    const read = [source];
    this.#change({ phase: 'parsing', progress: 0 });
    const result = await pool.run(
      { kind: 'import', fileName: sourceName(source), bytes, options },
      {
        signal,
        onProgress: (progress) => this.#report(progress),
        readSideFile: sideFileReader(source, {
          set: set.sources,
          maxBytes,
          signal,
          onServe: (file) => set.noteServed(file),
          beforeRead: (file) => {
            if (!read.includes(file)) read.push(file);
            return this.#filesRead.add(file);
          },
        }),
      },
    );
    if (this.#disposed) throw cancelledError();
    this.#mesh = result.mesh;
    this.#source = result.source;
    this.#origin = { ...this.#origin, sha256: result.sha256, paths: read.map(({ path }) => path) };
    this.#options.onImported(this.#origin, read);
    const mesh = meshSummary(result, options);
    if (source.kind === 'memory' && !hasChoices(result, options)) this.#files = null;
    if (result.ignored.length > 0) this.#summary = { ...this.#summary, ignored: result.ignored };
    // A baked file has its main tree first; here the newest tree is the one on display.
    for (const tree of result.trees.toReversed()) this.#hold(tree, null);
    if (!this.#trees.isEmpty) this.#change({ phase: 'ready', progress: 1, mesh });
    else this.#change({ phase: 'building', progress: 0, mesh });
  }

  async #build(mesh: Bytes, options: BuildOptions): Promise<TreeSummary> {
    const { signal } = this.#stop;
    this.#change({ phase: 'building', progress: 0, error: null });
    const onProgress = (progress: number): void => this.#report(progress);
    const result = await this.#options.pool.run({ kind: 'build', mesh, options, jobs: machineThreads() }, { signal, onProgress });
    if (this.#disposed) throw cancelledError();
    const { tree, statistics, milliseconds, isFirstRun } = result;
    return this.#hold({ tree, options, statistics }, milliseconds, isFirstRun);
  }

  #hold(tree: HeldTree, milliseconds: number | null, isFirstRun = false): TreeSummary {
    const summary = this.#trees.add(tree, milliseconds, isFirstRun);
    this.#summary = { ...this.#summary, trees: this.#trees.summaries };
    return summary;
  }

  /** Ends a build. After the last one, a document with a tree is ready, even if that build failed. */
  #end(build: RunningBuild, error: InspectorErrorData | null): void {
    this.#running = this.#running.filter((other) => other !== build);
    if (this.#running.length > 0) return;
    if (error === null || !this.#trees.isEmpty) this.#change({ phase: 'ready', progress: 1 });
    else this.#fail(error);
  }

  #fail(error: InspectorErrorData): void {
    if (error.code === 'cancelled') this.#change({ phase: 'cancelled', progress: 0 });
    // A mesh without usable triangles has no tree, but can still be displayed.
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

  #heldTree(id: TreeId): NumberedTree {
    const held = this.#trees.find(id);
    if (held === null) throw this.#invalid(`Tree ${id} is no longer available`, 'Build it again');
    return held;
  }

  #invalid(message: string, fix: string): InspectorError {
    return new InspectorError({ code: 'invalid-argument', message, fix, location: { file: this.#summary.name } });
  }
}

import { createHash } from 'node:crypto';
import { InspectorError, toErrorData } from '#core/error';
import type { HeldTree, ImportJobResult, JobRequest, KindRecord, ResultOf } from '#core/job';
import { checkMeshSize, checkSurface, meshBounds, openMeshBytes, type TriangleMesh } from '#core/mesh';
import { buildOptions, type BuildOptions, defaultValues, importOptions, type ImportOptions, sameValues } from '#core/options';
import type { TreeKind } from '#core/tree';
import { diskSource } from '../documents/file-source.ts';
import { defaultMaxBytes, readSource, sourcePieces, sourceSize } from '../documents/read-source.ts';
import type { SideFileReader } from '../documents/side-files.ts';
import { WorkerPool } from '../documents/worker-pool.ts';
import { counted, printable } from '../terminal/columns.ts';
import { isAddress, parseAddress, shownFile } from '../remote/address.ts';
import { createLocalCopies, fileNameOf } from '../remote/local-copies.ts';
import { sideFilesOf } from '../remote/remote-side-files.ts';
import type { CliContext } from './context.ts';
import { createProgressLine, type ProgressLine } from './progress-line.ts';

/** A mesh that was read from a file. */
export interface ReadMesh {
  /** As it was given on the command line; an address without its query and digest. */
  readonly file: string;
  readonly byteLength: number;
  readonly mesh: TriangleMesh;
  readonly imported: ImportJobResult;
  readonly readMilliseconds: number;
}

/** A tree of a mesh, built or loaded from a baked file. */
export interface ReadyTree extends HeldTree {
  /** Build time; `null` if the tree was loaded from the file. */
  readonly milliseconds: number | null;
}

/** The long steps of a verb. They run in a worker thread, so that Ctrl-C or a lack of memory ends only them. */
export interface MeshWork {
  /** Reads a mesh. @throws InspectorError whose location has the file name of the command line. */
  readonly read: (file: string, options?: ImportOptions) => Promise<ReadMesh>;
  /** Reads a mesh that has lengths, areas and volumes. @throws as `read`; `no-triangles`, and `too-large` and `too-small` as `checkMeshSize`. */
  readonly readBody: (file: string, options?: ImportOptions) => Promise<ReadMesh>;
  /** Reads a mesh that has a surface. @throws as `readBody`, and as `checkSurface`. */
  readonly readSurface: (file: string, options?: ImportOptions) => Promise<ReadMesh>;
  /** Returns all bytes of a file. @throws as `read`. */
  readonly readBytes: (file: string) => Promise<Uint8Array<ArrayBuffer>>;
  /** Returns the SHA-256 of a file, as `ImportJobResult` has it. @throws as `read`. */
  readonly sha256: (file: string) => Promise<string>;
  /** Returns the path of a file, or of a copy of it that exists as long as the work. @throws as `read`. */
  readonly localPath: (file: string) => Promise<string>;
  /** Runs steps with the same file, so that one at an address is downloaded once. */
  readonly hold: <Result>(file: string, steps: () => Promise<Result>) => Promise<Result>;
  /** Reads a mesh with side files from a reader. @throws as `read`. */
  readonly parse: (file: string, options: ImportOptions, readSideFile: SideFileReader) => Promise<ReadMesh>;
  /** @throws InspectorError `no-triangles` when no triangle of the mesh is usable. */
  readonly build: (read: ReadMesh, options: BuildOptions) => Promise<ReadyTree>;
  /**
   * Returns the first tree of a baked file, or its first tree of a kind. If there is none, builds one: of that kind with default
   * options, or without a kind with the default options and `otherwise`.
   * @throws as `build`.
   */
  readonly anyTree: (read: ReadMesh, kind?: TreeKind | null, otherwise?: Partial<BuildOptions>) => Promise<ReadyTree>;
  /** Compares all kinds of trees with the same other options. @throws as `build`. */
  readonly compare: (read: ReadMesh, options: BuildOptions) => Promise<readonly KindRecord[]>;
  /** Runs any other job about a file; `phase` is its name in the progress line. @throws as the job. */
  readonly run: <Request extends JobRequest>(
    file: string,
    phase: string,
    request: Request,
    readSideFile?: SideFileReader,
  ) => Promise<ResultOf<Request>>;
  /** Returns the reader of the side files of a file. */
  readonly sideFiles: (file: string) => SideFileReader;
  /** Removes the progress line, so that text can be printed before the work is done. */
  readonly clearProgress: () => void;
}

export interface WorkThreads {
  /** Steps that may run at the same time. */
  readonly steps?: number;
  /** See `threadOptions`. */
  readonly jobs?: number;
  /** Whether the steps are so short that they need no thread. */
  readonly isShort?: boolean;
}

/** Runs a verb with its long steps, prints their progress, and ends their threads afterwards. */
export async function withMeshWork<Result>(
  context: CliContext,
  verb: (work: MeshWork) => Promise<Result>,
  { steps = 1, jobs = 1, isShort = false }: WorkThreads = {},
): Promise<Result> {
  const { signal } = context;
  const pool = context.pool ?? new WorkerPool({ size: steps, early: context.early, isLocal: isShort });
  const line = createProgressLine(context);
  const copies = createLocalCopies(signal, (fraction) => line.report('downloading', fraction));
  try {
    const run = jobRunner(pool, line, signal);
    const sideFiles: MeshWork['sideFiles'] = (file) => sideFilesOf(file, signal);
    const build: MeshWork['build'] = async (read, options) => {
      if (meshBounds(read.mesh) === null) throw noTriangles(read.file, read.imported.colliders.length);
      const held = read.imported.trees.find((tree) => sameValues(buildOptions, tree.options, options));
      if (held !== undefined) return { ...held, milliseconds: null };
      return { ...(await run(read.file, 'building', { kind: 'build', mesh: read.imported.mesh, options, jobs })), options };
    };
    const onDisk = <Step>(file: string, step: (path: string) => Promise<Step>): Promise<Step> => named(file, () => copies.use(file, step));
    const readBytes: MeshWork['readBytes'] = (file) =>
      onDisk(file, (path) => {
        const onProgress = (fraction: number): void => line.report('reading', fraction);
        return readSource(diskSource(path), { maxBytes: defaultMaxBytes, signal, onProgress });
      });
    const sha256: MeshWork['sha256'] = (file) =>
      digestInAddress(file) ??
      onDisk(file, async (path) => {
        const hash = createHash('sha256');
        const onProgress = (fraction: number): void => line.report('reading', fraction);
        for await (const piece of sourcePieces(path, { signal, onProgress })) hash.update(piece);
        return hash.digest('hex');
      });
    const parse: MeshWork['parse'] = (file, options, readSideFile) =>
      onDisk(file, async (path) => {
        const byteLength = await sourceSize(diskSource(path));
        const onProgress = (fraction: number): void => line.report('parsing', fraction);
        const imported = await pool.run(
          { kind: 'import', fileName: fileNameOf(file), bytes: { path, maxHeld: defaultMaxBytes }, options },
          { signal, onProgress, readSideFile },
        );
        warnOfBrushes(context, line, file, imported);
        return {
          file: shownFile(file),
          byteLength,
          mesh: openMeshBytes(imported.mesh),
          imported,
          readMilliseconds: imported.readMilliseconds,
        };
      });
    const read: MeshWork['read'] = async (file, options = defaultValues(importOptions)) => parse(file, options, sideFiles(file));
    return await verb({
      read,
      readBody: async (file, options) => checkedBody(file, await read(file, options)),
      readSurface: async (file, options) => checkedSurface(file, await checkedBody(file, await read(file, options))),
      readBytes,
      sha256,
      hold: copies.hold,
      localPath: (file) => named(file, () => copies.keep(file)),
      parse,
      build,
      compare: async (read, options) => {
        if (meshBounds(read.mesh) === null) throw noTriangles(read.file, read.imported.colliders.length);
        return (await run(read.file, 'comparing', { kind: 'compare', mesh: read.imported.mesh, options })).records;
      },
      anyTree: (read, kind = null, otherwise = {}) => {
        const held = read.imported.trees.find(({ options }) => kind === null || options.kind === kind);
        return build(read, held?.options ?? { ...defaultValues(buildOptions), ...(kind === null ? otherwise : { kind }) });
      },
      run,
      sideFiles,
      clearProgress: line.clear,
    });
  } finally {
    line.clear();
    await copies.dispose();
    if (context.pool === undefined) await pool.dispose();
  }
}

/** Returns the function that runs jobs and reports their progress. */
function jobRunner(pool: WorkerPool, line: ReturnType<typeof createProgressLine>, signal: AbortSignal): MeshWork['run'] {
  return (file, phase, request, readSideFile) => {
    const onProgress = (fraction: number): void => line.report(phase, fraction);
    return named(file, () => pool.run(request, { signal, onProgress, ...(readSideFile !== undefined && { readSideFile }) }));
  };
}

function checkedBody(file: string, read: ReadMesh): Promise<ReadMesh> {
  const bounds = meshBounds(read.mesh);
  if (bounds === null) throw noTriangles(read.file, read.imported.colliders.length);
  return named(file, async () => {
    checkMeshSize(bounds);
    return read;
  });
}

function checkedSurface(file: string, read: ReadMesh): Promise<ReadMesh> {
  return named(file, async () => {
    checkSurface(read.mesh);
    return read;
  });
}

/** Prints which brushes of a level were left out: without them it is another solid, whatever the verb. */
function warnOfBrushes({ err }: CliContext, line: ProgressLine, file: string, { findings }: ImportJobResult): void {
  for (const { code, message, count } of findings) {
    if (code !== 'unusable-brushes') continue;
    line.clear();
    err(`Warning: ${printable(shownFile(file))}: ${message} (${counted(count)})\n`);
  }
}

/** The digest that an address has: the file is downloaded only if more is needed of it. */
function digestInAddress(file: string): Promise<string> | null {
  const sha256 = isAddress(file) ? parseAddress(file).sha256 : null;
  return sha256 === null ? null : Promise.resolve(sha256);
}

/** Adds the file name of the command line to errors about the opened file or about no file. */
async function named<Result>(file: string, step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (thrown) {
    const error = toErrorData(thrown);
    const known = error.location.file;
    const name = fileNameOf(file);
    const shown = shownFile(file);
    // Files in an archive have its name as prefix.
    if (known !== undefined && known !== name && !known.startsWith(`${name}/`)) throw thrown;
    const location = { ...error.location, file: known === undefined ? shown : `${shown}${known.slice(name.length)}` };
    const located = new InspectorError({ ...error, location }, { cause: thrown });
    if (thrown instanceof Error && thrown.stack !== undefined) located.stack = thrown.stack;
    throw located;
  }
}

function noTriangles(file: string, collidersApart: number): InspectorError {
  return new InspectorError({
    code: 'no-triangles',
    message: 'The mesh has no usable triangle',
    fix:
      collidersApart > 0
        ? 'The file contains only colliders of a physics extension. Read it with --colliders with'
        : 'Run boxwood inspect to see the findings of the import',
    location: { file },
  });
}

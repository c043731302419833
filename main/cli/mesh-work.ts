import { resolve } from 'node:path';
import { InspectorError, toErrorData } from '#core/error';
import type { BuildJobResult, ImportJobResult } from '#core/job/job';
import { meshBounds } from '#core/mesh/bounds';
import { openMeshBytes } from '#core/mesh/mesh-bytes';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import type { BuildOptions } from '#core/options/build-options';
import { diskSource, sourceName } from '../documents/file-source.ts';
import { defaultMostBytes, readSource } from '../documents/read-source.ts';
import { sideFileReader } from '../documents/side-files.ts';
import { WorkerPool } from '../documents/worker-pool.ts';
import type { CliContext } from './context.ts';
import { createProgressLine } from './progress-line.ts';

/** A mesh that was read from a file, as the verbs use it. */
export interface ReadMesh {
  /** As it was given on the command line. */
  readonly file: string;
  readonly byteLength: number;
  readonly mesh: TriangleMesh;
  readonly imported: ImportJobResult;
  readonly readMilliseconds: number;
}

/** The long steps of a verb. They run in a worker thread: Ctrl-C ends them, and memory that runs out ends only them. */
export interface MeshWork {
  /** @throws InspectorError; its place names the file as it was given. */
  readonly read: (file: string) => Promise<ReadMesh>;
  /** @throws InspectorError `no-triangles` when no triangle of the mesh is usable. */
  readonly build: (read: ReadMesh, options: BuildOptions) => Promise<BuildJobResult>;
}

/** Gives a verb its long steps, shows their progress, and ends the thread after it. */
export async function withMeshWork<Result>(context: CliContext, verb: (work: MeshWork) => Promise<Result>): Promise<Result> {
  const { signal } = context;
  const pool = new WorkerPool({ size: 1 });
  const line = createProgressLine(context);
  try {
    return await verb({
      read: (file) => named(file, () => readMesh(file, pool, signal, line.report)),
      build: (read, options) => named(read.file, () => {
        if (meshBounds(read.mesh) === null) throw noTriangles();
        const onProgress = (fraction: number): void => line.report('building', fraction);
        return pool.run({ kind: 'build', mesh: read.imported.mesh, options }, { signal, onProgress });
      }),
    });
  } finally {
    line.clear();
    await pool.dispose();
  }
}

async function readMesh(
  file: string,
  pool: WorkerPool,
  signal: AbortSignal,
  report: (phase: string, fraction: number) => void,
): Promise<ReadMesh> {
  const source = diskSource(resolve(file));
  const mostBytes = defaultMostBytes;
  const start = performance.now();
  const bytes = await readSource(source, { mostBytes, signal, onProgress: (fraction) => report('reading', fraction) });
  const byteLength = bytes.length;
  const readMilliseconds = performance.now() - start;
  const imported = await pool.run(
    { kind: 'import', fileName: sourceName(source), bytes },
    {
      signal,
      onProgress: (fraction) => report('parsing', fraction),
      readSideFile: sideFileReader(source, [], mostBytes, signal),
    },
  );
  return { file, byteLength, mesh: openMeshBytes(imported.mesh), imported, readMilliseconds };
}

/** Errors about the opened file, or about no file at all, name it as the person did. */
async function named<Result>(file: string, step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (thrown) {
    const error = toErrorData(thrown);
    const known = error.place.file;
    if (known !== undefined && known !== sourceName(diskSource(resolve(file)))) throw thrown;
    const withPlace = new InspectorError({ ...error, place: { ...error.place, file } }, { cause: thrown });
    if (thrown instanceof Error && thrown.stack !== undefined) withPlace.stack = thrown.stack;
    throw withPlace;
  }
}

function noTriangles(): InspectorError {
  return new InspectorError({
    code: 'no-triangles',
    message: 'The mesh has no usable triangle',
    cure: 'See what boxwood inspect finds in the file',
    place: {},
  });
}

import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cancelledError } from '#core/cancelled';
import { checkThreads } from '#core/check-threads';
import type { FacetBlocks, ReadHelp } from '#core/import';
import { importMesh } from '#core/import/import-mesh';
import type { ImportedMesh, ReadMeshOptions } from '#core/index';
import { InspectorError, invalidArgument } from '#core/error';
import { countSharedMemory } from '#core/memory-counter';
import { checkedReadOptions } from '#core/library/read-mesh';
import { noProgress } from '#core/progress';
import { diskSource, sourceName } from '../documents/file-source.ts';
import { defaultMaxBytes, sourceSize } from '../documents/read-source.ts';
import { sideFileReader } from '../documents/side-files.ts';
import { createDracoDecoder } from '../worker/draco-decoder.ts';
import { type Descriptor, openFile } from '../worker/open-file.ts';
import { startReadHelpers } from '../worker/start-read-helpers.ts';
import { threadScript } from './thread-script.ts';
import { threadsOf, type QueryThreadsOptions } from './threads-of.ts';

/** Threads that read one file after another. */
export interface ReadThreads {
  /**
   * Reads a mesh as `readMeshFile`.
   * @throws InspectorError as `readMeshFile`; `cancelled` after `end`.
   */
  readonly read: (path: string | URL, options?: ReadMeshOptions) => Promise<ImportedMesh>;
  /** Ends the threads. A file that is being read is read to its end by the thread that called. */
  readonly end: () => void;
}

const script = threadScript('read-helper.js');

/** More threads than this do not read faster: memory is the limit. */
const maxHelpers = 7;
/** Triangles from which a thread that runs saves time. */
const minFacets = 2 ** 16;
/** Triangles for each thread that is started for one file, this thread included. */
const facetsPerThread = 2 ** 20;

/**
 * Reads the mesh of a file of the disk, as `readMesh` reads its bytes. OBJ, OFF, PLY and STL are read in pieces: the file is never in memory as a whole.
 * Side files are read from the folder of the file and below it, unless `readSideFile` is given. Draco is decoded.
 *
 * Worker threads of Node help with binary STL of 2,097,152 triangles and more, one for each 1,048,576, and end with it. Such a mesh is in shared memory: its
 * arrays are parts of one buffer, which cannot be transferred.
 * @throws InspectorError as `readMesh`; `unreadable` and `too-large`; `truncated` for a file that becomes shorter; `unsafe-path` for a side file elsewhere.
 * Also `invalid-argument` for what is no path, a wrong number of threads, and other options of threads. Errors name the path as it was given.
 */
export async function readMeshFile(
  path: string | URL,
  options: ReadMeshOptions = {},
  also: QueryThreadsOptions = {},
): Promise<ImportedMesh> {
  const threads = threadsOf(also);
  checkThreads(threads);
  const help: HelpWith | null =
    threads === 1 ? null : (file) => ({ minFacets: 2 * facetsPerThread, read: (blocks) => readWithNewThreads(threads - 1, file, blocks) });
  return readFrom(path, options, help);
}

async function readWithNewThreads(max: number, file: Descriptor, blocks: FacetBlocks): Promise<void> {
  const wanted = Math.floor(blocks.indices.length / 3 / facetsPerThread) - 1;
  const { helpWith, end } = startReadHelpers(Math.min(max, wanted, maxHelpers), script);
  await helpWith(file)(blocks);
  end();
}

/**
 * Starts worker threads of Node that help this one to read binary STL of 65,536 triangles and more; at most seven, since memory is the limit. These meshes
 * are in shared memory, as those of `readMeshFile`. The process goes on until `end`, unless `threads` is 1: then none is started.
 * @throws InspectorError `invalid-argument` for unknown options, and a number of threads that is not whole, below 1 or above 1024.
 */
export function startReadThreads(options: QueryThreadsOptions = {}): ReadThreads {
  const threads = threadsOf(options);
  checkThreads(threads);
  const { helpWith, end } = startReadHelpers(Math.min(threads - 1, maxHelpers), script);
  const help: HelpWith | null = threads === 1 ? null : (file) => ({ minFacets, read: helpWith(file) });
  let hasEnded = false;
  return {
    read: async (path, readOptions = {}) => {
      if (hasEnded) throw cancelledError();
      return readFrom(path, readOptions, help);
    },
    end: () => {
      hasEnded = true;
      end();
    },
  };
}

type HelpWith = (file: Descriptor) => ReadHelp;

async function readFrom(given: string | URL, options: ReadMeshOptions, helpWith: HelpWith | null): Promise<ImportedMesh> {
  const path = pathOf(given);
  const { decodeDraco = createDracoDecoder(), ...checked } = checkedReadOptions(options);
  try {
    // The folder of the process can change meanwhile.
    const imported = await readAt(resolve(path), { ...checked, decodeDraco }, helpWith);
    const { buffer } = imported.mesh.positions;
    if (buffer instanceof SharedArrayBuffer) countSharedMemory(buffer.byteLength);
    return imported;
  } catch (thrown) {
    throw thrown instanceof InspectorError ? errorAt(thrown, path) : thrown;
  }
}

async function readAt(path: string, options: ReadMeshOptions, helpWith: HelpWith | null): Promise<ImportedMesh> {
  const source = diskSource(path);
  const fileName = sourceName(source);
  const maxBytes = defaultMaxBytes;
  const { progress = noProgress, decodeDraco, readSideFile = sideFileReader(source, { set: [], maxBytes }), ...rest } = options;
  await sourceSize(source);
  const { descriptor, source: bytes, close } = openFile({ path, maxHeld: maxBytes });
  try {
    const readHelp = helpWith?.({ descriptor, byteLength: bytes.byteLength, name: fileName });
    return await importMesh(bytes, { fileName, progress, readSideFile, decodeDraco, readHelp, options: rest });
  } finally {
    close();
  }
}

/** @throws InspectorError `invalid-argument` for what is neither a path nor the URL of a file. */
function pathOf(given: string | URL): string {
  if (given instanceof URL && given.protocol === 'file:') return fileURLToPath(given);
  if (typeof given === 'string' && given !== '') return given;
  throw invalidArgument('This is not the path of a file', 'Give a path as text or a file: URL; for bytes there is readMesh');
}

/** Returns an error about a file with the whole path that was given: many files of a folder tree may have the same name. */
function errorAt(error: InspectorError, path: string): InspectorError {
  const data = error.toJSON();
  if (data.location.file !== basename(path)) return error;
  return new InspectorError({ ...data, location: { ...data.location, file: path } }, { cause: error.cause });
}

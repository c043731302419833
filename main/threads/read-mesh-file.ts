import { cancelledError } from '#core/cancelled';
import { checkThreads } from '#core/check-threads';
import type { FacetBlocks, ReadHelp } from '#core/import';
import { importMesh } from '#core/import/import-mesh';
import type { ImportedMesh, ReadMeshOptions } from '#core/index';
import { invalidArgument } from '#core/error';
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
  readonly read: (path: string, options?: ReadMeshOptions) => Promise<ImportedMesh>;
  /** Ends the threads. A file that is being read is read to its end by the thread that called. */
  readonly end: () => void;
}

const script = threadScript('read-helper.js');

/** Triangles from which a thread that runs saves time, and from which one is worth starting. */
const minFacets = { started: 2 ** 16, notStarted: 2 ** 21 };

/**
 * Reads the mesh of a file of the disk, as `readMesh` reads its bytes. OBJ, OFF, PLY and STL are read in pieces: the file is never in memory as a whole.
 * Side files are read from the folder of the file and below it, unless `readSideFile` is given. Draco is decoded.
 *
 * Worker threads of Node help with binary STL of 2,097,152 triangles and more, and end with it. Such a mesh is in shared memory.
 * @throws InspectorError as `readMesh`; `unreadable` and `too-large`; `truncated` for a file that becomes shorter; `unsafe-path` for a side file elsewhere.
 * Also `invalid-argument` for a path that is not text, a wrong number of threads, and other options of threads.
 */
export async function readMeshFile(path: string, options: ReadMeshOptions = {}, also: QueryThreadsOptions = {}): Promise<ImportedMesh> {
  const threads = threadsOf(also);
  checkThreads(threads);
  const help: HelpWith | null =
    threads === 1 ? null : (file) => ({ minFacets: minFacets.notStarted, read: (blocks) => readWithNewThreads(threads - 1, file, blocks) });
  return readFrom(path, options, help);
}

async function readWithNewThreads(count: number, file: Descriptor, blocks: FacetBlocks): Promise<void> {
  const { helpWith, end } = startReadHelpers(count, script);
  await helpWith(file)(blocks);
  end();
}

/**
 * Starts worker threads of Node that help this one to read binary STL of 65,536 triangles and more, which are then in shared memory. The process goes on
 * until `end`.
 * @throws InspectorError `invalid-argument` for unknown options, and a number of threads that is not whole, below 1 or above 1024.
 */
export function startReadThreads(options: QueryThreadsOptions = {}): ReadThreads {
  const threads = threadsOf(options);
  checkThreads(threads);
  const { helpWith, end } = startReadHelpers(threads - 1, script);
  const help: HelpWith | null = threads === 1 ? null : (file) => ({ minFacets: minFacets.started, read: helpWith(file) });
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

async function readFrom(path: string, options: ReadMeshOptions, helpWith: HelpWith | null): Promise<ImportedMesh> {
  if (typeof path !== 'string') throw invalidArgument('The path is not text', 'Give the path of a file; for bytes there is readMesh');
  const source = diskSource(path);
  const fileName = sourceName(source);
  const maxBytes = defaultMaxBytes;
  const {
    progress = noProgress,
    decodeDraco = createDracoDecoder(),
    readSideFile = sideFileReader(source, { set: [], maxBytes }),
    ...rest
  } = options;
  await sourceSize(source);
  const { descriptor, source: bytes, close } = openFile({ path, maxHeld: maxBytes });
  try {
    const readHelp = helpWith?.({ descriptor, byteLength: bytes.byteLength, name: fileName });
    return await importMesh(bytes, { fileName, progress, readSideFile, decodeDraco, readHelp, options: rest });
  } finally {
    close();
  }
}

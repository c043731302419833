import { basename, resolve } from 'node:path';
import { toErrorData } from '#core/error';
import { answeringVersion } from '../../cache/answering-version.ts';
import { fromCache, intoCache, pruneCache, type CacheFolder } from '../../cache/cache-folder.ts';
import { diskSource } from '../../documents/file-source.ts';
import { defaultMaxBytes } from '../../documents/read-source.ts';
import { sideFileReader } from '../../documents/side-files.ts';
import { errorLine } from '../../terminal/error-line.ts';
import type { CliContext } from '../context.ts';
import type { MeshWork } from '../mesh-work.ts';
import { cacheKey, keyWithSides, sha256Of, type SideFile } from './cache-key.ts';
import { examineMesh, type Examination, type Examined, type ExamineSettings } from './examine-file.ts';

/**
 * What is kept under a key: what was found, or which side files the file asks for, under whose hashes that is kept. So a file is known
 * again beside the side files of either of two branches.
 */
type Kept = { readonly kind: 'examined'; readonly examined: Examined } | { readonly kind: 'sides'; readonly names: readonly string[] };

type Told = Pick<CliContext, 'err' | 'signal'>;

/**
 * Answers of earlier runs, by the content of files, their side files, options and version. Errors are never kept: they may be of the
 * machine, and are soon found. What goes wrong with the cache itself is told in one line, and files are checked without it.
 */
export class CheckCache {
  readonly #folder: CacheFolder;
  readonly #maxBytes: number;
  readonly #context: Told;
  #hits = 0;
  #kept = 0;
  #isWritable = true;

  constructor(path: string, maxBytes: number, context: Told) {
    this.#folder = { path, version: answeringVersion(), signal: context.signal };
    this.#maxBytes = maxBytes;
    this.#context = context;
  }

  /** How many answers came from here. */
  get hits(): number {
    return this.#hits;
  }

  /** As `examineFile`. */
  async examine(work: MeshWork, file: string, settings: ExamineSettings): Promise<Examination> {
    const start = performance.now();
    const sha256 = await work.sha256(file);
    const key = cacheKey(this.#folder.version, basename(resolve(file)), sha256, settings);
    const known = await this.#find(file, key);
    const readMilliseconds = performance.now() - start;
    if (known !== null) {
      this.#hits++;
      return { examined: known, timings: { readMilliseconds, parseMilliseconds: 0, checkMilliseconds: 0 } };
    }
    const sides = new SidesAsked(file, this.#context.signal);
    const read = await work.parse(file, settings.reading, sides.read);
    const examination = await examineMesh(work, read, settings);
    // Somebody may have written it meanwhile.
    if (sides.areWhole && read.imported.sha256 === sha256) await this.#keep(key, sides.list, examination.examined);
    return examination;
  }

  /** Makes room for the next run. */
  async close(): Promise<void> {
    if (this.#kept > 0) await pruneCache(this.#folder, this.#maxBytes);
  }

  async #find(file: string, key: string): Promise<Examined | null> {
    const kept = await this.#read(key);
    if (kept?.kind !== 'sides') return kept?.examined ?? null;
    const sides = new SidesAsked(file, this.#context.signal);
    // One that may not be read any more is told by the import.
    for (const name of kept.names) await sides.read(name).catch(() => null);
    const known = sides.areWhole ? await this.#read(keyWithSides(key, sides.list)) : null;
    return known?.kind === 'examined' ? known.examined : null;
  }

  async #read(key: string): Promise<Kept | null> {
    const entry = await fromCache(this.#folder, key);
    return entry === null ? null : (entry.content as Kept); // This version wrote it, as its hash proves.
  }

  async #keep(key: string, sides: readonly SideFile[], examined: Examined): Promise<void> {
    if (!this.#isWritable) return;
    const write = (its: string, kept: Kept): Promise<void> => intoCache(this.#folder, its, kept);
    try {
      if (sides.length > 0) await write(key, { kind: 'sides', names: sides.map(({ name }) => name) });
      await write(sides.length > 0 ? keyWithSides(key, sides) : key, { kind: 'examined', examined });
      this.#kept++;
    } catch (thrown) {
      // Files that are checked beside each other may all come here.
      if (this.#isWritable) this.#context.err(errorLine({ ...toErrorData(thrown), fix: 'Nothing more is added to the cache' }));
      this.#isWritable = false;
    }
  }
}

/** The side files that one import asks for, each with its hash, and those that are missing. */
class SidesAsked {
  /** The reader that the import is given. */
  readonly read: (name: string) => Promise<Uint8Array | null>;
  readonly #sides = new Map<string, SideFile>();
  #areWhole = true;

  constructor(file: string, signal: AbortSignal) {
    const read = sideFileReader(diskSource(resolve(file)), { set: [], maxBytes: defaultMaxBytes, signal });
    this.read = async (name) => {
      try {
        const bytes = await read(name);
        this.#sides.set(name, { name, sha256: bytes === null ? null : await sha256Of(bytes, signal) });
        return bytes;
      } catch (thrown) {
        this.#areWhole = false;
        throw thrown;
      }
    };
  }

  get list(): readonly SideFile[] {
    return [...this.#sides.values()];
  }

  /** Whether none of them was refused, which may be of the machine. */
  get areWhole(): boolean {
    return this.#areWhole;
  }
}

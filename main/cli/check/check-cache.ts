import { type InspectorErrorData, toErrorData } from '#core/error';
import { resultVersion } from '../../cache/result-version.ts';
import { type CacheStore, layered, openStore } from '../../cache/cache-store.ts';
import { fileNameOf } from '../../remote/local-copies.ts';
import { sideFilesOf } from '../../remote/remote-side-files.ts';
import { errorLine } from '../../terminal/error-line.ts';
import type { CliContext } from '../context.ts';
import type { MeshWork } from '../mesh-work.ts';
import { cacheKey, keyWithSides, sha256Of, type SideFile } from './cache-key.ts';
import { examineMesh, type Examination, type Examined, type ExamineSettings } from './examine-file.ts';

/**
 * The value of a key: the examination, or the names of the side files whose hashes are part of its key. So a file is found again
 * with the side files of either of two branches.
 */
type Kept = { readonly kind: 'examined'; readonly examined: Examined } | { readonly kind: 'sides'; readonly names: readonly string[] };

type Output = Pick<CliContext, 'err' | 'signal'>;

/**
 * Results of earlier runs, by the content of files and side files, options and version. Errors are never stored: they may depend on
 * the machine, and are found quickly. A problem with the cache itself is printed in one line, and files are checked without it.
 */
export class CheckCache {
  readonly #store: CacheStore;
  readonly #version = resultVersion();
  readonly #maxBytes: number;
  readonly #context: Output;
  #hits = 0;
  #kept = 0;
  #isWritable = true;

  /** @param places folders and addresses, the nearest one first; entries of later ones are copied to it. */
  constructor(places: readonly string[], maxBytes: number, context: Output) {
    const onUnreadable = (error: InspectorErrorData): void =>
      context.err(errorLine({ ...error, fix: `${error.fix}. This cache is not read` }));
    const options = { version: this.#version, signal: context.signal, onUnreadable };
    this.#store = layered(places.map((place) => openStore(place, options)));
    this.#maxBytes = maxBytes;
    this.#context = context;
  }

  /** Number of results from the cache. */
  get hits(): number {
    return this.#hits;
  }

  /** Returns the examination of a file, from the cache if possible. @throws as `examineFile`. */
  examine(work: MeshWork, file: string, settings: ExamineSettings): Promise<Examination> {
    return work.hold(file, () => this.#examine(work, file, settings));
  }

  async #examine(work: MeshWork, file: string, settings: ExamineSettings): Promise<Examination> {
    const start = performance.now();
    const sha256 = await work.sha256(file);
    const key = cacheKey(this.#version, fileNameOf(file), sha256, settings);
    const known = await this.#find(file, key);
    const readMilliseconds = performance.now() - start;
    if (known !== null) {
      this.#hits++;
      return { examined: known, timings: { readMilliseconds, parseMilliseconds: 0, checkMilliseconds: 0 } };
    }
    const sides = new RequestedSides(file, this.#context.signal);
    const read = await work.parse(file, settings.reading, sides.read);
    const examination = await examineMesh(work, read, settings);
    // Another program may have changed the file meanwhile.
    if (sides.areWhole && read.imported.sha256 === sha256) await this.#keep(key, sides.list, examination.examined);
    return examination;
  }

  /** Evicts entries beyond the maximum size. */
  async close(): Promise<void> {
    if (this.#kept > 0) await this.#store.prune(this.#maxBytes);
  }

  async #find(file: string, key: string): Promise<Examined | null> {
    const kept = await this.#read(key);
    if (kept?.kind !== 'sides') return kept?.examined ?? null;
    const sides = new RequestedSides(file, this.#context.signal);
    // The import reports a side file that cannot be read.
    for (const name of kept.names) await sides.read(name).catch(() => null);
    const known = sides.areWhole ? await this.#read(keyWithSides(key, sides.list)) : null;
    return known?.kind === 'examined' ? known.examined : null;
  }

  async #read(key: string): Promise<Kept | null> {
    const entry = await this.#store.read(key);
    return entry === null ? null : (entry.content as Kept); // The hash proves that this version wrote it.
  }

  async #keep(key: string, sides: readonly SideFile[], examined: Examined): Promise<void> {
    if (!this.#isWritable) return;
    const write = (name: string, kept: Kept): Promise<void> => this.#store.write(name, kept);
    try {
      if (sides.length > 0) await write(key, { kind: 'sides', names: sides.map(({ name }) => name) });
      await write(sides.length > 0 ? keyWithSides(key, sides) : key, { kind: 'examined', examined });
      this.#kept++;
    } catch (thrown) {
      // Several files that are checked in parallel may reach this line.
      if (this.#isWritable) this.#context.err(errorLine({ ...toErrorData(thrown), fix: 'The cache is not used for further results' }));
      this.#isWritable = false;
    }
  }
}

/** The side files that one import requests, each with its hash, and the missing ones. */
class RequestedSides {
  /** The reader for the import. */
  readonly read: (name: string) => Promise<Uint8Array | null>;
  readonly #sides = new Map<string, SideFile>();
  #areWhole = true;

  constructor(file: string, signal: AbortSignal) {
    const read = sideFilesOf(file, signal);
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

  /** Whether all could be read or are missing: other failures may depend on the machine. */
  get areWhole(): boolean {
    return this.#areWhole;
  }
}

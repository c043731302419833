import type { FileState } from '#host-api';
import type { DiskWatch } from './disk-watch.ts';
import { sourceName, type FileSource } from './file-source.ts';
import { fileStamp, sameStamp } from './file-stamp.ts';

type Became = 'asRead' | 'changed' | 'missing';

interface FileRead {
  readonly name: string;
  became: Became;
}

/** The files of one document, its own first, and their state on the disk. */
export class FilesRead {
  readonly #watch: DiskWatch;
  readonly #onChange: (state: FileState) => void;
  readonly #files = new Map<string, FileRead>();
  readonly #stops: (() => void)[] = [];
  #changes = 0;
  #disposed = false;

  /** `onChange` gets each new state, until `dispose`. */
  constructor(watch: DiskWatch, onChange: (state: FileState) => void) {
    this.#watch = watch;
    this.#onChange = onChange;
  }

  /** Watches a file. Call it before the file is read, so that no later change is missed. Posted bytes are not files. */
  async add(source: FileSource): Promise<void> {
    if (source.kind !== 'disk' || this.#files.has(source.path)) return;
    const file: FileRead = { name: sourceName(source), became: 'asRead' };
    this.#files.set(source.path, file);
    const asRead = await fileStamp(source.path);
    if (this.#disposed) return;
    const stop = this.#watch.watch(source.path, asRead, (now) => {
      file.became = sameStamp(now, asRead) ? 'asRead' : now === null ? 'missing' : 'changed';
      this.#changes += 1;
      this.#onChange(this.#state());
    });
    this.#stops.push(stop);
  }

  dispose(): void {
    this.#disposed = true;
    for (const stop of this.#stops) stop();
  }

  /** A missing file has priority over a changed one: without it, nothing can be read. */
  #state(): FileState {
    const files = [...this.#files.values()];
    const missing = files.find(({ became }) => became === 'missing');
    if (missing !== undefined) return { kind: 'missing', file: missing.name };
    const changed = files.find(({ became }) => became === 'changed');
    return changed === undefined ? { kind: 'asRead' } : { kind: 'changed', file: changed.name, change: this.#changes };
  }
}

import type { FileSource } from './file-source.ts';

/** Files that were opened together: each may be a side file of the others. */
export class OpenedSet {
  readonly sources: readonly FileSource[];
  readonly #served = new Set<FileSource>();
  readonly #imports: Promise<unknown>[] = [];

  constructor(sources: readonly FileSource[]) {
    this.sources = sources;
  }

  /** Adds the import of one of the files; its result is ignored. */
  addImport(running: Promise<unknown>): void {
    this.#imports.push(running);
  }

  /** A document has read the file as its side file. */
  noteServed(source: FileSource): void {
    this.#served.add(source);
  }

  /** Resolves to whether any document has read the file as its side file, once all are imported. */
  async hasServed(source: FileSource): Promise<boolean> {
    await Promise.allSettled(this.#imports);
    return this.#served.has(source);
  }
}

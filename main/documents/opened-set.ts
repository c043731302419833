import type { FileSource } from './file-source.ts';

/** Files that were opened together: each may serve the others as a side file. */
export class OpenedSet {
  readonly sources: readonly FileSource[];
  readonly #served = new Set<FileSource>();
  readonly #imports: Promise<unknown>[] = [];

  constructor(sources: readonly FileSource[]) {
    this.sources = sources;
  }

  /** The import of one of the files; its outcome is of no interest here. */
  addImport(running: Promise<unknown>): void {
    this.#imports.push(running);
  }

  /** A document has read the file as its side file. */
  noteServed(source: FileSource): void {
    this.#served.add(source);
  }

  /** Whether any document has read the file as its side file, which is known when all of them are imported. */
  async hasServed(source: FileSource): Promise<boolean> {
    await Promise.allSettled(this.#imports);
    return this.#served.has(source);
  }
}

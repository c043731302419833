import { randomBytes } from 'node:crypto';
import { bakePath } from '#host-api';

/** Bytes that wait to be saved under a name. */
export interface WaitingFile {
  readonly name: string;
  readonly bytes: ArrayBuffer;
}

/** Older files are forgotten: a page saves a bake as soon as it is made. */
const mostFiles = 4;

/** The last bakes, by paths that cannot be guessed. */
export class BakedFiles {
  readonly #files = new Map<string, WaitingFile>();

  /** The path at which the bytes can be fetched. */
  keep(file: WaitingFile): string {
    const token = randomBytes(16).toString('hex');
    this.#files.set(token, file);
    for (const oldest of this.#files.keys()) {
      if (this.#files.size <= mostFiles) break;
      this.#files.delete(oldest);
    }
    return bakePath(token);
  }

  find(token: string): WaitingFile | null {
    return this.#files.get(token) ?? null;
  }

  clear(): void {
    this.#files.clear();
  }
}

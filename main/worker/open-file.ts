import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { InspectorError } from '#core/error';
import type { HostFile } from '#core/job/job-host';
import type { OpenedFile } from '#core/job/job-host';
import { systemRefusal } from '../documents/system-refusal.ts';

/** What is held of a file while it is read; one MiB stays in the second cache, and is large enough that asking costs nothing. */
const windowBytes = 2 ** 20;
/** Systems take no more at a time than 2 GiB. */
const maxAsked = 2 ** 30;

/**
 * A file whose bytes are read when they are asked for, on this thread; its length is that of now.
 * @throws InspectorError (also what it gives, while reading) `unreadable`, and `truncated` when the file has become shorter.
 */
export function openFile({ path, maxHeld }: HostFile): OpenedFile {
  const name = basename(path);
  const file = attempt(name, () => openSync(path, 'r'));
  const read = (at: number, into: Uint8Array): void => {
    for (let filled = 0; filled < into.length; ) {
      const count = attempt(name, () => readSync(file, into, filled, Math.min(maxAsked, into.length - filled), at + filled));
      if (count === 0) throw becameShorter(name, at + filled);
      filled += count;
    }
  };
  try {
    const byteLength = attempt(name, () => fstatSync(file).size);
    const source = { byteLength, held: null, windowBytes, maxHeld, read };
    return { source, close: () => closeSync(file) };
  } catch (thrown) {
    closeSync(file);
    throw thrown;
  }
}

function attempt<Result>(name: string, call: () => Result): Result {
  try {
    return call();
  } catch (thrown) {
    throw systemRefusal(thrown, name);
  }
}

function becameShorter(file: string, byte: number): InspectorError {
  return new InspectorError({
    code: 'truncated',
    message: 'The file became shorter while it was read',
    fix: 'Open it again when the program that writes it is done',
    location: { file, byte },
  });
}

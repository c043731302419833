import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { InspectorError } from '#core/error';
import type { ByteSource } from '#core/import';
import type { HostFile, OpenedFile } from '#core/job';
import { systemRefusal } from '../documents/system-refusal.ts';

/** Size of the read window: one MiB fits into the L2 cache, and is large enough that calls cost nothing. */
const windowBytes = 2 ** 20;
/** Operating systems read at most 2 GiB per call. */
const maxRead = 2 ** 30;

/** An open file of the disk. */
export interface OpenDiskFile extends OpenedFile {
  /** All threads of the process can read by it. */
  readonly descriptor: number;
}

/**
 * Opens a file whose bytes are read on demand on this thread; its length is fixed now.
 * @throws InspectorError (also while reading) `unreadable`, and `truncated` if the file has become shorter.
 */
export function openFile({ path, maxHeld }: HostFile): OpenDiskFile {
  const name = basename(path);
  const descriptor = attempt(name, () => openSync(path, 'r'));
  try {
    const byteLength = attempt(name, () => fstatSync(descriptor).size);
    return { descriptor, source: descriptorSource({ descriptor, byteLength, name }, maxHeld), close: () => closeSync(descriptor) };
  } catch (thrown) {
    closeSync(descriptor);
    throw thrown;
  }
}

/** A file that this thread or another one has opened. */
export interface Descriptor {
  readonly descriptor: number;
  readonly byteLength: number;
  /** Name of the file in messages. */
  readonly name: string;
}

/** Returns the bytes of an open file. It throws as `openFile`. */
export function descriptorSource({ descriptor, byteLength, name }: Descriptor, maxHeld: number): ByteSource {
  const read = (at: number, into: Uint8Array): void => {
    for (let filled = 0; filled < into.length; ) {
      const count = attempt(name, () => readSync(descriptor, into, filled, Math.min(maxRead, into.length - filled), at + filled));
      if (count === 0) throw becameShorter(name, at + filled);
      filled += count;
    }
  };
  return { byteLength, held: null, windowBytes, maxHeld, read };
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
    fix: 'Open it again when the other program has finished writing it',
    location: { file, byte },
  });
}

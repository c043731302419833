import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { cancelledError } from '#core/cancelled';
import { InspectorError } from '#core/error';

/** Larger lists are no lists of files. */
const maxListBytes = 2 ** 28;

/**
 * Reads a list of files, one path on each line, relative to the current folder; `-` is standard input. Blank lines are skipped, and
 * each file is listed once.
 * @throws InspectorError `unreadable`; `malformed` for a list without a file; `cancelled`.
 */
export async function readFileList(list: string, signal: AbortSignal): Promise<readonly string[]> {
  const text = await readText(list, signal);
  const seen = new Set<string>();
  const files = text.split(/\r?\n/).filter((file) => file.trim() !== '' && !seen.has(resolve(file)) && seen.add(resolve(file)));
  if (files.length > 0) return files;
  throw new InspectorError({
    code: 'malformed',
    message: 'The list names no file',
    fix: 'Write one path on each line',
    location: { file: list },
  });
}

/** Returns the bytes of each file; 0 for a file that cannot be read, which its shard reports. */
export async function sizesOf(files: readonly string[]): Promise<readonly number[]> {
  const sizes = new Array<number>(files.length).fill(0);
  // One at a time would wait for a network folder at each.
  const atOnce = 64;
  let next = 0;
  const sizeNext = async (): Promise<void> => {
    for (let i = next++; i < files.length; i = next++)
      sizes[i] = await stat(files[i]!)
        .then(({ size }) => size)
        .catch(() => 0);
  };
  await Promise.all(Array.from({ length: atOnce }, sizeNext));
  return sizes;
}

async function readText(list: string, signal: AbortSignal): Promise<string> {
  const source = list === '-' ? process.stdin : createReadStream(resolve(list));
  const stop = (): void => void source.destroy(cancelledError());
  signal.addEventListener('abort', stop, { once: true });
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of source as AsyncIterable<Buffer>) {
      length += piece.length;
      if (length > maxListBytes) throw unreadable(list, 'The list of files has over 256 MiB');
      pieces.push(piece);
    }
  } catch (thrown) {
    if (signal.aborted) throw cancelledError();
    throw thrown instanceof InspectorError ? thrown : unreadable(list, 'The list of files cannot be read', thrown);
  } finally {
    signal.removeEventListener('abort', stop);
  }
  return Buffer.concat(pieces)
    .toString('utf8')
    .replace(/^\ufeff/, '');
}

function unreadable(file: string, message: string, cause?: unknown): InspectorError {
  return new InspectorError(
    { code: 'unreadable', message, fix: 'Give a text file with one path on each line, or - for standard input', location: { file } },
    { cause },
  );
}

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { cancelledError } from '#core/cancelled';
import { InspectorError } from '#core/error';
import { isAddress, parseAddress, shownFile } from '../../remote/address.ts';
import { downloadBytes, isDenied, isMissing, remoteLength } from '../../remote/download.ts';
import { remoteSettings } from '../../remote/remote-settings.ts';

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
  const files = text.split(/\r?\n/).filter((file) => file.trim() !== '' && !seen.has(listKey(file)) && seen.add(listKey(file)));
  for (const [i, file] of files.entries()) if (isAddress(file)) inLine(list, i, file);
  if (files.length > 0) return files;
  throw new InspectorError({
    code: 'malformed',
    message: 'The list names no file',
    fix: 'Write one path on each line',
    location: { file: list },
  });
}

/** Two lines with the same key are the same file. */
export function listKey(file: string): string {
  return isAddress(file) ? file : resolve(file);
}

/** @throws InspectorError `invalid-argument` for an address that no server can have. */
function inLine(list: string, index: number, file: string): void {
  try {
    parseAddress(file);
  } catch (thrown) {
    if (!(thrown instanceof InspectorError)) throw thrown;
    throw new InspectorError({ ...thrown.toJSON(), location: { file: shownFile(list), line: index + 1 } }, { cause: thrown });
  }
}

/**
 * Returns the bytes of each file; 0 for a file that cannot be read, which its shard reports. An address without `#bytes=` takes a request.
 * @throws InspectorError `unreadable` for a server that fails: all machines must see the same sizes; `cancelled`.
 */
export async function sizesOf(files: readonly string[], signal: AbortSignal): Promise<readonly number[]> {
  const sizes = new Array<number>(files.length).fill(0);
  // One at a time would wait for a network folder at each.
  const atOnce = 64;
  let next = 0;
  const sizeNext = async (): Promise<void> => {
    for (let i = next++; i < files.length; i = next++)
      sizes[i] = await (isAddress(files[i]!) ? remoteSize(files[i]!, signal) : diskSize(files[i]!));
  };
  await Promise.all(Array.from({ length: atOnce }, sizeNext));
  return sizes;
}

function diskSize(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

async function remoteSize(file: string, signal: AbortSignal): Promise<number> {
  try {
    return (await remoteLength(parseAddress(file), { settings: remoteSettings(process.env), signal })) ?? 0;
  } catch (thrown) {
    if (isMissing(thrown) || isDenied(thrown)) return 0;
    throw thrown;
  }
}

async function readText(list: string, signal: AbortSignal): Promise<string> {
  if (isAddress(list)) {
    const bytes = await downloadBytes(parseAddress(list), maxListBytes, { settings: remoteSettings(process.env), signal });
    return new TextDecoder().decode(bytes);
  }
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

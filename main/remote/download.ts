import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { InspectorError } from '#core/error';
import { inMebibytes } from '#core/import';
import { attempt } from '../documents/write-atomically.ts';
import type { Address } from './address.ts';
import { shortBody } from './remote-error.ts';
import { AttemptFailed, type Sending, sendRequest } from './send-request.ts';

export interface Downloaded {
  readonly byteLength: number;
  readonly sha256: string;
}

/**
 * Downloads a file to a new file on the disk, in pieces. Each attempt begins again.
 * @throws InspectorError `unreadable`; `truncated` for half a body; `invalid-bytes` for another digest or length than the address has;
 * `empty-file`; `cancelled`.
 */
export async function downloadFile(
  address: Address,
  path: string,
  sending: Sending,
  onProgress: (fraction: number) => void = () => {},
): Promise<Downloaded> {
  const downloaded = await sendRequest(address, { method: 'GET' }, sending, async (response, arrived) => {
    const file = await attempt(path, () => open(path, 'w'));
    try {
      return await receiveInto(file, path, response, (received, expected) => {
        arrived();
        if (expected !== null && expected > 0) onProgress(received / expected);
      });
    } finally {
      await file.close();
    }
  });
  checkClaims(address, downloaded);
  if (downloaded.byteLength === 0) throw refused(address, 'empty-file', 'The file is empty', 'Upload it again');
  return downloaded;
}

async function receiveInto(
  file: FileHandle,
  path: string,
  response: Response,
  onPiece: (received: number, expected: number | null) => void,
): Promise<Downloaded> {
  const hash = createHash('sha256');
  let byteLength = 0;
  for await (const piece of piecesOf(response)) {
    await attempt(path, () => file.writeFile(piece));
    hash.update(piece);
    byteLength += piece.length;
    onPiece(byteLength, lengthOf(response));
  }
  return { byteLength, sha256: hash.digest('hex') };
}

/**
 * Downloads a file into memory.
 * @throws InspectorError as `downloadFile`, except `empty-file`; `too-large` beyond `maxBytes`.
 */
export async function downloadBytes(address: Address, maxBytes: number, sending: Sending): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = (bytes: number): InspectorError => {
    const message = `The file has ${inMebibytes(bytes)}; the limit here is ${inMebibytes(maxBytes)}`;
    return refused(address, 'too-large', message, 'Split it into parts, or use a machine with more memory');
  };
  const bytes = await sendRequest(address, { method: 'GET' }, sending, async (response, arrived) => {
    const length = lengthOf(response);
    if (length !== null && length > maxBytes) throw tooLarge(length);
    const pieces: Uint8Array[] = [];
    let received = 0;
    for await (const piece of piecesOf(response)) {
      arrived();
      received += piece.length;
      if (received > maxBytes) throw tooLarge(received);
      pieces.push(piece);
    }
    return joined(pieces, received);
  });
  checkClaims(address, { byteLength: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
  return bytes;
}

/** Returns the length of a file from the head of its response; `null` if the server does not send it. @throws InspectorError as `downloadFile`. */
export async function remoteLength(address: Address, sending: Sending): Promise<number | null> {
  if (address.byteLength !== null) return address.byteLength;
  // The signature of an address holds for one method only. The transfer ends after the head.
  const method = address.kind === 'web' && address.url.includes('?') ? 'GET' : 'HEAD';
  return sendRequest(address, { method }, sending, (response) => Promise.resolve(lengthOf(response)));
}

/** Whether an error is that of a file which the server does not have. */
export function isMissing(thrown: unknown): boolean {
  return thrown instanceof InspectorError && thrown.detail?.startsWith('HTTP 404') === true;
}

/** Whether a server denies access to a file. */
export function isDenied(thrown: unknown): boolean {
  return thrown instanceof InspectorError && /^HTTP 40[13]/.test(thrown.detail ?? '');
}

/** Yields the pieces of a body. @throws AttemptFailed if it ends early. */
async function* piecesOf(response: Response): AsyncGenerator<Uint8Array, void> {
  const expected = lengthOf(response);
  let received = 0;
  try {
    if (response.body !== null)
      for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
        received += piece.length;
        yield piece;
      }
  } catch (thrown) {
    // A body that was cut off, or a receiver that threw.
    if (thrown instanceof TypeError) throw new AttemptFailed(shortBody(received, expected));
    throw thrown;
  }
  if (expected !== null && received !== expected) throw new AttemptFailed(shortBody(received, expected));
}

/** Bytes of the body; `null` if unknown, or if they are counted before it is unpacked. */
function lengthOf({ headers }: Response): number | null {
  const text = headers.get('content-length');
  return text === null || (headers.get('content-encoding') ?? 'identity') !== 'identity' ? null : Number(text);
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

function checkClaims(address: Address, { byteLength, sha256 }: Downloaded): void {
  const fix = 'Write the new digest into the address, or restore the file';
  if (address.byteLength !== null && address.byteLength !== byteLength)
    throw refused(address, 'invalid-bytes', `The file has ${byteLength} bytes, its address has ${address.byteLength}`, fix);
  if (address.sha256 !== null && address.sha256 !== sha256)
    throw refused(address, 'invalid-bytes', `The file has the SHA-256 ${sha256}, its address has ${address.sha256}`, fix);
}

function refused(address: Address, code: 'empty-file' | 'too-large' | 'invalid-bytes', message: string, fix: string): InspectorError {
  return new InspectorError({ code, message, fix, location: { file: address.shown } });
}

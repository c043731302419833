import type { IncomingMessage } from 'node:http';
import { InspectorError } from '#core/error';
import type { FileToken } from '#host-api';
import type { Documents } from '../documents/documents.ts';

const maxNameLength = 4096;

/**
 * Takes the body of `POST /uploads?name=…` as one file and gives its token. `name` is the path of the file inside what
 * was dropped: a label that is never used as a path on this machine. Files become one set when they are opened together.
 * The declared length is checked before anything is allocated.
 * @throws InspectorError `invalid-argument`, `unsafe-path`, `too-large`.
 */
export async function receiveUpload(documents: Documents, url: URL, request: IncomingMessage): Promise<FileToken> {
  const name = (url.searchParams.get('name') ?? '').replaceAll('\\', '/');
  if (name === '' || name.length > maxNameLength) throw refused('invalid-argument', 'The upload has no usable name', 'Rename the file');
  if (leavesFolder(name)) throw refused('unsafe-path', 'The upload is not named by a path inside what was dropped', 'Drop it again', name);
  const declared = request.headers['content-length'] ?? '';
  if (!/^\d{1,15}$/.test(declared)) throw refused('invalid-argument', 'The upload declares no length', 'Use another browser', name);
  const length = Number(declared);
  const max = Math.min(documents.maxBytes, documents.uploadRoom);
  if (length > max) {
    throw refused(
      'too-large',
      `The file has ${length} bytes, and at most ${max} are taken now`,
      'Open it from the command line, or fewer at once',
      name,
    );
  }
  // Uploads run side by side: each has its room before its first byte, or all together could take more than there is.
  const release = documents.reserveUpload(length);
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = await readBody(request, length);
  } finally {
    release();
  }
  return documents.offerBytes(name, bytes);
}

/** Absolute, with a drive, or with a step that is empty or goes nowhere: no browser makes such a path. */
function leavesFolder(path: string): boolean {
  return /^[a-z]:\//i.test(path) || path.includes('\0') || path.split('/').some((step) => step === '' || step === '.' || step === '..');
}

/** Node's parser never gives more than the declared length, and fails the stream when there is less. */
async function readBody(request: IncomingMessage, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function refused(code: 'invalid-argument' | 'unsafe-path' | 'too-large', message: string, fix: string, file?: string): InspectorError {
  return new InspectorError({ code, message, fix, location: file === undefined ? {} : { file } });
}

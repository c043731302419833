import type { SourceLocation } from '../../error.ts';
import type { ImportContext } from '../importer.ts';
import { exportAgain, refuse } from '../refuse.ts';
import { decodeBase64 } from '../../base64.ts';
import { isFallbackBuffer } from './compression/meshopt-layout.ts';
import type { GltfBuffer, GltfDocument } from './document.ts';
import { safeSidePath } from './side-path.ts';

/**
 * Returns the bytes of each buffer; `null` for a buffer without any. Fallback buffers of meshopt are not loaded,
 * because the compressed data is decoded instead.
 * @throws InspectorError `missing-file`, `unsafe-path`, `malformed`, `truncated`, with the JSON pointer.
 */
export async function loadBuffers(
  document: GltfDocument,
  binary: Uint8Array | null,
  isGlb: boolean,
  context: ImportContext,
): Promise<readonly (Uint8Array | null)[]> {
  const loaded: (Uint8Array | null)[] = [];
  for (const [i, buffer] of (document.buffers ?? []).entries()) {
    const bytes = isFallbackBuffer(buffer)
      ? null
      : buffer.uri !== undefined
        ? await readUri(buffer, i, context)
        : i === 0 && isGlb
          ? requireBinaryChunk(binary)
          : null;
    if (bytes !== null && bytes.length < buffer.byteLength) {
      const message = `Buffer ${i} declares ${buffer.byteLength} bytes and has ${bytes.length}`;
      throw refuse('truncated', message, exportAgain, { pointer: `/buffers/${i}` }, 'BUFFER_BYTE_LENGTH_MISMATCH');
    }
    loaded.push(bytes);
  }
  return loaded;
}

async function readUri({ uri }: GltfBuffer, i: number, context: ImportContext): Promise<Uint8Array> {
  const location: SourceLocation = { pointer: `/buffers/${i}/uri` };
  // The validator did not check the URI.
  if (typeof uri !== 'string') throw refuse('malformed', 'A URI is not a string', exportAgain, location, 'TYPE_MISMATCH');
  if (/^data:/i.test(uri)) {
    const data = dataOfUri(uri);
    if (data === null) throw refuse('malformed', 'A data URI does not hold base64 data', exportAgain, location, 'INVALID_URI');
    return data;
  }
  const path = safeSidePath(uri);
  if (path === null) {
    const fix = 'Put the buffer next to the file and name it by a plain relative path';
    throw refuse('unsafe-path', `The buffer "${shortened(uri)}" is not inside the folder of the file`, fix, location);
  }
  const bytes = await context.readSideFile(path);
  if (bytes !== null) return bytes;
  throw refuse(
    'missing-file',
    `The file needs "${shortened(path)}", which was not supplied`,
    'Open it together with its side files',
    location,
  );
}

/**
 * Returns the bytes of a data URI (RFC 2397), base64 only, as in glTF: `data:type/subtype;name=value;base64,...`. The
 * type may be missing.
 */
function dataOfUri(uri: string): Uint8Array | null {
  const comma = uri.indexOf(',');
  const head = uri.slice(5, Math.max(5, comma));
  if (comma < 0 || !/^[\w.+/-]*(;[\w.+-]+=[\w.+"-]*)*;base64$/i.test(head)) return null;
  return decodeBase64(uri.slice(comma + 1));
}

function requireBinaryChunk(binary: Uint8Array | null): Uint8Array {
  if (binary !== null) return binary;
  const message = 'The first buffer should be in the BIN chunk, which is missing';
  throw refuse('malformed', message, exportAgain, { pointer: '/buffers/0' }, 'BUFFER_MISSING_GLB_DATA');
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

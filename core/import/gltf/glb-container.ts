import type { InspectorErrorCode } from '../../error.ts';
import { addFinding, trailingContent, type FindingKind, type FindingList } from '../finding-list.ts';
import { exportAgain, refuse } from '../refuse.ts';

/** The JSON chunk and the BIN chunk of a GLB; `binary` is `null` without a BIN chunk. */
export interface GlbContainer {
  readonly json: Uint8Array;
  readonly binary: Uint8Array | null;
}

export const glbMagic = 0x46546c67;
const jsonChunk = 0x4e4f534a;
const binaryChunk = 0x004e4942;
const headerBytes = 12;
const chunkHeaderBytes = 8;

const extraData: FindingKind = {
  ...trailingContent,
  message: 'There are bytes after the declared length of the GLB',
  fix: 'Export the file again',
  detail: 'GLB_EXTRA_DATA',
};

const unalignedChunk: FindingKind = {
  code: 'format-violation',
  severity: 'warning',
  message: 'Chunks have lengths that are not multiples of 4',
  fix: 'The geometry was read; correct the exporter, because other readers may refuse it',
  detail: 'GLB_CHUNK_LENGTH_UNALIGNED',
};

/**
 * Reads the chunks of a GLB. Locations and `detail` codes match glTF-Validator. Source: glTF 2.0 specification, section
 * 4.4.
 * @throws InspectorError `malformed`, `truncated`, `unsupported-dialect`, with the byte.
 */
export function readGlb(bytes: Uint8Array, findings: FindingList): GlbContainer {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const declared = readHeader(view);
  let json: Uint8Array | null = null;
  let binary: Uint8Array | null = null;
  let at = headerBytes;
  let fits: boolean | null = null;
  for (let chunk = 0; at < Math.min(declared, bytes.length); chunk++) {
    if (at + chunkHeaderBytes > bytes.length)
      throw broken('truncated', 'The file ends inside a chunk header', bytes.length, 'GLB_UNEXPECTED_END_OF_CHUNK_HEADER');
    const length = view.getUint32(at, true);
    const type = view.getUint32(at + 4, true);
    checkChunk(chunk, type, length, at, declared);
    if (length % 4 !== 0) {
      fits ??= fillLength(view, declared);
      if (!fits) throw unaligned(length, at);
      addFinding(findings, unalignedChunk, { byte: at });
    }
    const start = at + chunkHeaderBytes;
    const end = start + length;
    if (end > bytes.length) throw broken('truncated', 'The file ends inside a chunk', bytes.length, 'GLB_UNEXPECTED_END_OF_CHUNK_DATA');
    if (type === jsonChunk) {
      if (json !== null) throw broken('malformed', 'There are two JSON chunks', at, 'GLB_DUPLICATE_CHUNK');
      json = bytes.subarray(start, end);
    } else if (type === binaryChunk) {
      if (binary !== null) throw broken('malformed', 'There are two BIN chunks', at, 'GLB_DUPLICATE_CHUNK');
      if (chunk !== 1) throw broken('malformed', 'The BIN chunk is not the second one', at, 'GLB_UNEXPECTED_BIN_CHUNK');
      binary = bytes.subarray(start, end);
    }
    at = end;
  }
  if (declared > bytes.length) {
    throw broken('truncated', `${declared} bytes are declared, the file has ${bytes.length}`, bytes.length, 'GLB_LENGTH_MISMATCH');
  }
  if (bytes.length > declared) addFinding(findings, extraData, { byte: declared });
  if (json === null) throw broken('malformed', 'There is no JSON chunk', headerBytes, 'GLB_UNEXPECTED_FIRST_CHUNK');
  return { json, binary };
}

/** Checks the header and returns the declared length. */
function readHeader(view: DataView): number {
  if (view.byteLength < 4 || view.getUint32(0, true) !== glbMagic) {
    throw broken('malformed', 'The file does not begin with "glTF"', 0, 'GLB_INVALID_MAGIC');
  }
  if (view.byteLength < headerBytes)
    throw broken('truncated', 'The file ends inside its header', view.byteLength, 'GLB_UNEXPECTED_END_OF_HEADER');
  const version = view.getUint32(4, true);
  if (version !== 2) {
    const message = version === 1 ? 'glTF 1.0 is not read' : `GLB version ${version} is not read`;
    throw refuse('unsupported-dialect', message, 'Convert the file to glTF 2.0', { byte: 4 }, 'GLB_INVALID_VERSION');
  }
  const declared = view.getUint32(8, true);
  if (declared <= headerBytes)
    throw broken('truncated', `The declared length of ${declared} bytes leaves no room for a chunk`, 8, 'GLB_LENGTH_TOO_SMALL');
  return declared;
}

function checkChunk(chunk: number, type: number, length: number, at: number, declared: number): void {
  if (chunk === 0 && type !== jsonChunk) throw broken('malformed', 'The first chunk is not JSON', at, 'GLB_UNEXPECTED_FIRST_CHUNK');
  if (at + chunkHeaderBytes + length > declared) {
    throw broken('malformed', `A chunk of ${length} bytes does not fit the declared length of ${declared}`, at, 'GLB_CHUNK_TOO_BIG');
  }
}

/**
 * Returns whether the chunks end exactly where the file and its declared length do. Otherwise it is not clear whether
 * padding follows an unaligned chunk.
 */
function fillLength(view: DataView, declared: number): boolean {
  let at = headerBytes;
  while (at + chunkHeaderBytes <= Math.min(declared, view.byteLength)) at += chunkHeaderBytes + view.getUint32(at, true);
  return at === declared && at <= view.byteLength;
}

function unaligned(length: number, at: number): Error {
  return broken('malformed', `The length ${length} of a chunk is not a multiple of 4`, at, 'GLB_CHUNK_LENGTH_UNALIGNED');
}

function broken(code: InspectorErrorCode, message: string, byte: number, detail: string): Error {
  return refuse(code, message, exportAgain, { byte }, detail);
}

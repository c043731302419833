import { aligned } from '../align.ts';
import { byteRange } from '../byte-range.ts';
import { InspectorError } from '../../error.ts';
import { crc32 } from '../../crc32.ts';
import {
  boxwoodMagic,
  boxwoodVersion,
  entryBytes,
  boxwoodHeaderBytes,
  isBoxwood,
  requiredFlag,
  damagedBoxwood,
  type Chunk,
} from './layout.ts';

const two32 = 2 ** 32;

/**
 * Reads the header and the chunk table. Checks that the chunks fill the file: in order, aligned, with zeros between them.
 * The time depends on the number of chunks, not on their length.
 * @throws InspectorError `invalid-bytes`, `truncated`, `unsupported-dialect` (a later version), each at its byte.
 */
export function readChunkTable(bytes: Uint8Array): readonly Chunk[] {
  if (!isBoxwood(bytes)) throw damagedBoxwood('it does not start with the magic number of a .boxwood file', 0);
  if (bytes.length < boxwoodHeaderBytes) throw tooShort(bytes, boxwoodHeaderBytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // The first 32 bytes are the same in every version, which distinguishes a later version from a damaged file.
  if (view.getUint32(28, true) !== crc32(bytes, 0, 28))
    throw damagedBoxwood(`the checksum of the header, ${byteRange(0, 28)}, is wrong`, 0);
  const version = view.getUint32(8, true);
  if (version !== boxwoodVersion) throw unknownVersion(version);
  const fileLength = readU64(view, 16);
  if (fileLength > bytes.length) throw tooShort(bytes, fileLength);
  if (fileLength < bytes.length) throw damagedBoxwood(`${bytes.length - fileLength} bytes come after its end`, fileLength);
  const count = view.getUint32(12, true);
  const tableEnd = boxwoodHeaderBytes + count * entryBytes;
  if (tableEnd > bytes.length) throw damagedBoxwood(`${count} chunks do not fit in it`, 12);
  if (view.getUint32(24, true) !== crc32(bytes, boxwoodHeaderBytes, tableEnd))
    throw damagedBoxwood(`the checksum of the chunk table, ${byteRange(boxwoodHeaderBytes, tableEnd)}, is wrong`, boxwoodHeaderBytes);

  const chunks: Chunk[] = [];
  let end = tableEnd;
  for (let i = 0; i < count; i++) {
    const chunk = readEntry(view, boxwoodHeaderBytes + i * entryBytes, end);
    end = aligned(chunk.offset + chunk.length);
    if (end > bytes.length) throw damagedBoxwood(`the chunk ${chunk.kind} ends beyond the file`, boxwoodHeaderBytes + i * entryBytes + 16);
    checkPadding(bytes, chunk.offset + chunk.length, end);
    chunks.push(chunk);
  }
  if (end !== bytes.length) throw damagedBoxwood(`${bytes.length - end} bytes belong to no chunk`, end);
  return chunks;
}

/** Returns a view of the bytes of a chunk after its checksum was checked. @throws InspectorError `invalid-bytes`. */
export function checkedChunk(bytes: Uint8Array, chunk: Chunk): Uint8Array {
  const { offset, length } = chunk;
  if (crc32(bytes, offset, offset + length) !== chunk.checksum)
    throw damagedBoxwood(`the checksum of the chunk ${chunk.kind}, ${byteRange(offset, offset + length)}, is wrong`, offset);
  return bytes.subarray(offset, offset + length);
}

/** Writes header and table for chunks with known offsets and checksums. */
export function writeChunkTable(file: Uint8Array, chunks: readonly Chunk[]): void {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  chunks.forEach((chunk, i) => {
    const at = boxwoodHeaderBytes + i * entryBytes;
    for (let k = 0; k < 4; k++) view.setUint8(at + k, chunk.kind.charCodeAt(k));
    view.setUint32(at + 4, chunk.version, true);
    writeU64(view, at + 8, chunk.offset);
    writeU64(view, at + 16, chunk.length);
    view.setUint32(at + 24, chunk.checksum, true);
    view.setUint32(at + 28, chunk.required ? requiredFlag : 0, true);
  });
  file.set(boxwoodMagic);
  view.setUint32(8, boxwoodVersion, true);
  view.setUint32(12, chunks.length, true);
  writeU64(view, 16, file.length);
  view.setUint32(24, crc32(file, boxwoodHeaderBytes, boxwoodHeaderBytes + chunks.length * entryBytes), true);
  view.setUint32(28, crc32(file, 0, 28), true);
}

/** Reads an entry. Its chunk must start at the next multiple of 16 from `end`, the end of the chunk before. */
function readEntry(view: DataView, at: number, end: number): Chunk {
  let kind = '';
  for (let k = 0; k < 4; k++) kind += String.fromCharCode(view.getUint8(at + k));
  if (!/^[A-Z0-9]{4}$/.test(kind)) throw damagedBoxwood('the kind of a chunk is not four capital letters or digits', at);
  const offset = readU64(view, at + 8);
  if (offset !== aligned(end)) throw damagedBoxwood(`the chunk ${kind} starts at ${offset}, expected ${aligned(end)}`, at + 8);
  const flags = view.getUint32(at + 28, true);
  if (flags > requiredFlag) throw damagedBoxwood(`the flags of the chunk ${kind} are unknown`, at + 28);
  return {
    kind,
    version: view.getUint32(at + 4, true),
    offset,
    length: readU64(view, at + 16),
    checksum: view.getUint32(at + 24, true),
    required: flags === requiredFlag,
  };
}

function checkPadding(bytes: Uint8Array, from: number, to: number): void {
  for (let at = from; at < to; at++) if (bytes[at] !== 0) throw damagedBoxwood('a byte between two chunks is not zero', at);
}

function readU64(view: DataView, at: number): number {
  // Beyond 2^53 the sum is rounded; it is then rejected as larger than the file.
  return view.getUint32(at, true) + view.getUint32(at + 4, true) * two32;
}

function writeU64(view: DataView, at: number, value: number): void {
  view.setUint32(at, value % two32, true);
  view.setUint32(at + 4, Math.floor(value / two32), true);
}

function tooShort(bytes: Uint8Array, wanted: number): InspectorError {
  return damagedBoxwood(`it ends after ${bytes.length} of ${wanted} bytes`, bytes.length, 'truncated');
}

function unknownVersion(version: number): InspectorError {
  return new InspectorError({
    code: 'unsupported-dialect',
    message: `This baked file has version ${version}; only version ${boxwoodVersion} is supported`,
    fix: 'Open it with the Boxwood version that baked it, or bake it again',
    location: { byte: 8 },
  });
}

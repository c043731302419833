import { crc32 } from '../../crc32.ts';
import { splitCodes } from '../../tree/layout.ts';
import { aligned, alignment } from '../align.ts';
import { byteRange } from '../byte-range.ts';
import type { ThreeMeshBvhFile } from './bvh-file.ts';
import { checkBvhNodes } from './check-bvh-nodes.ts';
import { fileVersion, isThreeMeshBvh, bvhNodeBytes, preambleBytes, damagedBvh, type BvhHeader } from './layout.ts';

/**
 * Reads the file and checks everything that the writer guarantees: checksums, sizes, offsets and padding, vertex indices, every node,
 * each source triangle once, and consecutive parts.
 * @throws InspectorError `invalid-bytes` or `truncated` at its byte.
 */
export function readThreeMeshBvh(bytes: Uint8Array): ThreeMeshBvhFile {
  if (!isThreeMeshBvh(bytes)) throw damagedBvh('it does not start with the magic number of a .bvh.bin file', 0);
  if (bytes.length < preambleBytes) throw damagedBvh(`it ends after ${bytes.length} bytes`, bytes.length, 'truncated');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const dataAt = preambleBytes + view.getUint32(4, true);
  if (dataAt > bytes.length) throw damagedBvh(`it ends after ${bytes.length} bytes, within its header`, bytes.length, 'truncated');
  if (crc32(bytes, preambleBytes, dataAt) !== view.getUint32(8, true))
    throw damagedBvh(`the checksum of its header, ${byteRange(preambleBytes, dataAt)}, is wrong`, preambleBytes);
  if (dataAt % alignment !== 0) throw damagedBvh(`its data starts at byte ${dataAt}, which is not a multiple of ${alignment}`, 4);
  const header = parseHeader(bytes.subarray(preambleBytes, dataAt));
  const arrays = arraysOf(header);
  const end = aligned(arrays[arrays.length - 1].end);
  if (dataAt + end > bytes.length) throw damagedBvh(`it ends after ${bytes.length} of ${dataAt + end} bytes`, bytes.length, 'truncated');
  if (dataAt + end < bytes.length) throw damagedBvh('there are bytes after its end', dataAt + end);
  if (crc32(bytes, dataAt) !== view.getUint32(12, true))
    throw damagedBvh(`the checksum of its data, ${byteRange(dataAt, bytes.length)}, is wrong`, dataAt);

  const data = bytes.subarray(dataAt);
  for (const array of arrays) {
    for (let at = array.end; at < aligned(array.end); at++)
      if (data[at] !== 0) throw damagedBvh('a byte between two arrays is not zero', dataAt + at);
  }
  const indexPlace = place(data, header.index, 3 * header.triangles, header.indexBytes);
  const file: ThreeMeshBvhFile = {
    positions: new Float32Array(...place(data, header.positions, 3 * header.vertices, 4)),
    index: header.indexBytes === 2 ? new Uint16Array(...indexPlace) : new Uint32Array(...indexPlace),
    nodes: new Uint32Array(...place(data, header.root, 8 * header.nodes, 4)),
    sourceTriangles: new Uint32Array(...place(data, header.sourceTriangles, header.triangles, 4)),
    parts: header.parts,
    split: header.split,
  };
  for (let i = 0; i < file.index.length; i++) {
    if (file.index[i] >= header.vertices)
      throw damagedBvh(`it names vertex ${file.index[i]} of ${header.vertices}`, dataAt + header.index + i * header.indexBytes);
  }
  checkSourceTriangles(file, dataAt + header.sourceTriangles);
  const fault = checkBvhNodes(file);
  if (fault !== null) throw damagedBvh(fault.what, dataAt + header.root + fault.node * bvhNodeBytes);
  return file;
}

/** Checks that each entry names a different triangle of the parts. Non-finite triangles are not listed. */
function checkSourceTriangles({ sourceTriangles, parts }: ThreeMeshBvhFile, byte: number): void {
  const last = parts.at(-1);
  const sources = last === undefined ? 0 : last.firstTriangle + last.triangleCount;
  const sorted = sourceTriangles.slice().sort();
  for (let i = 0; i < sorted.length; i++) {
    const fault =
      sorted[i] >= sources
        ? `it names source triangle ${sorted[i]} of ${sources}`
        : sorted[i] === sorted[i - 1]
          ? `it names source triangle ${sorted[i]} twice`
          : null;
    if (fault !== null) throw damagedBvh(fault, byte + 4 * sourceTriangles.indexOf(sorted[i]));
  }
}

const counts = ['vertices', 'triangles', 'nodes', 'positions', 'index', 'root', 'sourceTriangles'] as const;

function parseHeader(bytes: Uint8Array): BvhHeader {
  const value = parseJson(bytes);
  if (typeof value !== 'object' || value === null) throw damagedBvh('its header is not a JSON object', preambleBytes);
  const header = value as Readonly<Record<string, unknown>>;
  if (header['version'] !== fileVersion) throw damagedBvh(`its version is not ${fileVersion}`, preambleBytes, 'unsupported-dialect');
  for (const name of counts) {
    // Beyond 2^32 nothing fits in a file, and sums stay exact.
    if (!Number.isInteger(header[name]) || !((header[name] as number) >= 0 && (header[name] as number) < 2 ** 32)) {
      throw damagedBvh(`its header has no number "${name}"`, preambleBytes);
    }
  }
  if (header['indexBytes'] !== 2 && header['indexBytes'] !== 4) throw damagedBvh('its index does not have 2 or 4 bytes', preambleBytes);
  if (!Array.isArray(header['parts']) || !header['parts'].every(isPart)) throw damagedBvh('its header has no list "parts"', preambleBytes);
  checkRuns(header['parts']);
  if (!Object.keys(splitCodes).includes(String(header['split']))) throw damagedBvh('its header has no known "split"', preambleBytes);
  const unknown = Object.keys(header).find((name) => !members.includes(name));
  if (unknown !== undefined) throw damagedBvh(`its header has an unknown member "${unknown}"`, preambleBytes);
  return header as unknown as BvhHeader; // every member was checked above
}

const members: readonly string[] = [...counts, 'version', 'indexBytes', 'parts', 'split'];

function checkRuns(parts: BvhHeader['parts']): void {
  let end = 0;
  for (const [i, { firstTriangle, triangleCount }] of parts.entries()) {
    if (firstTriangle !== end || triangleCount < 0)
      throw damagedBvh(`part ${i} has ${triangleCount} triangles from ${firstTriangle}, expected from ${end}`, preambleBytes);
    end += triangleCount;
  }
}

function isPart(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { name, firstTriangle, triangleCount } = value as Readonly<Record<string, unknown>>;
  return typeof name === 'string' && Number.isSafeInteger(firstTriangle) && Number.isSafeInteger(triangleCount);
}

function parseJson(bytes: Uint8Array): unknown {
  // One object, padded with blanks to a multiple of 16.
  const length = bytes.lastIndexOf(0x7d) + 1;
  if (bytes[0] !== 0x7b || aligned(length) !== bytes.length || bytes.subarray(length).some((byte) => byte !== 0x20)) {
    throw damagedBvh('its header is not one JSON object padded with blanks', preambleBytes);
  }
  try {
    // A copy, because decoders of browsers reject shared memory.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.slice()));
  } catch {
    throw damagedBvh('its header is not JSON in UTF-8', preambleBytes);
  }
}

/** Checks that the arrays are consecutive, each at the next multiple of 16. Returns the end of each. */
function arraysOf(header: BvhHeader): readonly { readonly end: number }[] {
  const lengths = [
    ['positions', 12 * header.vertices],
    ['index', 3 * header.indexBytes * header.triangles],
    ['root', bvhNodeBytes * header.nodes],
    ['sourceTriangles', 4 * header.triangles],
  ] as const;
  let end = 0;
  return lengths.map(([name, byteLength]) => {
    if (header[name] !== aligned(end)) throw damagedBvh(`"${name}" starts at ${header[name]}, expected ${aligned(end)}`, preambleBytes);
    end = header[name] + byteLength;
    return { end };
  });
}

/** Returns the arguments of a typed array: a view of the file if the alignment allows, else a copy. */
function place(
  data: Uint8Array,
  offset: number,
  length: number,
  elementBytes: number,
): [buffer: ArrayBufferLike, byteOffset: number, length: number] {
  const bytes = data.subarray(offset, offset + length * elementBytes);
  return bytes.byteOffset % elementBytes === 0 ? [bytes.buffer, bytes.byteOffset, length] : [new Uint8Array(bytes).buffer, 0, length];
}

import { crc32 } from '../../crc32.ts';
import { aligned } from '../align.ts';
import { checkBvhNodes } from './check-bvh-nodes.ts';
import { fileVersion, isThreeMeshBvh, nodeBytes, preambleBytes, unsound, type BvhHeader } from './layout.ts';

/** A `.bvh.bin` file, viewed in place where its alignment allows. */
export interface ThreeMeshBvhFile {
  /** (3·V) */
  readonly positions: Float32Array;
  /** (3·T) in leaf order. */
  readonly index: Uint16Array | Uint32Array;
  /** (8·N) the nodes of the root as u32 words; `layout.ts` says what they are. */
  readonly nodes: Uint32Array;
  /** (T) triangle of the source at each position of the leaf order. */
  readonly sourceTriangles: Uint32Array;
  readonly parts: BvhHeader['parts'];
}

/**
 * Reads the file as strictly as its writer writes: checksums, sizes and places, vertices in range, and every node.
 * @throws InspectorError `invalid-bytes` or `truncated` at its byte.
 */
export function readThreeMeshBvh(bytes: Uint8Array): ThreeMeshBvhFile {
  if (!isThreeMeshBvh(bytes)) throw unsound('it does not begin with the mark of a .bvh.bin file', 0);
  if (bytes.length < preambleBytes) throw unsound(`it ends after ${bytes.length} bytes`, bytes.length, 'truncated');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const dataAt = preambleBytes + view.getUint32(4, true);
  if (dataAt > bytes.length) throw unsound(`it ends after ${bytes.length} bytes, within its header`, bytes.length, 'truncated');
  if (crc32(bytes, preambleBytes, dataAt) !== view.getUint32(8, true)) throw unsound('the checksum of its header is wrong', 8);
  const header = parseHeader(bytes.subarray(preambleBytes, dataAt));
  const end = requireLayout(header);
  if (dataAt + end > bytes.length) throw unsound(`it ends after ${bytes.length} of ${dataAt + end} bytes`, bytes.length, 'truncated');
  if (dataAt + end < bytes.length) throw unsound('bytes follow its end', dataAt + end);
  if (crc32(bytes, dataAt) !== view.getUint32(12, true)) throw unsound('the checksum of its data is wrong', 12);

  const data = bytes.subarray(dataAt);
  const indexPlace = place(data, header.index, 3 * header.triangles, header.indexBytes);
  const file: ThreeMeshBvhFile = {
    positions: new Float32Array(...place(data, header.positions, 3 * header.vertices, 4)),
    index: header.indexBytes === 2 ? new Uint16Array(...indexPlace) : new Uint32Array(...indexPlace),
    nodes: new Uint32Array(...place(data, header.root, 8 * header.nodes, 4)),
    sourceTriangles: new Uint32Array(...place(data, header.sourceTriangles, header.triangles, 4)),
    parts: header.parts,
  };
  for (let i = 0; i < file.index.length; i++) {
    if (file.index[i] >= header.vertices) throw unsound(`it names vertex ${file.index[i]} of ${header.vertices}`, dataAt + header.index + i * header.indexBytes);
  }
  const fault = checkBvhNodes(file);
  if (fault !== null) throw unsound(fault.what, dataAt + header.root + fault.node * nodeBytes);
  return file;
}

const counts = ['vertices', 'triangles', 'nodes', 'positions', 'index', 'root', 'sourceTriangles'] as const;

function parseHeader(bytes: Uint8Array): BvhHeader {
  const value = parseJson(bytes);
  if (typeof value !== 'object' || value === null) throw unsound('its header is no JSON object', preambleBytes);
  const header = value as Readonly<Record<string, unknown>>;
  if (header['version'] !== fileVersion) throw unsound(`its version is not ${fileVersion}`, preambleBytes, 'unsupported-dialect');
  for (const name of counts) {
    // Beyond 2^32 nothing fits in a file, and sums stay exact.
    if (!Number.isInteger(header[name]) || !((header[name] as number) >= 0 && (header[name] as number) < 2 ** 32)) {
      throw unsound(`its header has no number "${name}"`, preambleBytes);
    }
  }
  if (header['indexBytes'] !== 2 && header['indexBytes'] !== 4) throw unsound('its index is neither of 2 nor of 4 bytes', preambleBytes);
  if (!Array.isArray(header['parts']) || !header['parts'].every(isPart)) throw unsound('its header has no list "parts"', preambleBytes);
  return header as unknown as BvhHeader; // every member was checked above
}

function isPart(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { name, firstTriangle, triangleCount } = value as Readonly<Record<string, unknown>>;
  return typeof name === 'string' && Number.isSafeInteger(firstTriangle) && Number.isSafeInteger(triangleCount);
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    // A copy, because decoders of browsers take no shared memory.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.slice()));
  } catch {
    throw unsound('its header is no JSON in UTF-8', preambleBytes);
  }
}

/** The arrays lie one after the other, each at the next multiple of 16. Gives the length of all. */
function requireLayout(header: BvhHeader): number {
  let end = 0;
  const next = (name: 'positions' | 'index' | 'root' | 'sourceTriangles', byteLength: number): void => {
    if (header[name] !== end) throw unsound(`"${name}" begins at ${header[name]}, wanted ${end}`, preambleBytes);
    end = aligned(end + byteLength);
  };
  next('positions', 12 * header.vertices);
  next('index', 3 * header.indexBytes * header.triangles);
  next('root', nodeBytes * header.nodes);
  next('sourceTriangles', 4 * header.triangles);
  return end;
}

/** Where a typed array lies: in the file itself where its alignment allows, else in a copy. */
function place(data: Uint8Array, offset: number, length: number, elementBytes: number): [buffer: ArrayBufferLike, byteOffset: number, length: number] {
  const bytes = data.subarray(offset, offset + length * elementBytes);
  return bytes.byteOffset % elementBytes === 0 ? [bytes.buffer, bytes.byteOffset, length] : [new Uint8Array(bytes).buffer, 0, length];
}

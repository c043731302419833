import type { MeshPart } from '../../mesh/triangle-mesh.ts';
import { damagedBoxwood } from './layout.ts';

/**
 * The chunk PART, version 1: u32 P, 12 zero bytes, then P records of 160 bytes, then the names as UTF-8, one after the other without gaps.
 *
 * A record: u32 first triangle, u32 triangles, u32 name offset in the chunk, u32 name bytes, u32 flags (1: it has a transform), 12 zero
 * bytes, f64 x 16 worldFromPart. The transform is column-major, and zeros without one.
 */
export const partsVersion = 1;
const headBytes = 16;
const recordBytes = 160;
const matrixAt = 32;
const hasTransform = 1;

export function writeParts(parts: readonly MeshPart[]): Uint8Array {
  const encoder = new TextEncoder();
  const names = parts.map(({ name }) => encoder.encode(name));
  const namesAt = headBytes + parts.length * recordBytes;
  const bytes = new Uint8Array(names.reduce((sum, name) => sum + name.length, namesAt));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, parts.length, true);
  let nameAt = namesAt;
  parts.forEach((part, i) => {
    const name = names[i];
    const at = headBytes + i * recordBytes;
    view.setUint32(at, part.firstTriangle, true);
    view.setUint32(at + 4, part.triangleCount, true);
    view.setUint32(at + 8, nameAt, true);
    view.setUint32(at + 12, name.length, true);
    view.setUint32(at + 16, part.worldFromPart === null ? 0 : hasTransform, true);
    part.worldFromPart?.forEach((value, k) => view.setFloat64(at + matrixAt + 8 * k, value, true));
    bytes.set(name, nameAt);
    nameAt += name.length;
  });
  return bytes;
}

/**
 * Reads and checks the chunk: the parts cover all `triangles` in order, each once. `offset` is that of the chunk in the file.
 * @throws InspectorError `invalid-bytes`.
 */
export function readParts(chunk: Uint8Array, triangles: number, offset: number): readonly MeshPart[] {
  if (chunk.length < headBytes) throw damagedBoxwood('the list of parts is too short', offset);
  const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  const count = view.getUint32(0, true);
  const namesAt = headBytes + count * recordBytes;
  if (namesAt > chunk.length) throw damagedBoxwood(`${count} parts do not fit in their chunk`, offset);
  requireZero(chunk, 4, headBytes, offset);
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const parts: MeshPart[] = [];
  let nextTriangle = 0;
  let nextName = namesAt;
  for (let i = 0; i < count; i++) {
    const at = headBytes + i * recordBytes;
    const firstTriangle = view.getUint32(at, true);
    const triangleCount = view.getUint32(at + 4, true);
    if (firstTriangle !== nextTriangle)
      throw damagedBoxwood(`part ${i} starts at triangle ${firstTriangle}, expected ${nextTriangle}`, offset + at);
    nextTriangle += triangleCount;
    const nameBytes = view.getUint32(at + 12, true);
    if (view.getUint32(at + 8, true) !== nextName || nextName + nameBytes > chunk.length)
      throw damagedBoxwood(`the name of part ${i} has a wrong offset`, offset + at + 8);
    const name = decodeName(decoder, chunk.subarray(nextName, nextName + nameBytes), offset + nextName);
    nextName += nameBytes;
    parts.push({ name, firstTriangle, triangleCount, worldFromPart: readTransform(chunk, view, at, offset) });
  }
  if (nextTriangle !== triangles) throw damagedBoxwood(`the parts hold ${nextTriangle} triangles, the mesh ${triangles}`, offset);
  if (nextName !== chunk.length) throw damagedBoxwood('there are bytes after the last part name', offset + nextName);
  return parts;
}

function readTransform(chunk: Uint8Array, view: DataView, at: number, offset: number): readonly number[] | null {
  const flags = view.getUint32(at + 16, true);
  if (flags > hasTransform) throw damagedBoxwood('the flags of a part are unknown', offset + at + 16);
  requireZero(chunk, at + 20, at + matrixAt, offset);
  if (flags === hasTransform) return Array.from({ length: 16 }, (_, k) => view.getFloat64(at + matrixAt + 8 * k, true));
  requireZero(chunk, at + matrixAt, at + recordBytes, offset);
  return null;
}

function decodeName(decoder: TextDecoder, bytes: Uint8Array, byte: number): string {
  try {
    // A copy, because decoders of browsers reject shared memory.
    return decoder.decode(bytes.slice());
  } catch {
    throw damagedBoxwood('the name of a part is not UTF-8', byte);
  }
}

function requireZero(chunk: Uint8Array, from: number, to: number, offset: number): void {
  for (let at = from; at < to; at++) if (chunk[at] !== 0) throw damagedBoxwood('a reserved byte of the parts is not zero', offset + at);
}

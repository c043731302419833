import { bytesOf, u32 } from '../import-bytes.ts';

/** Small glTF documents for tests. */

/** One buffer as a data URI, and views and accessors on it in the order given. */
export interface Data {
  readonly bytes: Uint8Array;
  readonly componentType: number;
  readonly type: string;
  readonly count: number;
  /** Merged into the accessor. */
  readonly accessor?: Record<string, unknown>;
}

export function dataUri(bytes: Uint8Array): string {
  return `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}`;
}

/** Buffers, views and accessors for the data; each begins at a multiple of four bytes. */
export function dataSections(data: readonly Data[]): Record<string, unknown> {
  const padded = data.map(({ bytes }) => bytesOf(bytes, new Uint8Array((4 - (bytes.length % 4)) % 4)));
  const all = bytesOf(...padded);
  let byteOffset = 0;
  const bufferViews = data.map(({ bytes }, i) => {
    const view = { buffer: 0, byteOffset, byteLength: bytes.length };
    byteOffset += padded[i]?.length ?? 0;
    return view;
  });
  const accessors = data.map(({ componentType, type, count, accessor }, bufferView) => ({
    bufferView,
    componentType,
    type,
    count,
    ...accessor,
  }));
  return { buffers: [{ byteLength: all.length, uri: dataUri(all) }], bufferViews, accessors };
}

export function gltfBytes(document: Record<string, unknown>): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ asset: { version: '2.0' }, ...document }));
}

/** A GLB of a JSON chunk and a BIN chunk, padded as the specification says. */
export function glbBytes(document: Record<string, unknown>, binary: Uint8Array): Uint8Array {
  const json = gltfBytes(document);
  const jsonChunk = bytesOf(json, ' '.repeat((4 - (json.length % 4)) % 4));
  const binaryChunk = bytesOf(binary, new Uint8Array((4 - (binary.length % 4)) % 4));
  const chunks = bytesOf(u32([jsonChunk.length]), 'JSON', jsonChunk, u32([binaryChunk.length]), 'BIN\0', binaryChunk);
  return bytesOf('glTF', u32([2, 12 + chunks.length]), chunks);
}

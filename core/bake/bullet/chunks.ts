import { ByteWriter } from '../byte-writer.ts';
import { allBulletStructs, type BulletStruct, type BulletStructName, dnaBytes } from './dna.ts';
import { bulletHead, bulletHeadBytes, chunkHeadBytes } from './layout.ts';

/** A chunk of a `.bullet` file: an array of structs, to which others point by any number but 0. */
export interface WrittenChunk {
  readonly code: 'ARAY' | 'QBVH' | 'SHAP' | 'DNA1';
  readonly struct: BulletStructName | null;
  readonly pointer: number;
  readonly bytes: Uint8Array;
}

/** Returns a file of chunks, with the table of these structs at its end. */
export function bulletFileBytes(
  chunks: readonly WrittenChunk[],
  structs: Readonly<Record<string, BulletStruct>>,
  lastPointer: number,
): Uint8Array<ArrayBuffer> {
  const all: readonly WrittenChunk[] = [...chunks, { code: 'DNA1', struct: null, pointer: lastPointer, bytes: dnaBytes(structs) }];
  const out = new ByteWriter(bulletHeadBytes + all.reduce((sum, { bytes }) => sum + chunkHeadBytes + bytes.length, 0));
  out.array(new TextEncoder().encode(bulletHead));
  for (const { code, struct, pointer, bytes } of all) {
    const count = struct === null ? 1 : bytes.length / allBulletStructs[struct].bytes;
    const number = struct === null ? 0 : allBulletStructs[struct].number;
    out.array(new TextEncoder().encode(code)).u32(bytes.length, pointer, 0, number, count).array(bytes);
  }
  return out.bytes;
}

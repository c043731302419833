import { InspectorError, type InspectorErrorCode } from '../../error.ts';

/**
 * A baked file: header, chunk table, chunks; little-endian throughout. `resources/formats/boxwood-1.md` describes every byte.
 *
 *     0  u8 x 8 magic            16  u64 length of the file       28  u32 CRC-32 of bytes 0..27
 *     8  u32 version 1           24  u32 CRC-32 of the table      32  C entries of 32 bytes
 *    12  u32 C chunks
 *
 * An entry: u8 x 4 kind, u32 version, u64 offset, u64 length, u32 CRC-32, u32 flags. The chunks follow in the order of the table, each at
 * the next multiple of 16 and padded with zeros to it. So every byte is under a checksum or must be zero.
 */
export const boxwoodMagic: readonly number[] = [0x89, 0x42, 0x58, 0x57, 0x0d, 0x0a, 0x1a, 0x0a];
export const boxwoodVersion = 1;
export const boxwoodHeaderBytes = 32;
export const entryBytes = 32;
/** Flag of a required chunk: a reader that does not know its kind rejects the file. */
export const requiredFlag = 1;

/**
 * Max number of trees in a file, and of a document in the app. Checking a tree takes a pass over the mesh, even if the tree is only a
 * header, so this limits the cost of a small file.
 */
export const maxTrees = 8;

/** The kinds of version 1. */
export const chunkKinds = {
  vertices: 'VERT',
  indices: 'INDX',
  parts: 'PART',
  polygons: 'POLY',
  tree: 'TREE',
  meta: 'META',
} as const;

/** A row of the chunk table, checked against the file. */
export interface Chunk {
  readonly kind: string;
  readonly version: number;
  /** First byte of the chunk in the file. */
  readonly offset: number;
  /** Without the padding. */
  readonly length: number;
  readonly checksum: number;
  readonly required: boolean;
}

/** Whether bytes start like a `.boxwood` file. */
export function isBoxwood(bytes: Uint8Array): boolean {
  return boxwoodMagic.every((byte, i) => bytes[i] === byte);
}

/** Returns the error for an invalid `.boxwood` file; `byte` is the offset in the file. */
export function damagedBoxwood(what: string, byte: number, code: InspectorErrorCode = 'invalid-bytes', fix = bakeAgain): InspectorError {
  return new InspectorError({ code, message: `This baked file is damaged: ${what}`, fix, location: { byte } });
}

const bakeAgain = 'Bake it again from its source, or open an undamaged copy';

import { InspectorError, type InspectorErrorCode } from '../../error.ts';
import type { SplitName } from '../../tree/layout.ts';

/**
 * A `.bvh.bin` file, version 1, little-endian: the input of `MeshBVH.deserialize` of three-mesh-bvh 0.9 in one file.
 * `resources/formats/three-mesh-bvh-1.md` describes every byte, `resources/formats/load-three-mesh-bvh.js` a loader.
 *
 *     0  u32 magic 'BVHB'      8  u32 CRC-32 of the JSON with its padding
 *     4  u32 length J          12  u32 CRC-32 of everything from byte 16 + J on
 *    16  JSON (`BvhHeader`), padded with spaces to a multiple of 16, then the arrays it names, each aligned to 16
 */
export const magic = 0x42485642;
export const fileVersion = 1;
export const preambleBytes = 16;

/** A node of three-mesh-bvh: six f32 min and max; leaf: u32 first, u16 count, u16 0xFFFF; inner: u32 right − this, u32 axis. */
export const bvhNodeBytes = 32;
export const bvhNodeWords = 8;
export const bvhLinkWord = 6;
export const axisWord = 7;
/** In the u16 view of a node. */
export const countHalf = 14;
export const flagHalf = 15;
export const bvhLeafFlag = 0xffff;
/** The count of a leaf is a u16. */
export const maxLeafTriangles = 0xffff;

/** Offsets count bytes from the end of the JSON, at byte 16 + J. */
export interface BvhHeader {
  readonly version: number;
  readonly vertices: number;
  /** Triangles in the index; the source can have more. */
  readonly triangles: number;
  readonly nodes: number;
  /** f32 (3·vertices), in source coordinates. */
  readonly positions: number;
  /** u16 or u32 (3·triangles), in leaf order. */
  readonly index: number;
  readonly indexBytes: 2 | 4;
  /** The nodes of the only root. */
  readonly root: number;
  /** u32 (triangles): the triangle of the source at each position of the leaf order. */
  readonly sourceTriangles: number;
  /** Split rule of the build, which the nodes do not store. */
  readonly split: SplitName;
  /** Ranges of source triangles. */
  readonly parts: readonly { readonly name: string; readonly firstTriangle: number; readonly triangleCount: number }[];
}

export function isThreeMeshBvh(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true) === magic;
}

export function damagedBvh(what: string, byte: number, code: InspectorErrorCode = 'invalid-bytes'): InspectorError {
  return new InspectorError({
    code,
    message: `This .bvh.bin file is damaged: ${what}`,
    fix: 'Bake it again from its source, or open an undamaged copy',
    location: { byte },
  });
}

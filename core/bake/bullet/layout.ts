import { InspectorError, type InspectorErrorCode } from '../../error.ts';

/**
 * A `.bullet` file of Bullet 3.24 with 64-bit pointers and 32-bit floats, little-endian, as `btBulletWorldImporter` loads it. Facts from
 * Bullet 3.24: `bFile.cpp`, `bDNA.cpp`, `btQuantizedBvh.cpp`, `btSerializer.h`. `resources/formats/bullet-324.md` describes every byte.
 *
 *     0  'BULLETf', '-' for 64 bits, 'v' for little-endian, '324'
 *    12  chunks: letters x 4, u32 bytes, u64 old pointer, u32 struct, u32 count, then the bytes; the last is DNA1
 */
export const bulletLetters = 'BULLET';
export const bulletHead = 'BULLETf-v324';
export const bulletHeadBytes = 12;
export const chunkHeadBytes = 24;

/** Of `btBroadphaseProxy.h`. */
export const triangleMeshShapeType = 21;
/** u16 min[3], u16 max[3], i32: part << 21 | triangle of a leaf, or the number of nodes of a subtree with a minus. */
export const quantisedNodeBytes = 16;
export const partShift = 21;
export const maxBulletTriangles = 2 ** partShift - 1;
/** Steps of the boxes along each axis. */
export const quantisedSteps = 65_533;
/** By this the bounds grow before they are divided into steps. */
export const bulletMargin = 1;
/** Nodes of a subtree that is listed for traversals by blocks: 2,048 bytes. */
export const maxSubtreeNodes = 128;

export function isBullet(bytes: Uint8Array): boolean {
  return [...bulletLetters].every((letter, i) => bytes[i] === letter.charCodeAt(0));
}

export function damagedBullet(what: string, byte: number, code: InspectorErrorCode = 'invalid-bytes'): InspectorError {
  return new InspectorError({
    code,
    message: `This .bullet file is damaged: ${what}`,
    fix: 'Save or bake it again from its source, or open an undamaged copy',
    location: { byte },
  });
}

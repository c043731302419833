import { InspectorError, type InspectorErrorCode } from '../../error.ts';

/**
 * The binary state of a mesh shape of Jolt 5.5, little-endian, as `Shape::sRestoreFromBinaryState` reads it. Facts from Jolt 5.5.0:
 * `MeshShape.cpp`, `NodeCodecQuadTreeHalfFloat.h`, `TriangleCodecIndexed8BitPackSOA4Flags.h`. `resources/formats/jolt-mesh-5.5.md` describes
 * every byte.
 *
 *     0  u8 12, the shape type      9  u32 bytes of the tree
 *     1  u64 user data             13  the tree: its header, the header of the triangles, nodes, leaves, vertices
 */
export const meshShapeType = 12;
export const stateHeaderBytes = 13;
/** Our mark in the user data: with it the user data of triangles are the triangles of the source. */
export const joltStamp = [...'BWX-J5.5'].map((letter) => letter.charCodeAt(0));
export const stampAt = 1;

/** Of the tree: f32 x 6 root box, u32 properties of the root, u8 bits of the largest leaf number, three bytes of padding. */
export const treeHeaderBytes = 32;
/** f32 x 3 first grid point, f32 x 3 step of the grid. */
export const triangleHeaderBytes = 24;
export const nodesAt = treeHeaderBytes + triangleHeaderBytes;

/** Half floats minX[4] minY[4] minZ[4] maxX[4] maxY[4] maxZ[4], then u32 properties[4]. */
export const nodeBytes = 64;
export const nodeHalves = 32;
export const nodeWords = 16;
export const propertiesWord = 12;
/** Properties: triangles << 28 | byte offset >> 2. Without triangles it is a node. */
export const countShift = 28;
export const offsetMask = 2 ** countShift - 1;
export const unusedCount = 15;
export const maxJoltLeaf = 8;

/** A leaf: u32 (see `offsetToVerticesBits`), blocks of four triangles, and u32 user data of each triangle. */
export const blockTriangles = 4;
/** u8 index[3][4], u8 flags[4]. */
export const joltBlockBytes = 16;
/** Low bits: offset from the leaf to its first vertex >> 2. High bits: blocks before the user data; 0 without any. */
export const offsetToVerticesBits = 29;
export const activeEdgesShift = 5;
/** u32 x | y << 21, u32 z | (y >> 11) << 21. */
export const joltVertexBytes = 8;
export const axisBits = 21;
export const lowYBits = 11;
/** Vertices that a leaf can name. */
export const windowVertices = 256;
/** Levels of nodes that Jolt walks: its stack has 128 entries, a level adds three, and the last one needs room for four. */
export const maxJoltLevels = 42;

/** The byte of a tree with the bits of its largest leaf number. */
export const leafBitsAt = 28;
/** `MeshShape::NumTriangleBits`: a leaf has at most eight triangles. */
const triangleBits = 3;

/** Returns the bits of the numbers of triangles of a mesh shape, `MeshShape::GetSubShapeIDBits`. */
export function meshIdBits(state: Uint8Array): number {
  return state[stateHeaderBytes + leafBitsAt]! + triangleBits;
}

export function isJoltMesh(bytes: Uint8Array): boolean {
  return bytes[0] === meshShapeType && joltStamp.every((letter, i) => bytes[stampAt + i] === letter);
}

export function damagedJolt(what: string, byte: number, code: InspectorErrorCode = 'invalid-bytes'): InspectorError {
  return new InspectorError({
    code,
    message: `This Jolt mesh shape is damaged: ${what}`,
    fix: 'Save or bake it again from its source, or open an undamaged copy',
    location: { byte },
  });
}

/** Bytes of a leaf. */
export function leafBytes(triangles: number, hasUserData: boolean): number {
  return 4 + joltBlockBytes * Math.ceil(triangles / blockTriangles) + (hasUserData ? 4 * triangles : 0);
}

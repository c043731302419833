import { InspectorError, type InspectorErrorCode } from '../../error.ts';

/**
 * A cooked triangle mesh of PhysX 5, little-endian, as `PxPhysics::createTriangleMesh` reads it. Facts from PhysX 5.6.1: `GuMeshFactory.cpp`,
 * `GuBV4.cpp`, `GuBV4_Common.h`. `resources/formats/physx-mesh-16.md` describes every byte.
 *
 *     0  'N' 'X' 'S' 1, 'M' 'E' 'S' 'H'      16  u32 flags (`physxFlags`)
 *     8  u32 version 16                      20  u32 vertices, u32 triangles
 *    12  u32 midphase 1 (BVH34)              28  f32 (3·V) vertices, then the (3·T) indices in 1, 2 or 4 bytes
 *
 * Then the tables that the flags name, the tree, f32 epsilon, f32 x 6 box, u32 count of edge flags (T or 0) and these, a u8 each.
 */
export const physxMagic = [0x4e, 0x58, 0x53, 1, 0x4d, 0x45, 0x53, 0x48] as const;
export const physxVersion = 16;
export const bvh34 = 1;
export const physxFlags = {
  materials: 1,
  faceRemap: 2,
  indices8: 4,
  indices16: 8,
  adjacency: 16,
  gpu: 32,
  distanceField: 64,
  vertexMap: 128,
  inertia: 512,
} as const;

/** The tree starts with these letters and its version. */
export const bv4Magic = [0x42, 0x56, 0x34, 0x20] as const;
export const bv4Version = 3;
/** Bytes from the letters of the tree to its first node. */
export const bv4HeaderBytes = 60;
/** Four boxes as f32 minX[4] minY[4] minZ[4] maxX[4] maxY[4] maxZ[4], then u32 data[4]. PhysX counts each slot as a node. */
export const bv4BlockBytes = 112;
export const bv4BlockWords = 28;
export const dataWord = 24;
/** Leaf: ((first << 4 | count) << 1) | 1. Inner: child << 11 | (children - 2) << 1, where the child counts slots. */
export const emptyData = 0xffff_ffff;
export const maxBv4LeafTriangles = 15;
export const childShift = 11;
/** Slots that an inner node can name. */
export const maxSlots = 2 ** (32 - childShift);
/** Triangles that a leaf can name. */
export const maxTriangles = 2 ** 27;
/** Bits of an edge flag: the edges 01, 12 and 20 take part in contacts. */
export const edgeFlags = [8, 16, 32] as const;

export function isPhysxMesh(bytes: Uint8Array): boolean {
  return physxMagic.every((byte, i) => bytes[i] === byte);
}

export function damagedPhysx(what: string, byte: number, code: InspectorErrorCode = 'invalid-bytes'): InspectorError {
  return new InspectorError({
    code,
    message: `This cooked PhysX mesh is damaged: ${what}`,
    fix: 'Cook or bake it again from its source, or open an undamaged copy',
    location: { byte },
  });
}

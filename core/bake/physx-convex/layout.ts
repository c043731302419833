import { InspectorError, type InspectorErrorCode } from '../../error.ts';

/**
 * Cooked convex meshes of PhysX 5 one after another, little-endian, as `PxPhysics::createConvexMesh` reads each from a stream. Facts from PhysX
 * 5.6.1: `GuConvexMesh.cpp`, `GuBigConvexData.cpp`, `GuCookingConvexMeshBuilder.cpp`, `GuCookingConvexHullBuilder.cpp`.
 * `resources/formats/physx-convex-14.md` describes every byte.
 *
 *     0  'N' 'X' 'S' 1, 'C' 'V' 'X' 'M', u32 version 14, u32 0
 *    16  'I' 'C' 'E' 1, 'C' 'L' 'H' 'L', u32 version 9
 *    28  u32 vertices, u32 edges | 0x8000 with the table of edges, u32 polygons, u32 corners of all polygons
 *    44  f32 (3·V) vertices, then 20 bytes for each polygon, then the tables of corners, edges and vertices in u8
 */
export const convexMagic = [0x4e, 0x58, 0x53, 1, 0x43, 0x56, 0x58, 0x4d] as const;
export const convexVersion = 14;
export const hullMagic = [0x49, 0x43, 0x45, 1, 0x43, 0x4c, 0x48, 0x4c] as const;
export const hullVersion = 9;
/** With this bit of the number of edges, the vertices of each edge follow, which the GPU needs. */
export const edgeTableBit = 0x8000;

/** f32 x 3 normal, f32 distance, u16 first corner, u8 corners, u8 vertex farthest behind the plane. */
export const polygonBytes = 20;
/** Vertices, and polygons, are numbered in one byte, of which 255 stands for none. */
export const maxConvexVertices = 255;
export const maxConvexPolygons = 255;
/** With more, a hull is not for the GPU. */
export const maxGpuCount = 64;
export const maxGpuCorners = 32;

/** Hulls with more vertices have a table for hill climbing: `PxCookingParams::gaussMapLimit`. */
export const maxUnsearchedVertices = 32;
/** The table has a start vertex for each of 6 · 16² directions, and for their opposites. */
export const climbSubdivisions = 16;
export const climbSamples = 6 * climbSubdivisions ** 2;
export const supportMagic = [0x49, 0x43, 0x45, 1, 0x53, 0x55, 0x50, 0x4d] as const;
export const gaussMagic = [0x49, 0x43, 0x45, 1, 0x47, 0x41, 0x55, 0x53] as const;
export const valencyMagic = [0x49, 0x43, 0x45, 1, 0x56, 0x41, 0x4c, 0x45] as const;
export const valencyVersion = 2;

export function isPhysxConvex(bytes: Uint8Array): boolean {
  return convexMagic.every((byte, i) => bytes[i] === byte);
}

export function damagedConvex(what: string, byte: number, code: InspectorErrorCode = 'invalid-bytes'): InspectorError {
  return new InspectorError({
    code,
    message: `This file of cooked convex PhysX meshes is damaged: ${what}`,
    fix: 'Cook or bake it again from its source, or open an undamaged copy',
    location: { byte },
  });
}

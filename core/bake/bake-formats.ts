import type { Progress } from '../progress.ts';
import type { Baked, BakeInput } from './bake-input.ts';
import { writeBoxwoodBake } from './boxwood/write-boxwood-bake.ts';
import { writeGlb } from './mesh-files/write-glb.ts';
import { writeObj } from './mesh-files/write-obj.ts';
import { writePly } from './mesh-files/write-ply.ts';
import { writeStl } from './mesh-files/write-stl.ts';
import { writeThreeMeshBvh } from './three-mesh-bvh/write-three-mesh-bvh.ts';

export const bakeFormatNames = ['boxwood', 'three-mesh-bvh', 'glb', 'obj', 'ply', 'stl'] as const;
export type BakeFormatName = (typeof bakeFormatNames)[number];

/**
 * What reading back gives for a coordinate: all its bits; the same number, whatever the bits of a NaN; the same, with all
 * that is not finite as NaN; its nearest f32; the same, with others in place of unused vertices that f32 does not hold; its
 * nearest f32 about the middle of the mesh, where f32 does not hold the mesh as it is.
 */
export type KeptCoordinates = 'bits' | 'numbers' | 'finite numbers' | 'f32' | 'f32, replaced' | 'recentred';

/** One format: what the app's dialog, `boxwood bake --format` and the help say of it, and its writer. */
export interface BakeFormat {
  readonly name: BakeFormatName;
  readonly title: string;
  /** Lower case, without the first dot. */
  readonly extension: string;
  readonly keeps: string;
  readonly loses: string;
  /** Whether it holds trees, and so wants at least one. */
  readonly hasTree: boolean;
  /** Whether trees keep their kind, or are written as plain boxes with the same triangles. */
  readonly keepsKind: boolean;
  readonly coordinates: KeptCoordinates;
  /** All vertices in their order, those that a part uses for each part, or three for each triangle. */
  readonly keepsVertices: 'all' | 'used' | 'corners';
  /** All triangles, or those whose vertices are finite. */
  readonly keepsTriangles: 'all' | 'finite';
  /** Throws whatever `progress` throws. */
  readonly write: (input: BakeInput, progress: Progress) => Baked;
}

/** Every format that is written. A new one is a file of its own and a row here. */
export const bakeFormats: Readonly<Record<BakeFormatName, BakeFormat>> = {
  boxwood: {
    name: 'boxwood',
    title: 'Boxwood bake',
    extension: 'boxwood',
    keeps:
      'Everything: 64-bit vertices, parts with transforms and roles, every tree with its options, unit, axes, source, findings and what of them is ignored.',
    loses: 'Nothing.',
    hasTree: true,
    keepsKind: true,
    coordinates: 'bits',
    keepsVertices: 'all',
    keepsTriangles: 'all',
    write: writeBoxwoodBake,
  },
  'three-mesh-bvh': {
    name: 'three-mesh-bvh',
    title: 'three-mesh-bvh',
    extension: 'bvh.bin',
    keeps: 'The mesh in 32 bits, the first tree as one root of plain boxes, the source’s triangle numbers, names and runs of parts.',
    loses:
      'Digits beyond 32 bits, other kinds of volumes, the order of triangles, transforms of parts, friction and layers of colliders, triangles that are not finite.',
    hasTree: true,
    keepsKind: false,
    coordinates: 'f32, replaced',
    keepsVertices: 'all',
    keepsTriangles: 'finite',
    write: writeThreeMeshBvh,
  },
  glb: {
    name: 'glb',
    title: 'glTF 2.0, GLB',
    extension: 'glb',
    keeps:
      'Parts as nodes with names, which of them are colliders, of what shape, with friction and layers (in extras), positions in 32 bits about the middle of the mesh, the order of triangles, names of materials as primitives.',
    loses: 'Digits beyond that, vertices that no part uses, transforms of parts (applied), triangles that are not finite.',
    hasTree: false,
    keepsKind: false,
    coordinates: 'recentred',
    keepsVertices: 'used',
    keepsTriangles: 'finite',
    write: writeGlb,
  },
  obj: {
    name: 'obj',
    title: 'Wavefront OBJ',
    extension: 'obj',
    keeps: 'Vertices to the last bit, parts as objects, the order of vertices and triangles.',
    loses: 'Transforms of parts (applied), friction and layers of colliders, and which of NaN and the infinities a coordinate was.',
    hasTree: false,
    keepsKind: false,
    coordinates: 'finite numbers',
    keepsVertices: 'all',
    keepsTriangles: 'all',
    write: writeObj,
  },
  ply: {
    name: 'ply',
    title: 'PLY, binary',
    extension: 'ply',
    keeps: 'Vertices to the last bit, the order of vertices and triangles; parts as comments.',
    loses: 'Parts, for readers that pass over comments; their transforms (applied); friction and layers of colliders.',
    hasTree: false,
    keepsKind: false,
    coordinates: 'numbers',
    keepsVertices: 'all',
    keepsTriangles: 'all',
    write: writePly,
  },
  stl: {
    name: 'stl',
    title: 'STL, binary',
    extension: 'stl',
    keeps: 'The triangles in 32 bits, and their order.',
    loses: 'Digits beyond 32 bits, shared vertices, parts, friction and layers of colliders.',
    hasTree: false,
    keepsKind: false,
    coordinates: 'f32',
    keepsVertices: 'corners',
    keepsTriangles: 'all',
    write: writeStl,
  },
};

/** The format that a file name asks for; `null` when its extension is none of them. */
export function bakeFormatOf(fileName: string): BakeFormat | null {
  const name = fileName.toLowerCase();
  return Object.values(bakeFormats).find(({ extension }) => name.endsWith(`.${extension}`)) ?? null;
}

import type { SourceSpace } from '../mesh/source-space.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { Progress } from '../progress.ts';
import type { Baked, BakeInput } from './bake-input.ts';
import type { KeptTriangles } from './written-triangles.ts';
import type { ShapeReading } from './bodies/compare-shapes.ts';
import type { WrittenShapes } from './bodies/physics-shape.ts';

export const bakeFormatNames = [
  'boxwood',
  'three-mesh-bvh',
  'physx',
  'physx-convex',
  'jolt',
  'jolt-settings',
  'jolt-shapes',
  'jolt-state',
  'bullet',
  'bullet-shapes',
  'bullet-bvh',
  'rapier',
  'glb',
  'obj',
  'ply',
  'stl',
  'off',
  'mjcf',
  'urdf',
  'gltf-khr',
  'gltf-omi',
  'unreal',
  'godot',
  'godot-scene',
  'godot-shape',
  'usd-physics',
] as const;
export type BakeFormatName = (typeof bakeFormatNames)[number];

/**
 * What a format keeps of a coordinate:
 * - `bits`: all bits;
 * - `numbers`: the value; the payload of a NaN may change;
 * - `finite numbers`: finite values; others become NaN;
 * - `f32`: the nearest f32;
 * - `f32, replaced`: the nearest f32; unused vertices that are not finite in f32 are replaced;
 * - `jolt grid`: the nearest point of the grid over the written triangles; see `joltVertexGrid`;
 * - `recentred`: the nearest f32 relative to the centre of the mesh, if f32 cannot store the mesh exactly.
 */
export type KeptCoordinates = 'bits' | 'numbers' | 'finite numbers' | 'f32' | 'f32, replaced' | 'jolt grid' | 'recentred';

/** The up axis of a format that also fixes metres and right-handed coordinates. Of two, Z stays and another axis becomes Y. */
export type EngineUp = '+y' | '+z' | '+y or +z';

/** A bake format: its texts for the app, `boxwood bake --format` and the help, and its writer. */
export interface BakeFormat {
  readonly name: BakeFormatName;
  readonly title: string;
  /** In lower case, without the first dot. */
  readonly extension: string;
  readonly keeps: string;
  readonly loses: string;
  /** Whether the format stores trees and so needs at least one. */
  readonly hasTree: boolean;
  /** Whether trees keep their kind. Otherwise they are written as AABB trees with the same triangles. */
  readonly keepsKind: boolean;
  readonly coordinates: KeptCoordinates;
  /** Of formats whose writer converts to metres and right-handed coordinates, as far as unit and axes are known: their up axis. */
  readonly engineUp?: EngineUp;
  /** All vertices in order; for each part those that it uses; or three for each triangle. */
  readonly keepsVertices: 'all' | 'used' | 'corners';
  readonly keepsTriangles: KeptTriangles;
  /** Of formats that store shapes of an engine: what they write of a mesh, and what a reader sees of it. Verified instead of triangles. */
  readonly shapes?: {
    readonly of: (mesh: TriangleMesh, space: SourceSpace, progress: Progress) => WrittenShapes;
    readonly reading: ShapeReading;
  };
  /** @throws whatever `progress` throws. */
  readonly write: (input: BakeInput, progress: Progress) => Baked;
}

/** What formats of shapes have in common. */
export const shapeFormat = {
  hasTree: false,
  keepsKind: false,
  coordinates: 'f32',
  keepsVertices: 'used',
  keepsTriangles: 'finite',
} as const;

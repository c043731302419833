import type { EngineChoice } from '../../options/engine-options.ts';
import type { ExportPreset } from '../../options/export-options.ts';
import type { BakeFormatName } from '../bake-format.ts';
import { bakeFormats } from '../bake-formats.ts';
import { maxFileParts } from '../bodies/part-limit.ts';

/** The targets of a bake, by the name of `--target`. */
export const bakeTargetNames = [
  'boxwood',
  'three',
  'physx',
  'physx-convex',
  'jolt',
  'jolt-shapes',
  'jolt-state',
  'bullet',
  'bullet-shapes',
  'rapier',
  'mujoco',
  'ros',
  'unreal',
  'unity',
  'godot',
  'godot-scene',
  'blender',
] as const;
export type BakeTargetName = (typeof bakeTargetNames)[number];

/** A limit of a target, with the document that states it. */
export interface TargetLimit {
  /** What is limited. `hull` counts those of one convex hull. */
  readonly of: 'triangles' | 'parts' | 'hull vertices' | 'hull triangles' | 'hull faces' | 'coordinate';
  readonly max: number;
  readonly source: string;
  /** What to do where it is exceeded. */
  readonly fix: string;
}

/** Where a mesh is used, and how it is written for that. */
export interface BakeTarget {
  readonly name: BakeTargetName;
  readonly title: string;
  /** What reads the file, and what becomes of its coordinates and names. */
  readonly meaning: string;
  readonly format: BakeFormatName;
  /** Unit and axes of the file. Coordinates of a mesh without a unit or axes stay as they are. */
  readonly preset: ExportPreset;
  /** The engine whose shapes are compared with the mesh; `none` where the file keeps the mesh. */
  readonly engine: EngineChoice;
  /** Shape of parts that are not declared as hulls or primitives. */
  readonly shape: 'triangles' | 'hull';
  readonly limits: readonly TargetLimit[];
  /** Whether meshes are files next to the file. */
  readonly hasSideFiles?: true;
}

const partLimit: TargetLimit = {
  of: 'parts',
  max: maxFileParts,
  source: 'Boxwood reads 65,536 shapes of a file, the compound counted',
  fix: 'Bake groups of parts into files of their own, or join parts that collide as triangles',
};
const hullFix = 'Make hulls with fewer vertices: boxwood convex hull --max-vertices, or boxwood decompose --max-vertices';

/** All targets. A new one needs a row here and a name above. */
export const bakeTargets: Readonly<Record<BakeTargetName, BakeTarget>> = {
  boxwood: {
    name: 'boxwood',
    title: 'Boxwood',
    meaning: 'Keeps the mesh, its parts and trees, for boxwood, its library and the C header.',
    format: 'boxwood',
    preset: 'none',
    engine: 'none',
    shape: 'triangles',
    limits: [],
  },
  three: {
    name: 'three',
    title: 'three-mesh-bvh',
    meaning: 'A tree for three.js, in the coordinates of the mesh.',
    format: 'three-mesh-bvh',
    preset: 'none',
    engine: 'none',
    shape: 'triangles',
    limits: [],
  },
  physx: {
    name: 'physx',
    title: 'PhysX 5',
    meaning: 'A cooked triangle mesh, in the coordinates of the mesh.',
    format: 'physx',
    preset: 'none',
    engine: 'physx',
    shape: 'triangles',
    limits: [],
  },
  'physx-convex': {
    name: 'physx-convex',
    title: 'PhysX 5, convex',
    meaning: 'The convex hull of each part, cooked, in the coordinates of the mesh.',
    format: 'physx-convex',
    preset: 'none',
    engine: 'physx',
    shape: 'hull',
    limits: [
      { of: 'hull vertices', max: 255, source: 'PhysX GuConvexMeshData.h: vertices are numbered in 8 bits', fix: hullFix },
      {
        of: 'hull faces',
        max: 255,
        source: 'PhysX GuCookingConvexHullBuilder.cpp: more than 255 polygons are refused',
        fix: 'Make hulls with fewer faces: boxwood convex hull --max-faces 255, or boxwood decompose --max-vertices 64',
      },
    ],
  },
  jolt: {
    name: 'jolt',
    title: 'Jolt 5.5',
    meaning: 'A mesh shape in binary form, in the coordinates of the mesh.',
    format: 'jolt',
    preset: 'none',
    engine: 'jolt',
    shape: 'triangles',
    limits: [
      {
        of: 'coordinate',
        max: 65_504,
        source: 'Jolt NodeCodecQuadTreeHalfFloat.h: boxes of nodes are half floats',
        fix: 'Move the mesh to the origin and place the body with a transform',
      },
    ],
  },
  'jolt-shapes': {
    name: 'jolt-shapes',
    title: 'Jolt 5, shapes',
    meaning: 'A compound of boxes, spheres, capsules, cylinders, hulls and triangle meshes as text, in the coordinates of the mesh.',
    format: 'jolt-shapes',
    preset: 'none',
    engine: 'jolt',
    shape: 'triangles',
    limits: [{ of: 'hull vertices', max: 256, source: 'Jolt ConvexHullShape.h, cMaxPointsInHull', fix: hullFix }, partLimit],
  },
  'jolt-state': {
    name: 'jolt-state',
    title: 'Jolt 5.5, binary shapes',
    meaning: 'The same compound in binary form, which Jolt loads without building anything, in the coordinates of the mesh.',
    format: 'jolt-state',
    preset: 'none',
    engine: 'jolt',
    shape: 'triangles',
    limits: [
      { of: 'hull vertices', max: 256, source: 'Jolt ConvexHullShape.h, cMaxPointsInHull', fix: hullFix },
      partLimit,
      {
        of: 'coordinate',
        max: 65_504,
        source: 'Jolt StaticCompoundShape.h: boxes of nodes are half floats',
        fix: 'Move the mesh to the origin and place the body with a transform',
      },
    ],
  },
  bullet: {
    name: 'bullet',
    title: 'Bullet 3',
    meaning: 'One triangle mesh with its tree, in the coordinates of the mesh.',
    format: 'bullet',
    preset: 'none',
    engine: 'bullet',
    shape: 'triangles',
    limits: [
      {
        of: 'triangles',
        max: 2_097_151,
        source: 'Bullet btQuantizedBvh.h, MAX_NUM_PARTS_IN_BITS: 21 bits number the triangles of a part',
        fix: 'Divide the mesh, or bake fewer parts of it',
      },
    ],
  },
  'bullet-shapes': {
    name: 'bullet-shapes',
    title: 'Bullet 3, shapes',
    meaning: 'A compound of boxes, spheres, capsules, cylinders, hulls and triangle meshes, in the coordinates of the mesh.',
    format: 'bullet-shapes',
    preset: 'none',
    engine: 'bullet',
    shape: 'triangles',
    limits: [partLimit],
  },
  rapier: {
    name: 'rapier',
    title: 'Rapier',
    meaning: 'Colliders of each kind of shape, in the coordinates of the mesh.',
    format: 'rapier',
    preset: 'none',
    engine: 'rapier',
    shape: 'triangles',
    limits: [],
  },
  mujoco: {
    name: 'mujoco',
    title: 'MuJoCo',
    meaning: 'MJCF with its meshes in the file, in metres with Z up. MuJoCo collides with the convex hull of each.',
    format: 'mjcf',
    preset: 'none',
    engine: 'mujoco',
    shape: 'hull',
    limits: [],
  },
  ros: {
    name: 'ros',
    title: 'ROS and Isaac Sim',
    meaning: 'URDF with OBJ meshes next to it, in metres with Z up. Isaac Sim collides with the convex hull of each.',
    format: 'urdf',
    preset: 'none',
    engine: 'isaac',
    shape: 'hull',
    limits: [],
    hasSideFiles: true,
  },
  unreal: {
    name: 'unreal',
    title: 'Unreal Engine',
    meaning: 'GLB in metres with Y up, which the importer converts; colliders are named UCX_, UBX_, USP_ or UCP_.',
    format: 'unreal',
    preset: 'gltf',
    engine: 'unreal',
    shape: 'triangles',
    limits: [],
  },
  unity: {
    name: 'unity',
    title: 'Unity',
    meaning: 'GLB in metres with Y up, which the importer converts; a convex Mesh Collider is set in Unity.',
    format: 'glb',
    preset: 'gltf',
    engine: 'unity',
    shape: 'triangles',
    limits: [
      { of: 'hull triangles', max: 255, source: 'Unity 6.1 manual, Mesh collider component reference, Convex', fix: hullFix },
      { of: 'hull vertices', max: 255, source: 'PxConvexMeshDesc, vertexLimit', fix: hullFix },
    ],
  },
  godot: {
    name: 'godot',
    title: 'Godot 4',
    meaning: 'GLB in metres with Y up; colliders are named -colonly, -convcolonly, -col or -convcol.',
    format: 'godot',
    preset: 'gltf',
    engine: 'godot',
    shape: 'triangles',
    limits: [{ of: 'hull vertices', max: 256, source: 'Jolt ConvexHullShape.h, cMaxPointsInHull', fix: hullFix }],
  },
  'godot-scene': {
    name: 'godot-scene',
    title: 'Godot 4, scene',
    meaning: 'A .tscn scene in metres with Y up: bodies with a CollisionShape3D for each collider, without rendered parts.',
    format: 'godot-scene',
    preset: 'gltf',
    engine: 'godot',
    shape: 'triangles',
    limits: [{ of: 'hull vertices', max: 256, source: 'Jolt ConvexHullShape.h, cMaxPointsInHull', fix: hullFix }],
  },
  blender: {
    name: 'blender',
    title: 'Blender',
    meaning: 'PLY in metres with Z up, with 64-bit vertices.',
    format: 'ply',
    preset: 'blender',
    engine: 'none',
    shape: 'triangles',
    limits: [],
  },
};

/** Returns whether a text is the name of a target. */
export function isBakeTarget(name: string): name is BakeTargetName {
  return (bakeTargetNames as readonly string[]).includes(name);
}

/** Returns the name of the file of a target: `rock.jolt.jolt`, but `rock.unreal.glb` where the extension has the target already. */
export function targetFileName(name: string, target: BakeTargetName): string {
  const { extension } = bakeFormats[bakeTargets[target].format];
  const isRepeated = extension.startsWith(`${target}.`) && name.endsWith(`.${target}`);
  return `${isRepeated ? name.slice(0, -target.length - 1) : name}.${extension}`;
}

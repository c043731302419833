import type { EngineChoice } from '../options/engine-options.ts';

/** Engines whose shapes are known. */
export type PhysicsEngine = Exclude<EngineChoice, 'none'>;

/** How an engine holds a triangle mesh. `f32`: rounded only. `jolt`: cleaned, on a grid of 21 bits. `physx`: welded and cleaned. */
export type TriangleStorage = 'f32' | 'jolt' | 'physx';

/** A fact about an engine, with the document or source file that states it. */
export interface EngineRule {
  readonly text: string;
  readonly source: string;
}

/** What an engine makes of a hull with more vertices than it stores. `outer`: a hull around it. `inner`: the hull of some of its vertices. */
export interface HullLimit {
  readonly maxVertices: number;
  readonly maxTriangles: number;
  readonly reduces: 'outer' | 'inner';
}

export interface EngineFacts {
  readonly title: string;
  /** The version that the rules describe. */
  readonly version: string;
  /** The shape of a mesh that the file does not declare as a hull or primitive. */
  readonly shape: 'triangles' | 'hull';
  readonly triangles: TriangleStorage;
  /** Distance within which vertices are merged, in mesh units; 0 merges none. */
  readonly weldDistance: number;
  /** `null` without a limit. */
  readonly hull: HullLimit | null;
  readonly maxTriangles: number;
  /** How the boxes of the tree are stored; they never change a hit, but larger ones cost time. */
  readonly boxes: 'f32' | 'half' | 'u16' | 'i16';
  readonly rules: readonly [EngineRule, ...EngineRule[]];
}

const roundedRule: EngineRule = { text: 'Coordinates are 32-bit floats', source: 'IEEE 754, round to nearest' };

const joltRules: readonly [EngineRule, ...EngineRule[]] = [
  {
    text: 'Vertices lie on a grid of 2,097,151 steps along each side of the bounds of the shape',
    source: 'Jolt/AABBTree/TriangleCodec/TriangleCodecIndexed8BitPackSOA4Flags.h',
  },
  {
    text: 'Repeated triangles, triangles whose edges have a cross product of at most 1e-6, and triangles that use a grid point twice are removed',
    source: 'Jolt/Physics/Collision/Shape/MeshShape.cpp, MeshShapeSettings::Sanitize',
  },
  {
    text: 'Boxes of nodes are half floats, rounded outward; beyond 65,504 they are unbounded',
    source: 'Jolt/AABBTree/NodeCodec/NodeCodecQuadTreeHalfFloat.h',
  },
  {
    text: 'A convex hull has at most 256 vertices; the builder stops at this number, and the rest stays outside',
    source: 'Jolt/Physics/Collision/Shape/ConvexHullShape.h, cMaxPointsInHull',
  },
];

const physxRules: readonly [EngineRule, ...EngineRule[]] = [
  {
    text: 'Equal vertices are welded; triangles without an area in 32-bit floats and repeated triangles are removed',
    source: 'PhysX GuMeshCleaner.cpp; PxMeshPreprocessingFlag::eDISABLE_CLEAN_MESH is off',
  },
  {
    text: 'Sides of the boxes of the tree are 16-bit steps, 32,767 up to the farthest side from the origin along each axis, rounded outward',
    source: 'PhysX GuBV4Build.cpp, quantised nodes',
  },
];

const joltHull: HullLimit = { maxVertices: 256, maxTriangles: Infinity, reduces: 'inner' };
const physxHull: HullLimit = { maxVertices: 255, maxTriangles: Infinity, reduces: 'outer' };

const plain = {
  version: '',
  shape: 'triangles',
  triangles: 'f32',
  weldDistance: 0,
  hull: null,
  maxTriangles: Infinity,
  boxes: 'f32',
} as const;

/** The engines and their rules. */
export const engines: Readonly<Record<PhysicsEngine, EngineFacts>> = {
  mujoco: {
    ...plain,
    title: 'MuJoCo',
    version: '3.14',
    shape: 'hull',
    rules: [
      {
        text: 'Every mesh collides as its convex hull, with all vertices unless maxhullvert is set',
        source: 'MuJoCo documentation, Computation, "Convex collisions", and XML reference, asset/mesh',
      },
      { text: 'A mesh whose vertices are coplanar is refused', source: 'MuJoCo user_mesh.cc, MakeGraph' },
    ],
  },
  jolt: { ...plain, title: 'Jolt', version: '5.5', triangles: 'jolt', hull: joltHull, boxes: 'half', rules: joltRules },
  bullet: {
    ...plain,
    title: 'Bullet',
    version: '3.24',
    maxTriangles: 2 ** 21 - 1,
    boxes: 'u16',
    rules: [
      roundedRule,
      {
        text: 'Boxes of the tree are 16-bit integers over the bounds grown by 1, rounded outward',
        source: 'btQuantizedBvh::setQuantizationValues',
      },
      { text: 'A part has at most 2,097,151 triangles', source: 'btQuantizedBvh.h, MAX_NUM_PARTS_IN_BITS 10' },
    ],
  },
  physx: { ...plain, title: 'PhysX', version: '5.6', triangles: 'physx', hull: physxHull, boxes: 'i16', rules: physxRules },
  isaac: {
    ...plain,
    title: 'Isaac Sim',
    version: '5.0',
    shape: 'hull',
    triangles: 'physx',
    hull: { maxVertices: 64, maxTriangles: Infinity, reduces: 'outer' },
    rules: [
      {
        text: 'A mesh of an imported robot collides as its convex hull',
        source: 'Isaac Lab 2.3, isaaclab.sim.converters.UrdfConverterCfg, collider_type, "convex_hull" by default',
      },
      {
        text: 'A hull has at most 64 vertices',
        source: 'NVIDIA ovphysx 0.6, PhysxConvexHullCollisionAPI, physxConvexHullCollision:hullVertexLimit, 64 by default',
      },
    ],
  },
  genesis: {
    ...plain,
    title: 'Genesis',
    version: '0.3',
    shape: 'hull',
    rules: [
      {
        text: 'Meshes of rigid entities become convex hulls. Those of robots stay one hull; of other objects only if the volumes differ by less than 15 %, otherwise CoACD divides them',
        source: 'genesis/options/morphs.py, convexify, decompose_robot_error_threshold and decompose_object_error_threshold',
      },
      {
        text: 'Genesis simplifies colliders to about 500 triangles unless decimate is off. The engine view does not show this',
        source: 'genesis/options/morphs.py, decimate and decimate_face_num',
      },
    ],
  },
  unity: {
    ...plain,
    title: 'Unity',
    version: '6',
    triangles: 'physx',
    boxes: 'i16',
    hull: { maxVertices: 255, maxTriangles: 255, reduces: 'outer' },
    rules: [
      {
        text: 'A convex collider has at most 255 triangles',
        source: 'Unity 6.1 manual, Mesh collider component reference, Convex',
      },
      {
        text: 'Cooking cleans the mesh and welds equal vertices unless these options are off',
        source: 'Unity 6.1 manual, Mesh collider component reference, Cooking Options',
      },
      ...physxRules,
    ],
  },
  unreal: {
    ...plain,
    title: 'Unreal Engine',
    version: '5.4',
    rules: [
      {
        text: 'UCX_ meshes are simple collision, as convex hulls; other meshes collide as triangles only with complex collision',
        source: 'Unreal Engine documentation, FBX Static Mesh Pipeline, Collision; Simple versus Complex Collision',
      },
      {
        text: 'A UCX_ mesh is any completely closed convex shape; UBX_, USP_ and UCP_ meshes become a box, sphere and capsule',
        source: 'Epic Games, BlenderTools, docs/send2ue/asset-types/static-mesh.md',
      },
      {
        text: 'A UCX_ mesh becomes one convex hull. With "One Convex Hull Per UCX" off, each separate piece becomes a hull',
        source: 'Unreal Engine 5.4 API, UInterchangeGenericMeshPipeline::bOneConvexHullPerUCX',
      },
      roundedRule,
    ],
  },
  rapier: {
    ...plain,
    title: 'Rapier',
    version: '0.21',
    rules: [
      {
        text: 'A trimesh keeps all vertices and triangles; no flag of TriMeshFlags is set by default',
        source: 'Rapier, ColliderDesc.trimesh',
      },
      roundedRule,
    ],
  },
  godot: {
    ...plain,
    title: 'Godot with Jolt Physics',
    version: '4.6',
    triangles: 'jolt',
    weldDistance: 1e-4,
    hull: joltHull,
    boxes: 'half',
    rules: [
      {
        text: 'Faces are passed as a list of triangles, so vertices closer than 1e-4 are merged',
        source: 'Jolt/Geometry/Indexify.h, inVertexWeldDistance; Godot modules/jolt_physics',
      },
      ...joltRules,
    ],
  },
};

import { type BakeFormat, type BakeFormatName, shapeFormat } from './bake-format.ts';
import type { ShapeReading } from './bodies/compare-shapes.ts';
import { bulletFormats } from './bullet-formats.ts';
import { writeBoxwoodBake } from './boxwood/write-boxwood-bake.ts';
import { joltShapes, writeJoltShapes } from './jolt-shapes/write-jolt-shapes.ts';
import { writeJoltSettings } from './jolt-settings/write-jolt-settings.ts';
import { joltStateShapes, writeJoltState } from './jolt-state/write-jolt-state.ts';
import { writeJolt } from './jolt/write-jolt.ts';
import { writeGlb } from './mesh-files/write-glb.ts';
import { writeObj } from './mesh-files/write-obj.ts';
import { writeOff } from './mesh-files/write-off.ts';
import { writePly } from './mesh-files/write-ply.ts';
import { writeStl } from './mesh-files/write-stl.ts';
import { khrShapes, omiShapes, writeKhrPhysics, writeOmiPhysics } from './gltf-shapes/write-gltf-physics.ts';
import { godotShape, writeGodotShape } from './godot/write-godot-shape.ts';
import { godotScene, writeGodotScene } from './godot/write-godot.ts';
import { mjcfShapes, writeMjcf } from './mjcf/write-mjcf.ts';
import { godotShapes, unrealShapes, writeGodotGlb, writeUnrealGlb } from './named-glb/write-named-glb.ts';
import { physxConvexShapes, writePhysxConvex } from './physx-convex/write-physx-convex.ts';
import { writePhysx } from './physx/write-physx.ts';
import { rapierShapes, writeRapier } from './rapier/write-rapier.ts';
import { writeThreeMeshBvh } from './three-mesh-bvh/write-three-mesh-bvh.ts';
import { urdfShapes, writeUrdf } from './urdf/write-urdf.ts';
import { usdShapes, writeUsdPhysics } from './usd/write-usd-physics.ts';

/** Text of Godot has no rendered parts, and hulls as points. */
const godotReading: ShapeReading = { use: (use) => (use === 'rendered collider' ? 'collider' : use), keepsHull: true, storesPoints: true };

/** All bake formats. A new format needs a file of its own and a row here. */
export const bakeFormats: Readonly<Record<BakeFormatName, BakeFormat>> = {
  boxwood: {
    name: 'boxwood',
    title: 'Boxwood bake',
    extension: 'boxwood',
    keeps:
      '64-bit vertices, parts with transforms and roles, all trees with their options, unit, axes, source, findings and ignored findings.',
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
    keeps: '32-bit vertices, the first tree as one root with AABBs, triangle numbers of the source, names and triangle ranges of parts.',
    loses:
      '64-bit precision, other bounding volumes, triangle order, transforms of parts, friction and layers of colliders, non-finite triangles.',
    hasTree: true,
    keepsKind: false,
    coordinates: 'f32, replaced',
    keepsVertices: 'all',
    keepsTriangles: 'finite',
    write: writeThreeMeshBvh,
  },
  physx: {
    name: 'physx',
    title: 'PhysX 5 cooked mesh',
    extension: 'physx',
    keeps:
      '32-bit vertices, the first tree as AABBs of four children a node, triangle numbers of the source, edges that take part in contacts.',
    loses:
      '64-bit precision, other bounding volumes, triangle order, parts and their transforms, friction and layers, triangles that are not finite or have no area.',
    hasTree: true,
    keepsKind: false,
    coordinates: 'f32, replaced',
    keepsVertices: 'all',
    keepsTriangles: 'with area',
    write: writePhysx,
  },
  'physx-convex': {
    name: 'physx-convex',
    title: 'PhysX 5 cooked hulls',
    extension: 'convex.physx',
    keeps: 'The convex hull of each part with 32-bit vertices, masses of density 1; tables for the GPU up to 64 vertices and faces.',
    loses:
      '64-bit precision, names, transforms, hollows, primitives (hulls are written), rendered parts, triggers, friction and layers. At most 255 vertices and 255 faces a hull.',
    ...shapeFormat,
    shapes: { of: physxConvexShapes, reading: { use: () => 'collider', keepsHull: true, keepsNames: false } },
    write: writePhysxConvex,
  },
  jolt: {
    name: 'jolt',
    title: 'Jolt 5.5 mesh shape',
    extension: 'jolt',
    keeps:
      'Vertices on a grid of 2,097,152 points an axis, the first tree as half-float AABBs of four children a node, triangle numbers of the source as user data, active edges.',
    loses:
      'Precision beyond the grid, other bounding volumes, triangle order, parts and their transforms, materials, friction and layers, triangles that are not finite or below 5e-7 square units.',
    hasTree: true,
    keepsKind: false,
    coordinates: 'jolt grid',
    keepsVertices: 'corners',
    keepsTriangles: 'jolt',
    write: writeJolt,
  },
  'jolt-settings': {
    name: 'jolt-settings',
    title: 'Jolt settings, text',
    extension: 'tof',
    keeps: '32-bit vertices, vertex and triangle order, triangle numbers of the source as user data; any Jolt 5 builds the shape.',
    loses:
      'Trees, 64-bit precision, parts and their transforms, materials, friction and layers, triangles that are not finite or below 5e-7 square units.',
    hasTree: false,
    keepsKind: false,
    coordinates: 'f32, replaced',
    keepsVertices: 'all',
    keepsTriangles: 'jolt',
    write: writeJoltSettings,
  },
  'jolt-shapes': {
    name: 'jolt-shapes',
    title: 'Jolt shapes, text',
    extension: 'shapes.tof',
    keeps:
      'Parts as shapes of one compound: boxes, spheres, capsules and cylinders as such, hulls, triangle meshes; 32-bit vertices; any Jolt 5 builds them.',
    loses:
      'Trees, 64-bit precision, names, rendered parts, triggers, friction and layers, triangles that are degenerate to Jolt. At most 256 vertices a hull.',
    ...shapeFormat,
    shapes: { of: joltShapes, reading: { use: () => 'collider', keepsHull: true, storesPoints: true, keepsNames: false } },
    write: writeJoltShapes,
  },
  'jolt-state': {
    name: 'jolt-state',
    title: 'Jolt 5.5 shapes, binary',
    extension: 'shapes.jolt',
    keeps:
      'Parts as shapes of one compound with its tree: boxes, spheres, capsules and cylinders as such, hulls, triangle meshes with their trees; nothing is built when it is loaded.',
    loses:
      'Other versions of Jolt, precision beyond f32 and the grid of a mesh, names, rendered parts, triggers, friction and layers, triangles that are degenerate to Jolt. At most 256 vertices a hull.',
    ...shapeFormat,
    shapes: { of: joltStateShapes, reading: { use: () => 'collider', keepsHull: true, storesPoints: true, keepsNames: false } },
    write: writeJoltState,
  },
  ...bulletFormats,
  rapier: {
    name: 'rapier',
    title: 'Rapier colliders',
    extension: 'rapier.bin',
    keeps:
      'Parts as colliders; boxes, spheres, capsules and cylinders as such; hulls and triangles with 32-bit vertices; triggers; moving friction and restitution.',
    loses: '64-bit precision, rendered parts, layers, friction at rest.',
    ...shapeFormat,
    shapes: { of: rapierShapes, reading: { use: (use) => (use === 'rendered collider' ? 'collider' : use), keepsHull: true } },
    write: writeRapier,
  },
  glb: {
    name: 'glb',
    title: 'glTF 2.0, GLB',
    extension: 'glb',
    keeps:
      'Parts as named nodes; shape, friction and layers of colliders as extras; 32-bit positions relative to the mesh centre; triangle order; material names.',
    loses: '64-bit precision, unused vertices, transforms of parts (applied to the vertices), non-finite triangles.',
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
    keeps: '64-bit vertices, parts as objects, vertex and triangle order.',
    loses: 'Transforms of parts (applied to the vertices), friction and layers of colliders. Infinite coordinates become NaN.',
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
    keeps: '64-bit vertices, vertex and triangle order, parts as comments.',
    loses: 'Parts in readers that skip comments, transforms of parts (applied to the vertices), friction and layers of colliders.',
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
    keeps: '32-bit triangles and their order.',
    loses: '64-bit precision, shared vertices, parts, friction and layers of colliders.',
    hasTree: false,
    keepsKind: false,
    coordinates: 'f32',
    keepsVertices: 'corners',
    keepsTriangles: 'all',
    write: writeStl,
  },
  off: {
    name: 'off',
    title: 'OFF, text',
    extension: 'off',
    keeps: '64-bit vertices, vertex and triangle order.',
    loses:
      'Parts and their transforms (applied to the vertices), materials, friction and layers of colliders. Infinite coordinates become NaN.',
    hasTree: false,
    keepsKind: false,
    coordinates: 'finite numbers',
    keepsVertices: 'all',
    keepsTriangles: 'all',
    write: writeOff,
  },
  mjcf: {
    name: 'mjcf',
    title: 'MuJoCo MJCF',
    extension: 'xml',
    keeps:
      'Parts as geoms; boxes, spheres, capsules and cylinders as such; hulls and triangles as meshes in the file; triggers; sliding friction.',
    loses:
      'The unit and axes (metres and Z up are written), 64-bit precision, other friction and layers, hollows: MuJoCo takes the hull of each mesh.',
    ...shapeFormat,
    engineUp: '+z',
    shapes: { of: mjcfShapes, reading: { use: (use) => (use === 'rendered collider' ? 'collider' : use), keepsHull: false } },
    write: writeMjcf,
  },
  urdf: {
    name: 'urdf',
    title: 'URDF with OBJ meshes',
    extension: 'urdf',
    keeps:
      'Parts as collision and visual elements; boxes, spheres and cylinders as such; hulls and triangles as OBJ files in a folder next to it.',
    loses: 'The unit and axes (metres and Z up are written), 64-bit precision, triggers, friction and layers of colliders.',
    ...shapeFormat,
    engineUp: '+z',
    shapes: { of: urdfShapes, reading: { use: (use) => (use === 'rendered collider' ? 'collider' : use), keepsHull: false } },
    write: writeUrdf,
  },
  'gltf-khr': {
    name: 'gltf-khr',
    title: 'glTF physics, Khronos',
    extension: 'khr.glb',
    keeps:
      'Parts as static colliders, triggers and rendered meshes; boxes, spheres, capsules, cylinders and planes as such; hulls; friction, restitution and layers.',
    loses: 'The unit and axes (metres and Y up are written), 64-bit precision.',
    ...shapeFormat,
    engineUp: '+y',
    shapes: { of: khrShapes, reading: { use: (use) => use, keepsHull: true } },
    write: writeKhrPhysics,
  },
  'gltf-omi': {
    name: 'gltf-omi',
    title: 'glTF physics, OMI',
    extension: 'omi.glb',
    keeps: 'Parts as static colliders, triggers and rendered meshes; boxes, spheres, capsules and cylinders as such; hulls.',
    loses: 'The unit and axes (metres and Y up are written), 64-bit precision, planes.',
    ...shapeFormat,
    engineUp: '+y',
    shapes: { of: omiShapes, reading: { use: (use) => use, keepsHull: true } },
    write: writeOmiPhysics,
  },
  unreal: {
    name: 'unreal',
    title: 'Unreal, UCX names',
    extension: 'unreal.glb',
    keeps:
      'Rendered parts; colliders as convex meshes with the names UCX_, UBX_, USP_ and UCP_, from which Unreal makes hulls and primitives.',
    loses: 'The unit and axes (metres and Y up are written), 64-bit precision, hollows, exact sizes, triggers, friction and layers.',
    ...shapeFormat,
    engineUp: '+y',
    shapes: { of: unrealShapes, reading: { use: (use) => use, keepsHull: false } },
    write: writeUnrealGlb,
  },
  godot: {
    name: 'godot',
    title: 'Godot, -col names',
    extension: 'godot.glb',
    keeps: 'Rendered parts; colliders as meshes with the suffixes -col, -colonly, -convcol and -convcolonly.',
    loses:
      'The unit and axes (metres and Y up are written), 64-bit precision, primitives (hulls are written), triggers, friction and layers.',
    ...shapeFormat,
    engineUp: '+y',
    shapes: { of: godotShapes, reading: { use: (use) => use, keepsHull: true } },
    write: writeGodotGlb,
  },
  'godot-scene': {
    name: 'godot-scene',
    title: 'Godot 4 scene, text',
    extension: 'tscn',
    keeps:
      'Parts as CollisionShape3D nodes of static bodies and areas; boxes, spheres, capsules and cylinders as such; hulls, triangles, triggers, friction and bounce.',
    loses:
      'The unit and axes (metres and Y up are written), 64-bit precision, rendered parts, triangles of hulls, friction at rest, layers.',
    ...shapeFormat,
    engineUp: '+y',
    shapes: { of: godotScene, reading: godotReading },
    write: writeGodotScene,
  },
  'godot-shape': {
    name: 'godot-shape',
    title: 'Godot 4 shape resource, text',
    extension: 'tres',
    keeps: 'One hull, primitive or triangle mesh with 32-bit vertices, and its name; several colliders as the triangles of one shape.',
    loses:
      'The unit and axes (metres and Y up are written), 64-bit precision, parts and their transforms, triggers, triangles of hulls, friction and layers.',
    ...shapeFormat,
    engineUp: '+y',
    shapes: { of: godotShape, reading: godotReading },
    write: writeGodotShape,
  },
  'usd-physics': {
    name: 'usd-physics',
    title: 'USD Physics, text',
    extension: 'usda',
    keeps:
      'Parts as prims with PhysicsCollisionAPI; boxes, spheres, capsules and cylinders as such; hulls, triangles, triggers, friction and restitution.',
    loses: 'The unit (metres are written), 64-bit precision of meshes, names beyond letters and digits, collision layers.',
    ...shapeFormat,
    engineUp: '+y or +z',
    shapes: { of: usdShapes, reading: { use: (use) => use, keepsHull: true } },
    write: writeUsdPhysics,
  },
};

/** Returns the format for the extension of a file name; `null` if no format has it. */
export function bakeFormatOf(fileName: string): BakeFormat | null {
  const name = fileName.toLowerCase();
  const found = Object.values(bakeFormats).filter(({ extension }) => name.endsWith(`.${extension}`));
  // `.khr.glb` is longer than `.glb`.
  return found.toSorted((a, b) => b.extension.length - a.extension.length)[0] ?? null;
}

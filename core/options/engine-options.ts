import type { OptionTable, OptionValues } from './option.ts';

/** Whose shapes a mesh is compared with. */
export const engineOptions = {
  engine: {
    type: 'choice',
    title: 'Engine',
    group: 'Shapes of an engine',
    meaning:
      'Compares the mesh with the shape that this physics engine holds: vanished triangles, moved vertices, phantom and missing volume.',
    choices: {
      none: { title: 'None', meaning: 'The shape of no engine is computed.' },
      mujoco: { title: 'MuJoCo', meaning: 'The convex hull of every mesh.' },
      jolt: { title: 'Jolt', meaning: 'Cleaned triangles with 21-bit vertices; hulls of at most 256 vertices.' },
      bullet: { title: 'Bullet', meaning: '32-bit triangles in 16-bit boxes.' },
      physx: { title: 'PhysX', meaning: 'Welded and cleaned triangles; hulls of at most 255 vertices.' },
      isaac: { title: 'Isaac Sim', meaning: 'The convex hull of every mesh, with at most 64 vertices.' },
      genesis: { title: 'Genesis', meaning: 'The convex hull of every mesh.' },
      unity: { title: 'Unity', meaning: 'Welded and cleaned triangles; hulls of at most 255 triangles.' },
      unreal: { title: 'Unreal Engine', meaning: '32-bit triangles; hulls of the parts that are declared so.' },
      rapier: { title: 'Rapier', meaning: '32-bit triangles.' },
      godot: { title: 'Godot', meaning: 'Triangles of Jolt whose vertices are merged within 1e-4.' },
    },
    default: 'none',
    summary: 'Compare with the shapes of',
  },
  engineShape: {
    type: 'choice',
    title: 'Engine shape',
    group: 'Shapes of an engine',
    meaning: 'Shape of parts that the file does not declare as a hull or a primitive.',
    choices: {
      usual: { title: 'Usual', meaning: 'The default of the engine: hulls in MuJoCo, Isaac Sim and Genesis, triangles in the others.' },
      triangles: { title: 'Triangles', meaning: 'Triangle meshes, as static bodies use them. MuJoCo always makes hulls.' },
      hull: { title: 'Hulls', meaning: 'The convex hull of each part, as moving bodies need in most engines.' },
    },
    default: 'usual',
    summary: 'Shape of parts without one',
  },
  engineTolerance: {
    type: 'number',
    title: 'Engine tolerance',
    group: 'Shapes of an engine',
    meaning:
      'Differences from the shape of the engine up to this distance are not reported: 0 reports rounding errors, large values hide invisible walls.',
    unit: 'of part diagonal',
    min: 0,
    max: 1,
    default: 1e-7,
    summary: 'Max difference',
  },
} as const satisfies OptionTable;

export type EngineOptions = OptionValues<typeof engineOptions>;

export type EngineChoice = EngineOptions['engine'];

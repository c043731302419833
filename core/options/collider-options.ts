import { decomposeOptions } from './decompose-options.ts';
import { fitOptions } from './fit-options.ts';
import { hullOptions } from './hull-options.ts';
import type { OptionTable, OptionValues } from './option.ts';

const { vhacd, coacd, remesh, simplify } = decomposeOptions.method.choices;
const { box, sphere, capsule, cylinder, spheres } = fitOptions.shape.choices;

/**
 * Vertices of a hull that every engine with a limit takes: it has at most 64 faces, the limit of PhysX on the GPU. A tested copy of `engineLimits`.
 */
const engineVertices = 34;

/** Options of the colliders that the app makes: those of hulls, fitted shapes and decomposition together. */
export const colliderOptions = {
  method: {
    type: 'choice',
    title: 'Method',
    meaning: 'How the collider is made.',
    choices: {
      vhacd,
      coacd,
      hull: { title: 'Convex hull', meaning: 'One convex hull of all triangles that belong together.' },
      box,
      sphere,
      capsule,
      cylinder,
      spheres,
      remesh,
      simplify,
    },
    default: 'vhacd',
  },
  per: hullOptions.per,
  containing: { ...fitOptions.containing, default: true },
  maxSpheres: fitOptions.maxSpheres,
  maxHulls: decomposeOptions.maxHulls,
  maxVertices: {
    ...hullOptions.maxVertices,
    meaning: `${hullOptions.maxVertices.meaning} A hull with ${engineVertices} is within the limits of all engines, which refuse larger ones.`,
    default: engineVertices,
  },
  maxFaces: hullOptions.maxFaces,
  concavity: decomposeOptions.concavity,
  resolution: decomposeOptions.resolution,
  threshold: decomposeOptions.threshold,
  maxTriangles: decomposeOptions.maxTriangles,
} as const satisfies OptionTable;

export type ColliderOptions = OptionValues<typeof colliderOptions>;

/** The options that each method uses. */
export const colliderOptionsOf: Readonly<Record<ColliderOptions['method'], readonly (keyof ColliderOptions)[]>> = {
  vhacd: ['per', 'maxHulls', 'maxVertices', 'concavity', 'resolution'],
  coacd: ['per', 'maxHulls', 'maxVertices', 'threshold'],
  hull: ['per', 'maxVertices', 'maxFaces'],
  box: ['per', 'containing'],
  sphere: ['per', 'containing'],
  capsule: ['per', 'containing'],
  cylinder: ['per', 'containing'],
  spheres: ['per', 'maxSpheres'],
  remesh: ['per', 'resolution', 'maxTriangles'],
  simplify: ['per', 'maxTriangles'],
};

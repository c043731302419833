import { hullOptions } from './hull-options.ts';
import type { OptionTable, OptionValues } from './option.ts';

/** Options of approximate convex decomposition (catalogue S2). */
export const decomposeOptions = {
  method: {
    type: 'choice',
    title: 'Method',
    meaning: 'The method that divides the mesh.',
    choices: {
      vhacd: { title: 'V-HACD', meaning: 'Divides the voxels of the solid by planes (Rapier).' },
      coacd: { title: 'CoACD', meaning: 'Cuts along planes that a tree search chooses; needs the command coacd (pip install coacd).' },
      hull: { title: 'Hulls of components', meaning: 'The convex hull of each component, without dividing it.' },
      remesh: { title: 'Voxel remesh', meaning: 'A new closed surface around the voxels inside, simplified. Not convex.' },
      simplify: { title: 'Simplified mesh', meaning: 'The triangles of the mesh, simplified. Not convex.' },
    },
    default: 'vhacd',
  },
  maxHulls: {
    type: 'integer',
    title: 'Max hulls',
    meaning:
      'Largest number of hulls of V-HACD and CoACD: further ones are merged. More follow the mesh more closely and cost more in an engine.',
    unit: 'hulls',
    min: 1,
    max: 1024,
    default: 32,
    summary: 'Max hulls',
  },
  maxVertices: hullOptions.maxVertices,
  concavity: {
    type: 'number',
    title: 'Concavity',
    meaning:
      'Volume between a part and its convex hull, as a part of the hull, at which V-HACD no longer divides it. Smaller values give more hulls.',
    unit: 'ratio',
    min: 0,
    max: 1,
    default: 0.01,
  },
  resolution: {
    type: 'integer',
    title: 'Resolution',
    meaning: 'Voxels along the longest side, for V-HACD and remesh. More keep thinner walls and take longer.',
    unit: 'voxels',
    min: 8,
    max: 256,
    default: 64,
  },
  threshold: {
    type: 'number',
    title: 'Threshold',
    meaning: 'Concavity at which CoACD no longer divides a part. Smaller values give more hulls and take much longer.',
    unit: 'ratio',
    min: 0.01,
    max: 1,
    default: 0.05,
  },
  maxTriangles: {
    type: 'integer',
    title: 'Max triangles',
    meaning: 'Triangles to which remesh and simplify reduce the surface. More remain where edges cannot be collapsed.',
    unit: 'triangles',
    min: 4,
    max: 1_000_000,
    default: 500,
  },
} as const satisfies OptionTable;

export type DecomposeOptions = OptionValues<typeof decomposeOptions>;

/** The options that each method uses, apart from the method itself. */
export const decomposeOptionsOf: Readonly<Record<DecomposeOptions['method'], readonly (keyof DecomposeOptions)[]>> = {
  vhacd: ['maxHulls', 'maxVertices', 'concavity', 'resolution'],
  coacd: ['maxHulls', 'maxVertices', 'threshold'],
  hull: ['maxVertices'],
  remesh: ['resolution', 'maxTriangles'],
  simplify: ['maxTriangles'],
};

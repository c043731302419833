import { perOption } from './hull-options.ts';
import type { OptionTable, OptionValues } from './option.ts';

/** Options of fitted primitive shapes (catalogue S4). */
export const fitOptions = {
  shape: {
    type: 'choice',
    title: 'Shape',
    meaning: 'The primitive shape that is fitted.',
    choices: {
      box: { title: 'Box', meaning: 'A box of any orientation.' },
      sphere: { title: 'Sphere', meaning: 'A sphere.' },
      capsule: { title: 'Capsule', meaning: 'A cylinder with round ends.' },
      cylinder: { title: 'Cylinder', meaning: 'A cylinder with flat ends.' },
      spheres: { title: 'Pack of spheres', meaning: 'Spheres that together contain the surface, as robot planners use them.' },
    },
    default: 'box',
  },
  containing: {
    type: 'flag',
    title: 'Containing',
    meaning: 'The shape contains every vertex, which is verified exactly. Otherwise its surface is as near to the mesh as possible.',
    default: false,
    summary: 'Contain every vertex, instead of the smallest distance of the surfaces',
  },
  maxSpheres: {
    type: 'integer',
    title: 'Max spheres',
    meaning: 'Largest number of spheres of a pack. More reach less far outside the mesh and cost a planner more.',
    unit: 'spheres',
    min: 1,
    max: 4096,
    default: 32,
  },
  per: perOption,
} as const satisfies OptionTable;

export type FitOptions = OptionValues<typeof fitOptions>;

/** The options that a fit uses, apart from the shape. A pack of spheres always contains the surface. */
export function usedFitOptions(shape: FitOptions['shape']): readonly (keyof FitOptions)[] {
  return shape === 'spheres' ? ['maxSpheres', 'per'] : ['containing', 'per'];
}

import { filterOptions } from './filter-options.ts';
import type { OptionTable, OptionValues } from './option.ts';
import { sphereOptions } from './sphere-options.ts';

/** Options of a walk (catalogue Q7). */
export const walkOptions = {
  mode: {
    type: 'choice',
    title: 'Mode',
    meaning: 'How the body moves.',
    choices: {
      swept: {
        title: 'Swept',
        meaning: 'Sweeps the body, stops it before the surface and slides it along. It never passes through a triangle.',
      },
      article: {
        title: 'Push-out',
        meaning:
          'The method of the article: moves a sphere, then pushes it out of each triangle in file order. Strict comparison, plane normals, no sweep.',
      },
    },
    default: 'swept',
    summary: 'How the body moves',
    choiceSummaries: { swept: 'sweeps, stops and slides', article: 'moves, then pushes out in file order' },
  },
  sides: { ...filterOptions.sides, choices: { both: filterOptions.sides.choices.both, front: filterOptions.sides.choices.front } },
  edgePercent: {
    ...sphereOptions.edgePercent,
    meaning: 'Mode push-out: edges are tested with a sphere of this part of the radius. The article has one half.',
  },
  up: {
    type: 'choice',
    title: 'Up',
    meaning: 'Axis of the mesh that points up.',
    choices: {
      x: { title: 'X', meaning: 'X points up.' },
      y: { title: 'Y', meaning: 'Y points up.' },
      z: { title: 'Z', meaning: 'Z points up.' },
    },
    default: 'y',
    summary: 'Axis that points up',
  },
  gravity: {
    type: 'length',
    title: 'Gravity',
    meaning: 'Acceleration downwards, in mesh units per second squared. 0 lets the body fly.',
    min: 0,
    default: 9.81,
    zero: 'flies',
  },
  jumpSpeed: {
    type: 'length',
    title: 'Jump speed',
    meaning: 'Speed upwards at the start of a jump, in mesh units per second.',
    min: 0,
    default: 4.5,
  },
  stepHeight: {
    type: 'length',
    title: 'Step height',
    meaning: 'Steps up to this height are climbed, and ground this far below is followed.',
    min: 0,
    default: 0.3,
  },
  slopeLimit: {
    type: 'number',
    title: 'Slope limit',
    meaning: 'Steeper surfaces are walls: the body slides down, and cannot walk up.',
    min: 0,
    max: 90,
    default: 45,
    unit: 'degrees',
  },
  timeStep: {
    type: 'number',
    title: 'Time step',
    meaning: 'Duration of a step. Long steps are as safe as short ones, but paths are coarser.',
    min: 1e-6,
    max: 10,
    default: 1 / 64,
    unit: 'seconds',
  },
  skin: {
    type: 'length',
    title: 'Skin',
    meaning: 'Gap that the body keeps to the surface. 0 is a thousandth of its radius.',
    min: 0,
    default: 0,
    summary: 'Gap to the surface; 0 is a thousandth of the radius',
  },
  view: {
    type: 'choice',
    title: 'View',
    meaning: 'Where the camera is.',
    choices: {
      first: { title: 'First person', meaning: 'In the upper end of the body.' },
      chase: { title: 'Chase', meaning: 'Behind the body, in front of the first surface in between.' },
    },
    default: 'first',
    summary: 'Camera in the body or behind it',
  },
  chaseDistance: {
    type: 'length',
    title: 'Chase distance',
    meaning: 'Maximum distance of the chase camera from the body.',
    min: 0,
    default: 3,
  },
} as const satisfies OptionTable;

export type WalkOptions = OptionValues<typeof walkOptions>;

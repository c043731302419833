import type { OptionTable, OptionValues } from './option.ts';

/** Options of the push-out of a sphere (catalogue Q3). */
export const sphereOptions = {
  method: {
    type: 'choice',
    title: 'Push-out',
    meaning: 'How an overlapping sphere is moved until it is free.',
    choices: {
      closest: { title: 'Deepest first', meaning: 'Moves away from the closest point of the deepest triangle, and repeats.' },
      article: {
        title: 'In order',
        meaning: 'Method of the camera article of 2003: one pass over all triangles in order, each pushing along the normal of its plane.',
      },
    },
    default: 'closest',
    choiceSummaries: {
      closest: 'push away from the deepest triangle, repeatedly',
      article: 'one pass along the triangle normals',
    },
    summary: 'Push-out method',
  },
  steps: {
    type: 'integer',
    title: 'Step limit',
    meaning:
      'Maximum number of moves of the method deepest first. Small values leave spheres stuck in corners; large values take time where no push-out exists.',
    unit: 'steps',
    min: 1,
    max: 1024,
    default: 32,
    summary: 'Push-out steps of method closest',
  },
  edgePercent: {
    type: 'integer',
    title: 'Edge radius',
    meaning:
      'Method in order only: radius of the sphere that is tested against edges, in percent. 100 stops a camera at the edge of a doorway; 0 lets it cut corners.',
    unit: 'percent',
    min: 0,
    max: 100,
    default: 50,
    summary: 'Method article: edge and vertex radius, relative to the sphere radius',
  },
} as const satisfies OptionTable;

export type SphereOptions = OptionValues<typeof sphereOptions>;

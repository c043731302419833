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
        title: 'Single pass',
        meaning:
          'Method of the camera article of 2003: one pass over the triangles in file order. Each overlapped triangle pushes along the normal of its plane.',
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
      'Method deepest first only: maximum number of moves. Small values leave spheres stuck in corners; large values take time where no push-out exists.',
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
      'Method single pass only: radius of the smaller sphere that is tested against edges and vertices, in percent of the sphere radius. 100 stops a camera at the edge of a doorway; 0 lets it cut corners.',
    unit: 'percent',
    min: 0,
    max: 100,
    default: 50,
    summary: 'Method article: edge and vertex radius, relative to the sphere radius',
  },
} as const satisfies OptionTable;

export type SphereOptions = OptionValues<typeof sphereOptions>;

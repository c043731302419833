import type { OptionTable, OptionValues } from './option.ts';

/** How a sphere is pushed out of a mesh (catalogue Q3). */
export const sphereOptions = {
  method: {
    type: 'choice',
    title: 'Push-out',
    meaning: 'How a sphere that overlaps the mesh is moved until it does not.',
    choices: {
      closest: { title: 'Deepest first', meaning: 'Away from the closest point of the deepest triangle, again and again.' },
      article: {
        title: 'In order',
        meaning: 'The camera article of 2003: one pass over the triangles in their order, each pushing along its plane’s normal.',
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
    meaning: 'Deepest first gives up after so many moves: few leave spheres stuck in corners, many cost time where there is no way out.',
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
      'In order only: edges are met by a sphere of this part of the radius. 100 stops a camera at the edge of a doorway, 0 lets it cut every corner.',
    unit: 'percent',
    min: 0,
    max: 100,
    default: 50,
    summary: 'Radius at edges of method article',
  },
} as const satisfies OptionTable;

export type SphereOptions = OptionValues<typeof sphereOptions>;

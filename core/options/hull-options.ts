import type { ChoiceOption, OptionTable, OptionValues } from './option.ts';

/** Which triangles are one group. */
export const perOption = {
  type: 'choice',
  title: 'Per',
  meaning: 'Which triangles belong together.',
  choices: {
    whole: { title: 'Whole mesh', meaning: 'All triangles of the mesh.' },
    part: { title: 'Part', meaning: 'The triangles of each part.' },
    component: { title: 'Component', meaning: 'Triangles that are connected by shared positions.' },
  },
  default: 'whole',
} as const satisfies ChoiceOption;

/** Options of convex hulls (catalogue S1). */
export const hullOptions = {
  per: perOption,
  maxVertices: {
    type: 'integer',
    title: 'Max vertices',
    meaning:
      'Largest number of vertices of a hull; 0 is no limit, else 4 or more. A hull with fewer vertices contains the exact hull, with little added volume.',
    unit: 'vertices',
    min: 0,
    max: 1_000_000,
    default: 0,
    zero: 'no limit',
    summary: 'Max vertices of a hull, 4 or more; 0 is no limit',
  },
  maxFaces: {
    type: 'integer',
    title: 'Max faces',
    meaning:
      'Largest number of faces of a hull; 0 is no limit, else 4 or more. Faces are polygons, with corners in one plane up to rounding. The hull contains the exact hull, with little added volume.',
    unit: 'faces',
    min: 0,
    max: 1_000_000,
    default: 0,
    zero: 'no limit',
    summary: 'Max faces (polygons) of a hull, 4 or more; 0 is no limit',
  },
} as const satisfies OptionTable;

export type HullOptions = OptionValues<typeof hullOptions>;

export type Per = HullOptions['per'];

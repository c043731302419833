import { exportPartOptions } from './export-options.ts';
import type { OptionTable, OptionValues } from './option.ts';

/** Which triangles a query of one mesh considers. */
export const filterOptions = {
  parts: {
    ...exportPartOptions.parts,
    meaning: 'Names of the parts to search, separated by commas; * stands for any text. A number after # is the index of a part.',
  },
  sides: {
    type: 'choice',
    title: 'Sides',
    meaning:
      'Which triangles are considered, by the side that faces the query. A triangle faces with both sides if the query is in its plane, or if it has no area.',
    choices: {
      both: { title: 'Both', meaning: 'All triangles.' },
      front: { title: 'Front', meaning: 'Triangles whose front faces the query: its vertices are counter-clockwise from there.' },
      back: { title: 'Back', meaning: 'Triangles whose back faces the query.' },
    },
    default: 'both',
    summary: 'Triangles by the side that faces the query',
  },
} as const satisfies OptionTable;

export type FilterOptions = OptionValues<typeof filterOptions>;

/** The filter of queries for which sides have no meaning: those of the inside. */
export const partFilterOptions = { parts: filterOptions.parts } as const satisfies OptionTable;

export type PartFilterOptions = OptionValues<typeof partFilterOptions>;

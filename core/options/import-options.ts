import type { OptionTable, OptionValues } from './option.ts';

/** What of a file is read, where it holds a choice. */
export const importOptions = {
  scene: {
    type: 'text',
    title: 'Scene',
    meaning: 'The scene of a glTF or COLLADA file that is read, by its number from 0 or by its name; other formats have none.',
    placeholder: 'number|name',
    default: '',
    defaultMeaning: 'the one that the file names',
  },
} as const satisfies OptionTable;

export type ImportOptions = OptionValues<typeof importOptions>;

import type { OptionTable, OptionValues } from './option.ts';

const file = { title: 'From file', meaning: 'As declared by the file or its format, if at all.' };

/** Unit and axes of a mesh, in place of those that its file declares. Coordinates do not change. */
export const spaceOptions = {
  unit: {
    type: 'choice',
    title: 'Unit',
    group: 'Reading files',
    meaning: 'Length of one mesh unit. Coordinates do not change.',
    choices: {
      file,
      micrometre: { title: 'Micrometre', meaning: '0.000001 m.' },
      millimetre: { title: 'Millimetre', meaning: '0.001 m.' },
      centimetre: { title: 'Centimetre', meaning: '0.01 m.' },
      inch: { title: 'Inch', meaning: '0.0254 m.' },
      foot: { title: 'Foot', meaning: '0.3048 m.' },
      yard: { title: 'Yard', meaning: '0.9144 m.' },
      metre: { title: 'Metre', meaning: '1 m.' },
      kilometre: { title: 'Kilometre', meaning: '1000 m.' },
    },
    default: 'file',
    summary: 'Unit',
  },
  up: {
    type: 'choice',
    title: 'Up axis',
    group: 'Reading files',
    meaning: 'Axis that points up. Coordinates do not change.',
    choices: {
      file,
      '+x': { title: '+X', meaning: 'Along +x.' },
      '-x': { title: '−X', meaning: 'Along -x.' },
      '+y': { title: '+Y', meaning: 'Along +y.' },
      '-y': { title: '−Y', meaning: 'Along -y.' },
      '+z': { title: '+Z', meaning: 'Along +z.' },
      '-z': { title: '−Z', meaning: 'Along -z.' },
    },
    default: 'file',
    summary: 'Up axis',
  },
  handedness: {
    type: 'choice',
    title: 'Handedness',
    group: 'Reading files',
    meaning: 'Right-handed or left-handed coordinate system. Coordinates do not change.',
    choices: {
      file,
      right: { title: 'Right', meaning: 'As in glTF and most formats.' },
      left: { title: 'Left', meaning: 'As in Unity and DirectX.' },
    },
    default: 'file',
    summary: 'Handedness',
  },
} as const satisfies OptionTable;

export type SpaceOptions = OptionValues<typeof spaceOptions>;

import type { OptionTable, OptionValues } from './option.ts';

const file = { title: 'As the file says', meaning: 'What the file or its format says, if anything.' };

/** How the numbers of a mesh are to be understood, against or in place of what its file says. Coordinates stay as they are. */
export const spaceOptions = {
  unit: {
    type: 'choice',
    title: 'Unit',
    meaning: 'What one unit of length is; the numbers stay as they are.',
    choices: {
      file,
      micrometre: { title: 'Micrometre', meaning: '0.000001 m.' },
      millimetre: { title: 'Millimetre', meaning: '0.001 m.' },
      centimetre: { title: 'Centimetre', meaning: '0.01 m.' },
      inch: { title: 'Inch', meaning: '0.0254 m.' },
      foot: { title: 'Foot', meaning: '0.3048 m.' },
      yard: { title: 'Yard', meaning: '0.9144 m.' },
      metre: { title: 'Metre', meaning: 'The metre.' },
      kilometre: { title: 'Kilometre', meaning: '1000 m.' },
    },
    default: 'file',
  },
  up: {
    type: 'choice',
    title: 'Up axis',
    meaning: 'Which axis points up; the numbers stay as they are.',
    choices: {
      file,
      '+x': { title: '+X', meaning: 'Along x.' },
      '-x': { title: '−X', meaning: 'Against x.' },
      '+y': { title: '+Y', meaning: 'Along y.' },
      '-y': { title: '−Y', meaning: 'Against y.' },
      '+z': { title: '+Z', meaning: 'Along z.' },
      '-z': { title: '−Z', meaning: 'Against z.' },
    },
    default: 'file',
  },
  handedness: {
    type: 'choice',
    title: 'Handedness',
    meaning: 'Whether x, y and z are like thumb, forefinger and middle finger of the right or of the left hand.',
    choices: {
      file,
      right: { title: 'Right', meaning: 'As in glTF and most formats.' },
      left: { title: 'Left', meaning: 'As in Unity and DirectX.' },
    },
    default: 'file',
  },
} as const satisfies OptionTable;

export type SpaceOptions = OptionValues<typeof spaceOptions>;

import { checkValues, defaultValues, type OptionTable, type OptionValues } from '#core/options';

const inputMaps = {
  boxwood: { title: 'Boxwood', meaning: 'The defaults of Boxwood.' },
  blender: { title: 'Blender', meaning: 'As in Blender.' },
  unreal: { title: 'Unreal', meaning: 'As in the Unreal Editor.' },
  maya: { title: 'Maya', meaning: 'As in Maya.' },
};

/** The preferences of the user. They hold for every window and every mesh, and are no undo steps. */
export const preferenceOptions = {
  theme: {
    type: 'choice',
    title: 'Theme',
    meaning: 'Colours of the window.',
    choices: {
      system: { title: 'System', meaning: 'Follows the setting of the operating system.' },
      dark: { title: 'Dark', meaning: 'Light text on a dark window.' },
      light: { title: 'Light', meaning: 'Dark text on a light window.' },
    },
    default: 'system',
  },
  textSize: {
    type: 'integer',
    title: 'Text size',
    meaning: 'Size of text, rows and buttons. The view of the meshes keeps its resolution.',
    unit: '%',
    min: 75,
    max: 200,
    default: 100,
  },
  units: {
    type: 'choice',
    title: 'Units',
    meaning:
      'Unit of lengths in panels, status bar and view. The numbers of the document, copied rows and command lines stay in its own unit.',
    choices: {
      file: { title: 'As in file', meaning: 'The unit of each document.' },
      metre: { title: 'Metres', meaning: 'm' },
      centimetre: { title: 'Centimetres', meaning: 'cm' },
      millimetre: { title: 'Millimetres', meaning: 'mm' },
      inch: { title: 'Inches', meaning: 'in' },
      foot: { title: 'Feet', meaning: 'ft' },
    },
    default: 'file',
  },
  snapMove: {
    type: 'number',
    title: 'Move step',
    meaning: 'Step of the moving mesh while Ctrl is held, in the shown unit. 0 follows the size of the meshes.',
    unit: '',
    min: 0,
    max: 1e9,
    default: 0,
  },
  snapDegrees: {
    type: 'number',
    title: 'Rotate step',
    meaning: 'Step of rotations of the moving mesh and the section plane while Ctrl is held.',
    unit: '°',
    min: 0.01,
    max: 180,
    default: 15,
  },
  snapScale: {
    type: 'number',
    title: 'Scale step',
    meaning: 'Step of the scale of the moving mesh while Ctrl is held. 0 keeps two significant digits.',
    unit: '',
    min: 0,
    max: 1000,
    default: 0,
  },
  mouseMap: {
    type: 'choice',
    title: 'Mouse',
    meaning: 'Buttons that move the camera. Help > Keyboard shortcuts lists them.',
    choices: inputMaps,
    default: 'boxwood',
  },
  keyMap: {
    type: 'choice',
    title: 'Keys',
    meaning: 'Keys of common commands. Help > Keyboard shortcuts lists all of them.',
    choices: inputMaps,
    default: 'boxwood',
  },
} as const satisfies OptionTable;

interface PreferenceGroup {
  readonly title: string;
  readonly names: readonly (keyof Preferences)[];
  readonly note?: string;
}

/** The preferences as the dialog shows them. */
export const preferenceGroups: readonly PreferenceGroup[] = [
  { title: 'Window', names: ['theme', 'textSize'] },
  {
    title: 'Lengths',
    names: ['units'],
    note: 'Only what is shown and typed changes. Documents, copied rows and command lines keep their own unit.',
  },
  {
    title: 'Snapping, with Ctrl held',
    names: ['snapMove', 'snapDegrees', 'snapScale'],
    note: 'A move step of 0 follows the size of the meshes. A scale step of 0 keeps two significant digits.',
  },
  { title: 'Mouse and keys', names: ['mouseMap', 'keyMap'], note: 'Help > Keyboard shortcuts lists the mouse and all keys.' },
];

export type Preferences = OptionValues<typeof preferenceOptions>;

/** The colours on screen. */
export type Theme = Exclude<Preferences['theme'], 'system'>;

/** Returns stored preferences. Values that are missing, unknown or out of range get their defaults: another version may have written them. */
export function parsePreferences(text: string | null): Preferences {
  const defaults = defaultValues(preferenceOptions);
  const stored = parseRecord(text);
  const valid = Object.entries(stored).filter(([name, value]) => isValid(name, value));
  return { ...defaults, ...Object.fromEntries(valid) };
}

function parseRecord(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}

function isValid(name: string, value: unknown): boolean {
  if (!Object.hasOwn(preferenceOptions, name)) return false;
  try {
    checkValues(preferenceOptions, { [name]: value });
    return true;
  } catch {
    return false;
  }
}

/** Returns the colours to show. */
export function themeOf({ theme }: Preferences, systemIsLight: boolean): Theme {
  if (theme !== 'system') return theme;
  return systemIsLight ? 'light' : 'dark';
}

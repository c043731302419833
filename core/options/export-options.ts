import type { OptionTable, OptionValues } from './option.ts';
import { spaceOptions } from './space-options.ts';

const units = withoutFile(spaceOptions.unit.choices);
const axes = withoutFile(spaceOptions.up.choices);
const hands = withoutFile(spaceOptions.handedness.choices);
const same = { title: 'Unchanged', meaning: 'As in the document.' };

/** How an export converts coordinates. `spaceOptions` state what the coordinates of the document mean. */
export const exportOptions = {
  preset: {
    type: 'choice',
    title: 'Preset',
    meaning: 'Unit and axes of an engine or tool. An option given with it wins over the preset.',
    choices: {
      none: { title: 'None', meaning: 'Only the options that are given.' },
      gltf: { title: 'glTF', meaning: 'Metre, Y up, right-handed.' },
      unity: { title: 'Unity', meaning: 'Metre, Y up, left-handed.' },
      unreal: { title: 'Unreal Engine', meaning: 'Centimetre, Z up, left-handed; front at +Y, where its glTF importer puts it.' },
      unrealX: { title: 'Unreal Engine, front +X', meaning: 'As Unreal Engine, but the front at +X, the forward axis of its actors.' },
      godot: { title: 'Godot', meaning: 'Metre, Y up, right-handed.' },
      blender: { title: 'Blender', meaning: 'Metre, Z up, right-handed.' },
      ros: { title: 'ROS (REP 103)', meaning: 'Metre, X forward, Y left, Z up.' },
    },
    default: 'none',
    summary: 'Unit and axes of the output',
  },
  toUnit: {
    type: 'choice',
    title: 'Unit',
    meaning: 'Unit of the written coordinates. Needs the unit of the document.',
    choices: { same, ...units },
    default: 'same',
    summary: 'Unit of the output',
  },
  toUp: {
    type: 'choice',
    title: 'Up axis',
    meaning: 'Axis that points up in the file. Needs the up axis of the document.',
    choices: { same, ...axes },
    default: 'same',
    summary: 'Up axis of the output',
  },
  toForward: {
    type: 'choice',
    title: 'Forward axis',
    meaning: 'Axis that the front of the mesh faces in the file. Other choices than the usual one rotate the mesh about its up axis.',
    choices: {
      usual: { title: 'Usual', meaning: 'No rotation about the up axis: +Z with Y up; with Z up −Y, or +Y if left-handed.' },
      ...axes,
    },
    default: 'usual',
    summary: 'Forward axis of the output',
  },
  toHandedness: {
    type: 'choice',
    title: 'Handedness',
    meaning: 'Right-handed or left-handed coordinates in the file. Needs the handedness of the document.',
    choices: { same, ...hands },
    default: 'same',
    summary: 'Handedness of the output',
  },
  scale: {
    type: 'number',
    title: 'Extra scale',
    meaning: 'Factor in addition to that of the units.',
    unit: '×',
    min: 1e-9,
    max: 1e9,
    default: 1,
    summary: 'Extra scale factor',
  },
  colliderNames: {
    type: 'choice',
    title: 'Collider names',
    meaning: 'Names of the colliders in the file. In a mesh without colliders all parts are named as colliders.',
    choices: {
      same: { title: 'Unchanged', meaning: 'As in the document.' },
      unreal: { title: 'Unreal: UCX_', meaning: 'UCX_, UBX_, USP_ or UCP_, the name of the rendered part, and a number.' },
      godot: { title: 'Godot: -colonly', meaning: 'The name of the rendered part with -colonly, -convcolonly, -col or -convcol.' },
    },
    default: 'same',
    summary: 'Names of colliders as an engine recognises them',
  },
  hulls: {
    type: 'choice',
    title: 'Hulls',
    meaning: 'Which parts are convex hulls in the file. Applies to formats that store shapes, and to names of colliders.',
    choices: {
      declared: {
        title: 'As declared',
        meaning: 'Parts that are hulls by their names or roles. A note names other convex colliders of up to 4,096 triangles.',
      },
      convex: { title: 'All convex parts', meaning: 'Also parts that are closed and convex.' },
    },
    default: 'declared',
    summary: 'Which parts become convex hulls',
  },
  flat: {
    type: 'choice',
    title: 'Flat hulls',
    meaning: 'What becomes of colliders in a plane, of which engines make no hull. Applies to formats that store shapes.',
    choices: {
      refuse: { title: 'Refuse', meaning: 'Nothing is written, and the error names the part.' },
      skip: { title: 'Leave out', meaning: 'The other parts are written, and a note names those that are not.' },
      thicken: { title: 'Thicken', meaning: 'They get a thickness of 1 % of their longest side, and a note names them.' },
    },
    default: 'refuse',
    summary: 'What becomes of flat hulls, in formats of shapes',
  },
  flip: {
    type: 'flag',
    title: 'Flip winding',
    meaning: 'Reverses the corners of every triangle. Without it, outward normals stay outward, also where the axes mirror the mesh.',
    default: false,
    summary: 'Reverse the corners of every triangle',
  },
} as const satisfies OptionTable;

export type ExportOptions = OptionValues<typeof exportOptions>;
export type FlatChoice = ExportOptions['flat'];
export type HullChoice = ExportOptions['hulls'];
/** The choice for flat hulls alone. */
export const flatOptions = { flat: exportOptions.flat } as const satisfies OptionTable;
export type ExportPreset = ExportOptions['preset'];
type PresetValues = Pick<ExportOptions, 'toUnit' | 'toUp' | 'toForward' | 'toHandedness'>;

/**
 * The space of each preset. A mesh with a known space gets the coordinates that the importers of these tools compute. Of a glTF these are
 * (-x, y, z) in Unity, (x, z, y) in Unreal Engine, and (x, -z, y) in Blender. ROS has no importer: REP 103, section "Axis Orientation", states X forward, Y left
 * and Z up, so (z, x, y).
 */
export const exportPresets: Readonly<Record<Exclude<ExportPreset, 'none'>, PresetValues>> = {
  gltf: { toUnit: 'metre', toUp: '+y', toForward: 'usual', toHandedness: 'right' },
  unity: { toUnit: 'metre', toUp: '+y', toForward: 'usual', toHandedness: 'left' },
  unreal: { toUnit: 'centimetre', toUp: '+z', toForward: 'usual', toHandedness: 'left' },
  unrealX: { toUnit: 'centimetre', toUp: '+z', toForward: '+x', toHandedness: 'left' },
  godot: { toUnit: 'metre', toUp: '+y', toForward: 'usual', toHandedness: 'right' },
  blender: { toUnit: 'metre', toUp: '+z', toForward: 'usual', toHandedness: 'right' },
  ros: { toUnit: 'metre', toUp: '+z', toForward: '+x', toHandedness: 'right' },
};

/** Returns options with the values of their preset where `given` does not name others. */
export function withPreset(values: ExportOptions, given: Readonly<Record<string, unknown>>): ExportOptions {
  if (values.preset === 'none') return values;
  const { toUnit, toUp, toForward, toHandedness } = exportPresets[values.preset];
  return {
    ...values,
    ...(given['toUnit'] === undefined && { toUnit }),
    ...(given['toUp'] === undefined && { toUp }),
    ...(given['toForward'] === undefined && { toForward }),
    ...(given['toHandedness'] === undefined && { toHandedness }),
  };
}

/** Which parts the command line exports. */
export const exportPartOptions = {
  parts: {
    type: 'text',
    title: 'Parts',
    meaning: 'Names of the parts to write, separated by commas; * stands for any text. A number after # is the index of a part.',
    placeholder: 'names',
    default: '',
    defaultMeaning: 'all',
    summary: 'Parts by name, * for any text, or #index; separated by commas',
  },
} as const satisfies OptionTable;

function withoutFile<Choices extends { readonly file: unknown }>(choices: Choices): Omit<Choices, 'file'> {
  return Object.fromEntries(Object.entries(choices).filter(([name]) => name !== 'file')) as Omit<Choices, 'file'>;
}

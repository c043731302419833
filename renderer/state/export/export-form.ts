import { type BakeFormatName, bakeFormatNames, bakeFormats, engineSpaceOptions } from '#core/bake';
import type { SourceSpace } from '#core/mesh';
import { defaultValues, exportOptions, type ExportOptions, type ExportPreset, exportPresets, withPreset } from '#core/options';
import type { OpenedFormat } from '#core/job';

/** Which triangles of a document are exported. */
export type ExportScope = 'all' | 'visible' | 'selected';

/** What the export dialog shows. */
export interface ExportForm {
  readonly format: BakeFormatName;
  readonly scope: ExportScope;
  /** Its preset is always `none`: the dialog writes the values of a preset into the other options. */
  readonly options: ExportOptions;
  /** The preset that was chosen last: several have the same unit and axes. */
  readonly preset: ExportPreset;
  /** The format that the preset has replaced, since its tool does not import it; `null` for none. */
  readonly replaced: BakeFormatName | null;
  /** As the user typed it; `null` for the proposed one. */
  readonly name: string | null;
  /** Whether a Boxwood bake gets all trees that were built. */
  readonly allTrees: boolean;
}

/** Returns the form for a mesh: in its own format if that can be written, else as GLB, and unchanged. */
export function exportForm(format: OpenedFormat): ExportForm {
  const own: string = format === 'gltf' ? 'glb' : format;
  const options = defaultValues(exportOptions);
  return {
    format: bakeFormatNames.find((name) => name === own) ?? 'glb',
    scope: 'all',
    options,
    preset: 'none',
    replaced: null,
    name: null,
    allTrees: false,
  };
}

/** Returns the options with the unit and axes of a preset; `none` changes nothing. */
export function chosenPreset(options: ExportOptions, preset: ExportPreset): ExportOptions {
  return { ...withPreset({ ...options, preset }, {}), preset: 'none' };
}

/** Plain meshes that the importers of these tools do not read; all of them read OBJ. */
const unread: Readonly<Partial<Record<ExportPreset, readonly BakeFormatName[]>>> = {
  unity: ['off', 'ply', 'stl'],
  unreal: ['off', 'ply', 'stl'],
  unrealX: ['off', 'ply', 'stl'],
  godot: ['off', 'ply', 'stl'],
  blender: ['off'],
  ros: ['off', 'ply'],
};

/** Returns the format for a preset: the chosen one, or OBJ where the tool does not read that. */
export function formatFor(preset: ExportPreset, format: BakeFormatName): BakeFormatName {
  return unread[preset]?.includes(format) === true ? 'obj' : format;
}

/** Returns what a chosen preset changes: unit and axes, and the format if its tool does not import the chosen one. */
export function presetChange(form: ExportForm, preset: ExportPreset): Partial<ExportForm> {
  const { options, format } = form;
  const next = formatFor(preset, format);
  return {
    preset,
    options: preset === 'none' ? unchanged(options) : chosenPreset(options, preset),
    ...formatChange(form, next),
    replaced: next === format ? null : format,
  };
}

function unchanged(options: ExportOptions): ExportOptions {
  return { ...options, toUnit: 'same', toUp: 'same', toForward: 'usual', toHandedness: 'same' };
}

/** Returns the form with the options that the file gets. A format of an engine fixes unit and axes, and the form keeps those of the others. */
export function writtenForm(form: ExportForm, space: SourceSpace): ExportForm {
  const { engineUp } = bakeFormats[form.format];
  return engineUp === undefined ? form : { ...form, options: engineSpaceOptions(space, engineUp, form.options) };
}

/** Returns what a chosen forward axis changes: it belongs to the up axis and handedness with which it is shown. */
export function forwardChange(form: ExportForm, space: SourceSpace, toForward: ExportOptions['toForward']): Partial<ExportForm> {
  const { toUp, toHandedness } = writtenForm(form, space).options;
  return { options: { ...form.options, toUp, toHandedness, toForward } };
}

/** Returns the unit and axes that the format fixes, such as `always metres, Y up, right-handed`; `null` if it fixes none. */
export function fixedText({ format }: ExportForm): string | null {
  const { engineUp, title } = bakeFormats[format];
  if (engineUp === undefined) return null;
  const up = engineUp === '+y or +z' ? 'Y or Z up' : `${engineUp.slice(1).toUpperCase()} up`;
  return `${title}: always metres, ${up}, right-handed.`;
}

/** The options whose values the format fixes. */
export function fixedOptions({ format }: ExportForm): readonly (keyof ExportOptions)[] {
  const { engineUp } = bakeFormats[format];
  if (engineUp === undefined) return [];
  return engineUp === '+y or +z' ? ['toUnit', 'toHandedness'] : ['toUnit', 'toUp', 'toHandedness'];
}

/** Returns the up axes that a format with a choice of two can write: others would be replaced by one of them. `null` if it can write all. */
export function upChoices({ format }: ExportForm, { up }: SourceSpace): readonly ExportOptions['toUp'][] | null {
  if (bakeFormats[format].engineUp !== '+y or +z') return null;
  return up === null ? ['same'] : ['+y', '+z'];
}

/** Returns what a chosen format changes: a typed file name gets its extension. */
export function formatChange({ name, format }: ExportForm, next: BakeFormatName): Partial<ExportForm> {
  const before = `.${bakeFormats[format].extension}`;
  const renamed = name?.endsWith(before) === true ? `${name.slice(0, -before.length)}.${bakeFormats[next].extension}` : name;
  return { format: next, name: renamed, replaced: null };
}

/** Returns why the preset has replaced the format, such as `Unity does not import STL: OBJ is chosen`; `null` if it has not. */
export function replacedText({ replaced, preset, format }: ExportForm): string | null {
  if (replaced === null) return null;
  const tool = exportOptions.preset.choices[preset].title.replace(/[,(].*/, '').trim();
  return `${tool} does not import ${replaced.toUpperCase()}: ${format.toUpperCase()} is chosen`;
}

/** Returns the first preset with the unit and axes of options; `none` if they are of no preset. */
export function presetOf(options: ExportOptions, preferred: ExportPreset = 'none'): ExportPreset {
  const names = Object.keys(exportPresets) as Exclude<ExportPreset, 'none'>[];
  const isOf = (name: Exclude<ExportPreset, 'none'>): boolean => {
    const { toUnit, toUp, toForward, toHandedness } = exportPresets[name];
    const isSameAxes = options.toUp === toUp && options.toForward === toForward && options.toHandedness === toHandedness;
    return options.toUnit === toUnit && isSameAxes;
  };
  if (preferred !== 'none' && isOf(preferred)) return preferred;
  return names.find(isOf) ?? 'none';
}

/** Returns the proposed file name: that of the document, with the part if only one of several is exported. */
export function proposedName(documentName: string, format: BakeFormatName, part: string | null): string {
  const stem = documentName.replace(/\.[^.]+$/, '');
  const suffix = part === null ? '' : `-${part.replace(/[\p{Cc}/\\:*?"<>|]+/gu, '_').slice(0, maxPartLength)}`;
  return `${stem}${suffix}.${bakeFormats[format].extension}`;
}

/** Characters. */
const maxPartLength = 60;

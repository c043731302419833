import type { JSX } from 'preact';
import { bakeFormats, usualForward } from '#core/bake';
import { type SignedAxis, type SourceSpace, unitName } from '#core/mesh';
import { type ExportOptions, exportOptions, type ExportPreset, type Option } from '#core/options';
import type { App } from '../../commands/app.ts';
import { OptionField } from '../../panels/option-field.tsx';
import { spaceOf } from '../../state/documents/space-of.ts';
import {
  type ExportForm,
  fixedOptions,
  fixedText,
  forwardChange,
  presetChange,
  presetOf,
  replacedText,
  upChoices,
  writtenForm,
} from '../../state/export/export-form.ts';
import type { PageDocument } from '../../state/store/records.ts';
import { Segmented } from '../../widgets/segmented.tsx';
import { Select } from '../../widgets/select.tsx';

interface ExportFieldsProps {
  readonly app: App;
  readonly document: PageDocument;
  readonly form: ExportForm;
  readonly onChange: (change: Partial<ExportForm>) => void;
}

const scopes = [
  { value: 'all', title: 'All', meaning: 'All parts of the document, also hidden ones.' },
  { value: 'visible', title: 'Visible', meaning: 'Without hidden parts and hidden triangles.' },
  { value: 'selected', title: 'Selected', meaning: 'Only the selected parts or triangles.' },
] as const;

const names = ['toUnit', 'toUp', 'toForward', 'toHandedness', 'colliderNames', 'hulls', 'flat', 'scale', 'flip'] as const;

/** Which parts are exported, and how their coordinates are converted. */
export function ExportFields({ app, document, form, onChange }: ExportFieldsProps): JSX.Element {
  const hasShapes = bakeFormats[form.format].shapes !== undefined;
  const shown = names.filter(
    (name) => (name !== 'flat' || hasShapes) && (name !== 'hulls' || hasShapes || form.options.colliderNames === 'godot'),
  );
  const fixed = fixedText(form);
  return (
    <fieldset>
      <legend>What to write</legend>
      <div class="setting">
        <span class="label">Parts</span>
        <Segmented label="Parts" value={form.scope} choices={scopes} onChange={(scope) => onChange({ scope })} />
      </div>
      {fixed === null ? (
        <PresetField form={form} onChange={onChange} />
      ) : (
        <p class="quiet" role="status" data-testid="export-fixed">
          {fixed}
        </p>
      )}
      {shown.map((name) => (
        <FieldRow key={name} name={name} form={form} space={spaceOf(app.store, document)} onChange={onChange} />
      ))}
    </fieldset>
  );
}

/** The choice of unit and axes by an engine, and the format that it replaced. */
function PresetField({ form, onChange }: Pick<ExportFieldsProps, 'form' | 'onChange'>): JSX.Element {
  const presets = Object.entries(exportOptions.preset.choices).map(([value, texts]) => ({ value, ...texts }));
  const replaced = replacedText(form);
  return (
    <>
      <div class="setting" title={exportOptions.preset.meaning}>
        <span class="label">Preset</span>
        <Select
          label="Preset"
          value={presetOf(form.options, form.preset)}
          choices={presets}
          testId="export-preset"
          onChange={(value) => onChange(presetChange(form, value as ExportPreset))}
        />
      </div>
      {replaced !== null && (
        <p class="export-replaced quiet" role="status" data-testid="export-replaced">
          {replaced}
        </p>
      )}
    </>
  );
}

interface FieldRowProps extends Pick<ExportFieldsProps, 'form' | 'onChange'> {
  readonly name: (typeof names)[number];
  readonly space: SourceSpace;
}

/** One option of an export. A value that the format fixes is text. */
function FieldRow({ name, form, space, onChange }: FieldRowProps): JSX.Element {
  const { options } = writtenForm(form, space);
  const ups = name === 'toUp' ? upChoices(form, space) : null;
  const option = withChoices(withDocument(name, options, space), ups);
  const value = options[name];
  const change = (next: unknown): void =>
    onChange(
      name === 'toForward'
        ? forwardChange(form, space, next as ExportOptions['toForward'])
        : { options: { ...form.options, [name]: next } as ExportOptions },
    );
  return (
    <div class="setting" title={exportOptions[name].meaning}>
      {fixedOptions(form).includes(name) && option.type === 'choice' ? (
        <>
          <span class="label">{option.title}</span>
          <span data-testid={`export-fixed-${name}`}>{titleOf(option.choices, String(value))}</span>
        </>
      ) : (
        <OptionField option={option} name={name} value={value} onChange={change} />
      )}
    </div>
  );
}

function titleOf(choices: Readonly<Record<string, { readonly title: string }>>, value: string): string {
  return choices[value]?.title ?? value;
}

/** Returns an option whose default choice names the value that it stands for. */
function withDocument(
  name: (typeof names)[number],
  { toUp, toHandedness }: ExportOptions,
  { metresPerUnit, up: ownUp, handedness: ownHandedness }: SourceSpace,
): (typeof exportOptions)[typeof name] {
  const axis = (value: SignedAxis | null): string => (value === null ? 'not stated' : exportOptions.toUp.choices[value].title);
  const option = exportOptions[name];
  switch (name) {
    case 'toUnit':
      return withDefault(option, 'same', `Unchanged: ${unitName(metresPerUnit) ?? 'not stated'}`);
    case 'toUp':
      return withDefault(option, 'same', `Unchanged: ${axis(ownUp)}`);
    case 'toForward': {
      const up = toUp === 'same' ? ownUp : toUp;
      const handedness = toHandedness === 'same' ? (ownHandedness ?? 'right') : toHandedness;
      return up === null ? option : withDefault(option, 'usual', `Usual: ${axis(usualForward(up, handedness))}`);
    }
    case 'toHandedness':
    case 'colliderNames':
    case 'hulls':
    case 'flat':
    case 'scale':
    case 'flip':
      return option;
  }
}

/** Returns an option with some of its choices; `null` for all. */
function withChoices<One extends Option>(option: One, names: readonly string[] | null): One {
  if (option.type !== 'choice' || names === null) return option;
  return { ...option, choices: Object.fromEntries(names.map((name) => [name, option.choices[name]!])) } as One;
}

function withDefault<One extends Option>(option: One, choice: string, title: string): One {
  if (option.type !== 'choice') return option;
  return { ...option, choices: { ...option.choices, [choice]: { ...option.choices[choice], title } } } as One;
}

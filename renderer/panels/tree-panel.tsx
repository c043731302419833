import type { JSX } from 'preact';
import { buildOptions, type BuildOptions } from '#core/options/build-options';
import { defaultValues, type Option } from '#core/options/option';
import type { App } from '../commands/app.ts';
import { formatMilliseconds, formatPercent } from '../ui/format-number.ts';
import { NumberField } from '../ui/number-field.tsx';
import { Segmented } from '../ui/segmented.tsx';

type OptionName = keyof BuildOptions;
const names = Object.keys(buildOptions) as OptionName[];

/** How the tree is built, made from the table of options: a change builds another tree, and undo brings the old one back. */
export function TreePanel({ app }: { app: App }): JSX.Element {
  const { store, session } = app;
  const document = store.activeDocument.value;
  const tree = store.activeTree.value;
  if (document === null || (tree === null && document.summary.phase !== 'building')) {
    return <div class="properties"><p class="quiet">No tree yet.</p></div>;
  }
  const { id } = document.summary;
  const wished = store.rebuilds.value.get(id);
  const options = wished ?? tree?.summary.options ?? defaultValues(buildOptions);
  const set = (name: OptionName, value: unknown): void => {
    if (tree !== null) void session.rebuild(id, { ...options, [name]: value });
  };
  return (
    <div class="properties" data-testid="tree-options">
      {names.map((name) => (
        <div key={name} class="setting" title={buildOptions[name].meaning}>
          <span class="label">{buildOptions[name].title}</span>
          <OptionField option={buildOptions[name]} name={name} value={options[name]} onChange={(value) => set(name, value)} />
        </div>
      ))}
    </div>
  );
}

/** What the head says beside the name: how long the tree took, or how far it is. */
export function treeNote({ store }: App): string {
  const document = store.activeDocument.value;
  const tree = store.activeTree.value;
  if (document === null) return '';
  if (store.rebuilds.value.has(document.summary.id) || document.summary.phase === 'building') {
    return `building ${formatPercent(document.summary.progress)} %`;
  }
  if (tree === null) return '';
  const { milliseconds } = tree.summary;
  return `${tree.tree.kind.toUpperCase()}, ${milliseconds === null ? 'as baked' : `built in ${formatMilliseconds(milliseconds)}`}`;
}

interface OptionFieldProps {
  readonly option: Option;
  readonly name: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** The field that fits an option's type. */
function OptionField({ option, name, value, onChange }: OptionFieldProps): JSX.Element {
  switch (option.type) {
    case 'choice':
      return (
        <Segmented
          label={option.title}
          value={String(value)}
          choices={Object.entries(option.choices).map(([choice, texts]) => ({ value: choice, ...texts }))}
          onChange={onChange}
        />
      );
    case 'integer':
    case 'length':
      return (
        <span class="half">
          <NumberField
            label={option.title}
            value={Number(value)}
            least={option.least}
            most={option.type === 'integer' ? option.most : undefined}
            integer={option.type === 'integer'}
            step={option.type === 'integer' ? 1 : undefined}
            unit={option.type === 'integer' ? option.unit : undefined}
            initial={option.default}
            testId={`option-${name}`}
            onCommit={onChange}
          />
        </span>
      );
    case 'flag':
      return (
        <Segmented
          label={option.title}
          value={value === true ? 'on' : 'off'}
          choices={[
            { value: 'off', title: 'Off', meaning: option.meaning },
            { value: 'on', title: 'On', meaning: option.meaning },
          ]}
          onChange={(choice) => onChange(choice === 'on')}
        />
      );
  }
}

import type { JSX } from 'preact';
import { buildOptions, type BuildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import type { App } from '../commands/app.ts';
import { formatMilliseconds, formatPercent } from '../ui/format-number.ts';
import { OptionField } from './option-field.tsx';

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

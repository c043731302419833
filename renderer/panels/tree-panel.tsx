import type { JSX } from 'preact';
import { buildOptions, type BuildOptions, defaultValues } from '#core/options';
import { formatError } from '#core/error';
import type { App } from '../commands/app.ts';
import type { PageDocument } from '../state/store/records.ts';
import { formatMilliseconds, formatPercent } from '../text/format-number.ts';
import { OptionField } from './option-field.tsx';
import { lengthsOf } from './properties/scene-lengths.ts';

type OptionName = keyof BuildOptions;
const names = Object.keys(buildOptions) as OptionName[];

/** The build options, made from the table of options. A change builds another tree, and undo restores the old one. */
export function TreePanel({ app }: { app: App }): JSX.Element {
  const { store, session, shell } = app;
  const resets = shell.optionsReset.value;
  const document = store.activeDocument.value;
  const tree = store.activeTree.value;
  if (document === null)
    return (
      <div class="properties">
        <p class="quiet">Open a mesh to set its build options.</p>
      </div>
    );
  const { id } = document.summary;
  const wanted = store.rebuilds.value.get(id);
  const options = wanted ?? tree?.summary.options ?? defaultValues(buildOptions);
  const build = (requested: BuildOptions): void => {
    if (document.mesh !== null) void session.rebuild(id, requested);
  };
  const set = (name: OptionName, value: unknown): void => build({ ...options, [name]: value });
  const lengths = lengthsOf(store, id);
  const missing = tree === null && wanted === undefined ? whyMissing(document) : null;
  return (
    <div class="properties" data-testid="tree-options">
      {missing !== null && (
        <div class="callout build-again" role="status">
          <span>{missing}</span>
          <button type="button" class="button small" data-testid="build" disabled={document.mesh === null} onClick={() => build(options)}>
            Build
          </button>
        </div>
      )}
      {names.map((name) => (
        // A reset makes new fields, without the text that was typed.
        <div key={`${name} ${resets}`} class="setting" title={buildOptions[name].meaning}>
          <OptionField
            option={buildOptions[name]}
            name={name}
            value={options[name]}
            lengths={lengths}
            onChange={(value) => set(name, value)}
          />
        </div>
      ))}
    </div>
  );
}

/** Returns why there is no tree when no build is running. */
function whyMissing({ summary }: PageDocument): string | null {
  if (summary.phase === 'cancelled') return summary.mesh === null ? 'Reading cancelled.' : 'Build cancelled.';
  if (summary.phase === 'failed') return summary.error === null ? 'Build failed.' : formatError(summary.error);
  return null;
}

/** Returns the note in the panel's head: the build time, or the progress. The time of a first run includes compilation. */
export function treeNote({ store }: App): string {
  const document = store.activeDocument.value;
  const tree = store.activeTree.value;
  if (document === null) return '';
  if (store.rebuilds.value.has(document.summary.id) || document.summary.phase === 'building') {
    return `building ${formatPercent(document.summary.progress)} %`;
  }
  if (tree === null) return '';
  const { milliseconds, isFirstRun } = tree.summary;
  if (milliseconds === null) return 'from file';
  // The kind is the first row below.
  return `${isFirstRun === true ? 'first run' : 'built in'} ${formatMilliseconds(milliseconds)}`;
}

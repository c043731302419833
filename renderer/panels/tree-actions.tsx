import type { JSX } from 'preact';
import { buildOptions, defaultValues } from '#core/options';
import type { App } from '../commands/app.ts';
import { Icon } from '../widgets/icon.tsx';

/** Buttons in the head of the Tree panel. */
export function TreeActions({ app: { store, session, shell } }: { app: App }): JSX.Element {
  const document = store.activeDocument.value;
  const options = store.activeTree.value?.summary.options;
  const defaults = defaultValues(buildOptions);
  const changed = options !== undefined && JSON.stringify(options) !== JSON.stringify({ ...options, ...defaults });
  return (
    <button
      type="button"
      class="icon-button"
      title="Reset build options"
      aria-label="Reset build options"
      disabled={document === null}
      onClick={() => {
        shell.optionsReset.value++;
        if (document !== null && changed) void session.rebuild(document.summary.id, defaults);
      }}
    >
      <Icon name="reset" small />
    </button>
  );
}

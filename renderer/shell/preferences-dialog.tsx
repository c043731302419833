import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { App } from '../commands/app.ts';
import { closeDialog } from '../commands/dialogs.ts';
import { resetPreferences, setPreference } from '../commands/preference-actions.ts';
import { OptionField } from '../panels/option-field.tsx';
import { preferenceOptions, type Preferences } from '../state/preferences/preferences.ts';
import { Icon } from '../widgets/icon.tsx';

const names = Object.keys(preferenceOptions) as (keyof Preferences)[];

/** Edit > Preferences: made from the table of options. Each change is shown at once and stored. */
export function PreferencesDialog({ app }: { app: App }): JSX.Element | null {
  return app.shell.dialog.value === 'preferences' ? <Dialog app={app} /> : null;
}

function Dialog({ app: { store, shell } }: { app: App }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const close = (): void => closeDialog(shell, 'preferences');
  const values = store.preferences.value;
  return (
    <dialog ref={dialog} class="dialog preferences" aria-label="Preferences" data-testid="preferences" onClose={close}>
      <header>
        <h2>Preferences</h2>
        <button type="button" class="icon-button" title="Close (Esc)" aria-label="Close" onClick={close}>
          <Icon name="close" small />
        </button>
      </header>
      <div class="preferences-body">
        {names.map((name) => (
          <div key={name} class="setting" title={preferenceOptions[name].meaning}>
            <OptionField
              option={preferenceOptions[name]}
              name={name}
              value={values[name]}
              onChange={(value) => setPreference(store, name, value)}
            />
          </div>
        ))}
      </div>
      <footer>
        <button type="button" class="button small" data-testid="reset-preferences" onClick={() => resetPreferences(store)}>
          Reset all
        </button>
      </footer>
    </dialog>
  );
}

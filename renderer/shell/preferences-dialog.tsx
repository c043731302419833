import type { JSX } from 'preact';
import type { App } from '../commands/app.ts';
import { closeDialog } from '../commands/dialogs.ts';
import { resetPreferences, setPreference } from '../commands/preference-actions.ts';
import { OptionField } from '../panels/option-field.tsx';
import { unitsOf } from '../state/documents/space-of.ts';
import { preferenceGroups, preferenceOptions } from '../state/preferences/preferences.ts';
import { lengthSign } from '../text/shown-unit.ts';
import { DialogFrame } from '../widgets/dialog-frame.tsx';

/** Edit > Preferences: made from the table of options. Each change is shown at once and stored. */
export function PreferencesDialog({ app }: { app: App }): JSX.Element | null {
  return app.shell.dialog.value === 'preferences' ? <Dialog app={app} /> : null;
}

function Dialog({ app: { store, shell } }: { app: App }): JSX.Element {
  const close = (): void => closeDialog(shell, 'preferences');
  const values = store.preferences.value;
  const unit = lengthSign(unitsOf(store, store.activeDocument.value)) || 'units';
  return (
    <DialogFrame title="Preferences" kind="preferences" testId="preferences" onClose={close}>
      <div class="preferences-body">
        {preferenceGroups.map(({ title, names, note }) => (
          <section key={title}>
            <h3>{title}</h3>
            {names.map((name) => {
              const option = preferenceOptions[name];
              return (
                <div key={name} class="setting" title={option.meaning}>
                  <OptionField
                    option={name === 'snapMove' ? { ...preferenceOptions.snapMove, unit } : option}
                    name={name}
                    value={values[name]}
                    onChange={(value) => setPreference(store, name, value)}
                  />
                </div>
              );
            })}
            {note !== undefined && <p class="quiet">{note}</p>}
          </section>
        ))}
      </div>
      <footer>
        <button type="button" class="button small" data-testid="reset-preferences" onClick={() => resetPreferences(store)}>
          Reset all
        </button>
      </footer>
    </DialogFrame>
  );
}

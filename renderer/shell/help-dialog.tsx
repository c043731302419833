import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { App } from '../commands/app.ts';
import { closeDialog } from '../commands/dialogs.ts';
import { shortcutGroups } from '../commands/shortcut-groups.ts';
import { DialogFrame } from '../widgets/dialog-frame.tsx';

/** Every command with its keys, from the command table. */
export function HelpDialog({ app }: { app: App }): JSX.Element | null {
  return app.shell.dialog.value === 'help' ? <Dialog onClose={() => closeDialog(app.shell, 'help')} /> : null;
}

function Dialog({ onClose }: { onClose: () => void }): JSX.Element {
  const [query, setQuery] = useState('');
  const groups = shortcutGroups(query);
  return (
    <DialogFrame title="Keyboard shortcuts" kind="help" testId="help" onClose={onClose}>
      <input
        type="text"
        autofocus
        class="help-search"
        aria-label="Search shortcuts"
        placeholder="Search by name or key"
        data-testid="help-search"
        value={query}
        onInput={({ currentTarget }) => setQuery(currentTarget.value)}
      />
      <div class="help-groups" tabIndex={0} role="group" aria-label="Commands by menu">
        {groups.length === 0 && <p class="quiet">No command has “{query.trim()}” in its name, meaning or keys.</p>}
        {groups.map((group) => (
          <section key={group.title}>
            <h3>{group.title}</h3>
            <dl>
              {group.rows.map(({ title, meaning, keys }) => [
                <dt key={`${title} name`} title={meaning}>
                  {title}
                </dt>,
                <dd key={title}>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dd>,
              ])}
            </dl>
          </section>
        ))}
      </div>
    </DialogFrame>
  );
}

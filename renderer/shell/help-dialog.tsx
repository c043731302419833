import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { App } from '../commands/app.ts';
import { menuNames } from '../commands/command.ts';
import { commandIds, commandOf } from '../commands/commands.ts';
import { closeDialog } from '../commands/dialogs.ts';
import { keyLabel } from '../commands/keymap.ts';
import { Icon } from '../widgets/icon.tsx';

/** Every command with its keys, from the command table. */
export function HelpDialog({ app }: { app: App }): JSX.Element | null {
  return app.shell.dialog.value === 'help' ? <Dialog onClose={() => closeDialog(app.shell, 'help')} /> : null;
}

function Dialog({ onClose }: { onClose: () => void }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="dialog help" aria-label="Keyboard shortcuts" data-testid="help" onClose={onClose}>
      <header>
        <h2>Keyboard shortcuts</h2>
        <button type="button" class="icon-button" title="Close (Esc)" aria-label="Close" onClick={onClose}>
          <Icon name="close" small />
        </button>
      </header>
      <div class="help-groups" tabIndex={0} role="group" aria-label="Commands by menu">
        {menuNames.map((menu) => (
          <section key={menu}>
            <h3>{menu}</h3>
            <dl>
              {commandIds
                .filter((id) => commandOf(id).menu === menu)
                .map((id) => [
                  <dt key={`${id} name`} title={commandOf(id).meaning}>
                    {commandOf(id).title}
                  </dt>,
                  <dd key={id}>
                    {commandOf(id).keys.map((key) => (
                      <kbd key={key}>{keyLabel(key)}</kbd>
                    ))}
                  </dd>,
                ])}
            </dl>
          </section>
        ))}
      </div>
    </dialog>
  );
}

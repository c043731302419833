import type { JSX } from 'preact';
import type { App } from '../commands/app.ts';
import { commandOf, type CommandId } from '../commands/commands.ts';
import { runCommand, shortcutOf } from '../commands/keymap.ts';
import { Icon } from '../widgets/icon.tsx';

/** A command in a menu, with its mark and its key. */
export function MenuItem({ app, id, onDone }: { app: App; id: CommandId; onDone: () => void }): JSX.Element {
  const command = commandOf(id);
  const checked = command.checked?.(app);
  return (
    <button
      type="button"
      class="menu-item"
      role={checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
      aria-checked={checked}
      title={command.whyNot?.(app) ?? command.meaning}
      disabled={!command.when(app)}
      data-command={id}
      onClick={() => {
        onDone();
        runCommand(app, id);
      }}
    >
      {checked === true ? <Icon name="check" small /> : <span />}
      <span>{command.title}</span>
      <span class="keys">{shortcutOf(id)}</span>
    </button>
  );
}

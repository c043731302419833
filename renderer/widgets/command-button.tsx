import type { JSX } from 'preact';
import type { App } from '../commands/app.ts';
import { commandOf, type CommandId } from '../commands/commands.ts';
import { runCommand, withShortcut } from '../commands/keymap.ts';
import { Icon } from './icon.tsx';

interface CommandButtonProps {
  readonly app: App;
  readonly id: CommandId;
  readonly role?: 'radio';
  readonly checked?: boolean;
  /** Of a toggle that is no radio button. */
  readonly pressed?: boolean | undefined;
  readonly class?: string;
  /** −1 for a button of a group that arrow keys reach. */
  readonly tabIndex?: 0 | -1;
}

/** A command as an icon. Its tooltip has name, key and meaning. */
export function CommandButton({ app, id, role, checked, pressed, class: className, tabIndex }: CommandButtonProps): JSX.Element {
  const command = commandOf(id);
  return (
    <button
      type="button"
      class={className}
      tabIndex={tabIndex}
      role={role}
      aria-checked={role === 'radio' ? (checked ?? false) : undefined}
      aria-pressed={pressed}
      aria-label={command.title}
      title={commandTip(id)}
      disabled={!command.when(app)}
      data-command={id}
      onClick={() => runCommand(app, id)}
    >
      {command.icon !== undefined && <Icon name={command.icon} />}
    </button>
  );
}

/** Returns the tooltip of a command: `Ray (T): Click to cast a ray from the camera, drag to aim it.` */
export function commandTip(id: CommandId): string {
  const { title, meaning } = commandOf(id);
  return `${withShortcut(title, id)}: ${meaning}`;
}

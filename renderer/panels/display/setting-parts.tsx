import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { commandOf, type CommandId } from '../../commands/commands.ts';
import { runCommand } from '../../commands/keymap.ts';
import { commandTip } from '../../widgets/command-button.tsx';

interface SwitchProps {
  readonly label: string;
  readonly meaning: string;
  readonly isOn: boolean;
  readonly testId: string;
  readonly onChange: (isOn: boolean) => void;
}

/** A setting that is on or off. */
export function Switch({ label, meaning, isOn, testId, onChange }: SwitchProps): JSX.Element {
  return (
    <label class="switch" title={meaning}>
      <input type="checkbox" checked={isOn} data-testid={testId} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  );
}

/** A command that is on or off, with its title. */
export function CommandSwitch({ app, id }: { app: App; id: CommandId }): JSX.Element {
  return (
    <Switch
      label={commandOf(id).title}
      meaning={commandTip(id)}
      isOn={commandOf(id).checked?.(app) ?? false}
      testId={`switch-${id}`}
      onChange={() => runCommand(app, id)}
    />
  );
}

interface SmallButtonProps {
  readonly text: string;
  readonly meaning: string;
  readonly testId: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

export function SmallButton({ text, meaning, testId, disabled = false, onClick }: SmallButtonProps): JSX.Element {
  return (
    <button type="button" class="button small" title={meaning} disabled={disabled} data-testid={testId} onClick={onClick}>
      {text}
    </button>
  );
}

import type { JSX, TargetedKeyboardEvent } from 'preact';
import { Icon, type IconName } from './icon.tsx';

interface Choice<Value extends string> {
  readonly value: Value;
  readonly title: string;
  readonly meaning: string;
  readonly icon?: IconName | undefined;
}

interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly onChange: (value: Value) => void;
}

/** A choice with few values, all visible: a radio group with arrow keys. */
export function Segmented<Value extends string>({ label, value, choices, onChange }: SegmentedProps<Value>): JSX.Element {
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const step = new Map([
      ['ArrowRight', 1],
      ['ArrowDown', 1],
      ['ArrowLeft', -1],
      ['ArrowUp', -1],
    ]).get(event.key);
    if (step === undefined) return;
    event.preventDefault();
    const at = choices.findIndex((choice) => choice.value === value);
    const next = choices[(at + step + choices.length) % choices.length]!;
    onChange(next.value);
    const button = event.currentTarget.children[choices.indexOf(next)];
    if (button instanceof HTMLElement) button.focus();
  };
  return (
    <div class="segments" role="radiogroup" aria-label={label} onKeyDown={onKeyDown}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          role="radio"
          aria-checked={choice.value === value}
          tabIndex={choice.value === value ? 0 : -1}
          title={choice.meaning}
          onClick={() => onChange(choice.value)}
        >
          {choice.icon !== undefined && <Icon name={choice.icon} small />}
          {choice.title}
        </button>
      ))}
    </div>
  );
}

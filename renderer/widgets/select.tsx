import type { JSX } from 'preact';

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly title: string; readonly meaning: string }[];
  readonly testId: string;
  readonly onChange: (value: string) => void;
}

/** A choice with many values. Its tooltip is the meaning of the current one. */
export function Select({ label, value, choices, testId, onChange }: SelectProps): JSX.Element {
  return (
    <select
      aria-label={label}
      value={value}
      title={choices.find((choice) => choice.value === value)?.meaning}
      data-testid={testId}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value} title={choice.meaning}>
          {choice.title}
        </option>
      ))}
    </select>
  );
}

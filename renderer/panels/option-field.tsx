import type { JSX } from 'preact';
import type { Option, TextOption } from '#core/options';
import { NumberField } from '../widgets/number-field.tsx';
import { Segmented } from '../widgets/segmented.tsx';
import { Select } from '../widgets/select.tsx';

/** More choices than this do not fit next to each other. */
const maxSegments = 3;

interface OptionFieldProps {
  /** No panel has a text option yet. */
  readonly option: Exclude<Option, TextOption>;
  readonly name: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** Returns the field for the type of an option. */
export function OptionField({ option, name, value, onChange }: OptionFieldProps): JSX.Element {
  switch (option.type) {
    case 'choice': {
      const choices = Object.entries(option.choices).map(([choice, texts]) => ({ value: choice, ...texts }));
      return choices.length > maxSegments ? (
        <Select label={option.title} value={String(value)} choices={choices} testId={`option-${name}`} onChange={onChange} />
      ) : (
        <Segmented label={option.title} value={String(value)} choices={choices} onChange={onChange} />
      );
    }
    case 'integer':
    case 'number':
    case 'length':
      return (
        <span class="half">
          <NumberField
            label={option.title}
            value={Number(value)}
            min={option.min}
            max={option.type === 'length' ? undefined : option.max}
            integer={option.type === 'integer'}
            step={option.type === 'integer' ? 1 : undefined}
            unit={option.type === 'length' ? undefined : option.unit}
            initial={option.default}
            testId={`option-${name}`}
            onCommit={onChange}
          />
        </span>
      );
    case 'flag':
      return (
        <Segmented
          label={option.title}
          value={value === true ? 'on' : 'off'}
          choices={[
            { value: 'off', title: 'Off', meaning: option.meaning },
            { value: 'on', title: 'On', meaning: option.meaning },
          ]}
          onChange={(choice) => onChange(choice === 'on')}
        />
      );
  }
}

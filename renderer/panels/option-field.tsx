import type { JSX } from 'preact';
import type { Option, TextOption } from '#core/options';
import { lengthLabel, type ShownUnit, plainLengths } from '../text/shown-unit.ts';
import { NumberField, type NumberFieldProps } from '../widgets/number-field.tsx';
import { Segmented } from '../widgets/segmented.tsx';
import { Select } from '../widgets/select.tsx';
import { LengthInput } from './length-input.tsx';

/** More choices than this do not fit next to each other. */
const maxSegments = 3;

type ShownOption = Exclude<Option, TextOption>;

interface OptionFieldProps {
  /** No panel has a text option yet. */
  readonly option: ShownOption;
  readonly name: string;
  readonly value: unknown;
  readonly captionClass?: string;
  /** How lengths are shown, and the size of the scene, which steps follow. */
  readonly lengths?: { readonly units: ShownUnit; readonly size: number };
  readonly onChange: (value: unknown) => void;
}

/** Returns the label and the field for the type of an option, as two elements of a row. The label of a number is its grip. */
export function OptionField(props: OptionFieldProps): JSX.Element {
  const { option, captionClass = 'label' } = props;
  if (option.type === 'integer' || option.type === 'number' || option.type === 'length') return <NumberOptionField {...props} />;
  return (
    <>
      <span class={captionClass}>{option.title}</span>
      <ChoiceField {...props} option={option} />
    </>
  );
}

function NumberOptionField({ option, name, value, captionClass, lengths, onChange }: OptionFieldProps): JSX.Element {
  if (option.type === 'choice' || option.type === 'flag') return <></>;
  const common = {
    label: option.title,
    captionClass,
    isHalf: true,
    value: Number(value),
    min: option.min,
    initial: option.default,
    zero: option.zero,
    testId: `option-${name}`,
  } satisfies Partial<NumberFieldProps>;
  if (option.type === 'length') {
    const { units, size } = lengths ?? { units: plainLengths, size: 0 };
    return <LengthInput {...common} caption={lengthLabel(option.title, units)} units={units} size={size} isTolerance onCommit={onChange} />;
  }
  return (
    <NumberField
      {...common}
      caption={option.title}
      max={option.max}
      integer={option.type === 'integer'}
      bits={option.type === 'integer' && option.bits === true}
      step={option.type === 'integer' || isAngle(option.unit) ? 1 : undefined}
      coarseStep={isAngle(option.unit) ? 15 : undefined}
      unit={option.unit}
      onCommit={onChange}
    />
  );
}

function isAngle(unit: string): boolean {
  return unit === 'degrees' || unit === '°';
}

function ChoiceField({
  option,
  name,
  value,
  onChange,
}: OptionFieldProps & { readonly option: Extract<ShownOption, { type: 'choice' | 'flag' }> }): JSX.Element {
  if (option.type === 'flag') {
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
  const choices = Object.entries(option.choices).map(([choice, texts]) => ({ value: choice, ...texts }));
  return choices.length > maxSegments ? (
    <Select label={option.title} value={String(value)} choices={choices} testId={`option-${name}`} onChange={onChange} />
  ) : (
    <Segmented label={option.title} value={String(value)} choices={choices} onChange={onChange} />
  );
}

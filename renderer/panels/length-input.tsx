import type { JSX } from 'preact';
import { lengthFieldText } from '../text/list-lengths.ts';
import { maxShownLength, ownLength, type ShownUnit, shownLength, suffixesOf } from '../text/shown-unit.ts';
import { stepForSize, toleranceStepForSize } from '../text/step-number.ts';
import { NumberField, type NumberFieldProps } from '../widgets/number-field.tsx';

interface LengthInputProps extends Omit<NumberFieldProps, 'coarseStep' | 'integer' | 'onCommit' | 'step' | 'suffixes' | 'unit'> {
  readonly units: ShownUnit;
  /** Those of results about the mesh. Fields with `digits`, and those of a tolerance, do not follow them. */
  readonly decimals?: number | undefined;
  /** Of the scene; 0 if it is empty. Steps follow it. */
  readonly size: number;
  /** Steps of a tolerance are a hundred times smaller. */
  readonly isTolerance?: boolean | undefined;
  /** Gets the value as it is shown, too. */
  readonly onCommit: (value: number, shown: number) => void;
}

/** A length as a number field in the shown unit; other units may be typed. All values of the props are in the unit of the document. */
export function LengthInput({ units, decimals, size, isTolerance = false, ...field }: LengthInputProps): JSX.Element {
  const { value, min, max, initial, onPreview, onCommit } = field;
  const shown = (length: number | undefined): number | undefined => (length === undefined ? undefined : shownLength(units, length));
  const stepFor = isTolerance ? toleranceStepForSize : stepForSize;
  return (
    <NumberField
      {...field}
      restText={decimals === undefined || isTolerance || field.digits !== undefined ? undefined : (now) => lengthFieldText(now, decimals)}
      value={shownLength(units, value)}
      min={shown(min) ?? -maxShownLength(units)}
      max={shown(max) ?? maxShownLength(units)}
      initial={shown(initial)}
      step={stepFor(shownLength(units, size))}
      suffixes={suffixesOf(units)}
      onPreview={onPreview === undefined ? undefined : (next) => onPreview(ownLength(units, next))}
      onCommit={(next) => onCommit(ownLength(units, next), next)}
    />
  );
}

import type { JSX } from 'preact';
import { formatNumber } from '../../text/format-number.ts';
import { lengthLabel, type ShownUnit } from '../../text/shown-unit.ts';
import { LengthInput } from '../length-input.tsx';

interface LengthFieldProps {
  /** Also the title of the undo step: `Radius 1.5`. */
  readonly label: string;
  readonly units: ShownUnit;
  /** See `LengthInput`. */
  readonly decimals?: number | undefined;
  /** Of the scene, in the unit of the document: steps follow it. */
  readonly size: number;
  readonly meaning: string;
  /** In the unit of the document, like the values of the callbacks. */
  readonly value: number;
  readonly min?: number;
  /** Whether it may be ∞, which is also its reset value. */
  readonly infinite?: boolean;
  readonly testId: string;
  readonly onPreview: (value: number) => void;
  readonly onCommit: (title: string, value: number) => void;
  readonly onRevert: () => void;
}

/** A length from 0 up, or from `min` up, that the user types, steps or drags. */
export function LengthField({ label, units, infinite = false, min = 0, onCommit, ...field }: LengthFieldProps): JSX.Element {
  return (
    <div class="setting">
      <LengthInput
        {...field}
        label={label}
        caption={lengthLabel(label, units)}
        isHalf
        units={units}
        min={min}
        infinite={infinite}
        initial={infinite ? Infinity : undefined}
        onCommit={(next, shown) => onCommit(`${label} ${formatNumber(shown)}`, next)}
      />
    </div>
  );
}

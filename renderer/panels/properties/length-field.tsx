import type { JSX } from 'preact';
import { formatNumber } from '../../text/format-number.ts';
import { lengthLabel } from '../../text/length-label.ts';
import { NumberField } from '../../widgets/number-field.tsx';

interface LengthFieldProps {
  /** Also the title of the undo step: `Radius 1.5`. */
  readonly label: string;
  readonly units: string | null;
  readonly meaning: string;
  readonly value: number;
  /** Whether it may be ∞, which is also its reset value. */
  readonly infinite?: boolean;
  readonly testId: string;
  readonly onPreview: (value: number) => void;
  readonly onCommit: (title: string, value: number) => void;
  readonly onRevert: () => void;
}

/** A length from 0 up that the user types, steps or drags. */
export function LengthField({
  label,
  units,
  meaning,
  value,
  infinite = false,
  testId,
  onPreview,
  onCommit,
  onRevert,
}: LengthFieldProps): JSX.Element {
  return (
    <div class="setting">
      <span class="label">{lengthLabel(label, units)}</span>
      <span class="half">
        <NumberField
          label={label}
          meaning={meaning}
          value={value}
          min={0}
          infinite={infinite}
          initial={infinite ? Infinity : undefined}
          testId={testId}
          onPreview={onPreview}
          onCommit={(next) => onCommit(`${label} ${formatNumber(next)}`, next)}
          onRevert={onRevert}
        />
      </span>
    </div>
  );
}

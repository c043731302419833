import type { JSX } from 'preact';
import type { Vec3 } from '#core/math';
import { formatNumber } from '../../text/format-number.ts';
import { lengthLabel } from '../../text/length-label.ts';
import { NumberField } from '../../widgets/number-field.tsx';

const axes = ['X', 'Y', 'Z'] as const;

interface VectorFieldProps {
  /** Also the title of the undo step: `Centre X 1.5`. */
  readonly label: string;
  /** The unit of a length. Without it the label stands alone, as for a direction. */
  readonly units?: string | null;
  readonly values: Vec3;
  readonly digits?: number;
  readonly step?: number | undefined;
  /** `testId-x` and so on. */
  readonly testId: string;
  readonly onPreview: (values: Vec3) => void;
  readonly onCommit: (title: string, values: Vec3) => void;
  readonly onRevert: () => void;
}

/** Three numbers that the user types, steps or drags. */
export function VectorField({
  label,
  units = null,
  values,
  digits,
  step,
  testId,
  onPreview,
  onCommit,
  onRevert,
}: VectorFieldProps): JSX.Element {
  return (
    <div class="setting">
      <span class="label">{lengthLabel(label, units)}</span>
      <span class="triple-fields">
        {axes.map((axis, i) => (
          <NumberField
            key={axis}
            label={`${label} ${axis}`}
            grip={axis}
            value={values[i]!}
            digits={digits}
            step={step}
            testId={`${testId}-${axis.toLowerCase()}`}
            onPreview={(value) => onPreview(withComponent(values, i, value))}
            onCommit={(value) => onCommit(`${label} ${axis} ${formatNumber(value)}`, withComponent(values, i, value))}
            onRevert={onRevert}
          />
        ))}
      </span>
    </div>
  );
}

function withComponent(values: Vec3, axis: number, value: number): Vec3 {
  return [axis === 0 ? value : values[0], axis === 1 ? value : values[1], axis === 2 ? value : values[2]];
}

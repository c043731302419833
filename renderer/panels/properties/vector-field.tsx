import type { JSX } from 'preact';
import type { Vec3 } from '#core/math';
import { formatNumber, withoutCommonZeros } from '../../text/format-number.ts';
import { coordinateTexts, directionDecimals } from '../../text/list-lengths.ts';
import { lengthLabel, type ShownUnit } from '../../text/shown-unit.ts';
import { NumberField } from '../../widgets/number-field.tsx';
import { LengthInput } from '../length-input.tsx';

const axes = ['X', 'Y', 'Z'] as const;

interface VectorFieldProps {
  /** Also the title of the undo step: `Centre X 1.5`. */
  readonly label: string;
  /** How lengths are shown, and the size of the scene, which steps follow. Numbers without them have the step `step`. */
  readonly lengths?: { readonly units: ShownUnit; readonly decimals?: number; readonly size: number } | undefined;
  /** The unit of numbers that are no lengths. */
  readonly unit?: string;
  readonly values: Vec3;
  readonly digits?: number;
  /** Whether the numbers are those of a direction, which all have the same decimals. */
  readonly isDirection?: boolean;
  readonly step?: number | undefined;
  /** The step with Ctrl. */
  readonly coarseStep?: number | undefined;
  /** `testId-x` and so on. */
  readonly testId: string;
  readonly onPreview: (values: Vec3) => void;
  readonly onCommit: (title: string, values: Vec3) => void;
  readonly onRevert: () => void;
}

/** Three numbers that the user types, steps or drags. */
export function VectorField(props: VectorFieldProps): JSX.Element {
  const { label, lengths, unit, values, testId, onPreview, onCommit } = props;
  const title = unit === undefined ? label : `${label}, ${unit}`;
  return (
    <div class="setting">
      <span class="label">{lengths === undefined ? title : lengthLabel(label, lengths.units)}</span>
      <span class="triple-fields">
        {axes.map((axis, i) => {
          const field = {
            label: `${label} ${axis}`,
            grip: axis,
            value: values[i]!,
            digits: props.digits,
            restText: props.isDirection === true ? (value: number) => directionText(value, values) : undefined,
            testId: `${testId}-${axis.toLowerCase()}`,
            onPreview: (value: number) => onPreview(withComponent(values, i, value)),
            onCommit: (value: number, shown = value) =>
              onCommit(`${label} ${axis} ${formatNumber(shown)}`, withComponent(values, i, value)),
            onRevert: props.onRevert,
          };
          return lengths === undefined ? (
            <NumberField key={axis} {...field} step={props.step} coarseStep={props.coarseStep} />
          ) : (
            <LengthInput key={axis} {...field} {...lengths} />
          );
        })}
      </span>
    </div>
  );
}

/** Returns a component of a direction with the decimals that all of them need: `−0.512`, `−0.430`; `0`, `−1`. */
export function directionText(value: number, values: Vec3): string {
  return withoutCommonZeros(coordinateTexts([...values, value], directionDecimals)).at(-1)!;
}

function withComponent(values: Vec3, axis: number, value: number): Vec3 {
  return [axis === 0 ? value : values[0], axis === 1 ? value : values[1], axis === 2 ? value : values[2]];
}

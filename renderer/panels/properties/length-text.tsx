import type { JSX } from 'preact';
import { formatNumber, plainNumber } from '../../text/format-number.ts';
import { measureDigits, shownLengthText, type ShownLengths } from '../../text/list-lengths.ts';
import { type ShownUnit, shownLength } from '../../text/shown-unit.ts';

interface LengthTextProps {
  /** In the unit of the document. */
  readonly value: number;
  readonly lengths: ShownLengths;
}

/** A length in the shown unit, without its sign, with the digits of all lengths about its mesh; the tooltip has all of them. */
export function LengthText({ value, lengths: { units, decimals } }: LengthTextProps): JSX.Element {
  const shown = shownLength(units, value);
  return <span title={plainNumber(shown)}>{shownLengthText(shown, decimals)}</span>;
}

interface MeasureTextProps {
  /** In the unit of the document. */
  readonly value: number;
  readonly units: ShownUnit;
  /** 2 for an area, 3 for a volume, −3 for a density, 0 for a ratio or a mass. */
  readonly power: number;
}

/** An area, a volume or a density in the shown unit, without its sign; the tooltip has all digits. */
export function MeasureText({ value, units, power }: MeasureTextProps): JSX.Element {
  const shown = shownLength(units, value, power);
  return <span title={plainNumber(shown)}>{formatNumber(shown, measureDigits)}</span>;
}

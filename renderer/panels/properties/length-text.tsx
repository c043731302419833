import type { JSX } from 'preact';
import { formatNumber, plainNumber } from '../../text/format-number.ts';
import { type ShownUnit, shownLength } from '../../text/shown-unit.ts';

interface LengthTextProps {
  /** In the unit of the document. */
  readonly value: number;
  readonly units: ShownUnit;
  /** 2 for an area, 3 for a volume, −3 for a density. */
  readonly power?: number;
  /** Significant digits; the tooltip has all of them. */
  readonly digits: number;
}

/** A length in the shown unit, without its sign. */
export function LengthText({ value, units, power = 1, digits }: LengthTextProps): JSX.Element {
  const shown = shownLength(units, value, power);
  return <span title={plainNumber(shown)}>{formatNumber(shown, digits)}</span>;
}

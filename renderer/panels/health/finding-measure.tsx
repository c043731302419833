import type { JSX } from 'preact';
import type { ShownLengths } from '../../text/list-lengths.ts';
import { LengthText, MeasureText } from '../properties/length-text.tsx';
import { measurePower } from './finding-words.ts';

interface FindingMeasureProps {
  /** In the unit of the document. */
  readonly value: number;
  readonly lengths: ShownLengths;
  /** Name of the measure. */
  readonly name: string;
}

/** The measure of one finding: a length, an area or a ratio. */
export function FindingMeasure({ value, lengths, name }: FindingMeasureProps): JSX.Element {
  const power = measurePower(name);
  return power === 1 ? <LengthText value={value} lengths={lengths} /> : <MeasureText value={value} units={lengths.units} power={power} />;
}

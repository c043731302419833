import type { JSX } from 'preact';
import type { Vec3 } from '#core/math';
import { type FigureLabel, type FigureName, figureNamed } from '../../text/figures.ts';
import { alignedNumbers, plainNumber } from '../../text/format-number.ts';
import { coordinateTexts, directionDecimals, type ShownLengths } from '../../text/list-lengths.ts';
import { lengthLabel, shownVector } from '../../text/shown-unit.ts';
import { maxWideLetters } from '../../widgets/number-field.tsx';
import { FigureTitle } from '../../widgets/figure-title.tsx';

const xyz = ['X', 'Y', 'Z'] as const;

interface VectorRowProps {
  readonly label: FigureLabel | { readonly figure: FigureName; readonly text: string };
  readonly values: Vec3;
  /** How lengths are shown. Numbers without it are those of a direction, or `plain`. */
  readonly lengths?: ShownLengths | undefined;
  /** Whether the numbers are neither lengths nor a direction: they have the decimals of the largest one. */
  readonly plain?: boolean;
  /** Names of the numbers; `X Y Z` by default. */
  readonly axes?: readonly [string, string, string];
}

/** Three numbers to read and copy. */
export function VectorRow({ label, values: own, lengths, plain = false, axes = xyz }: VectorRowProps): JSX.Element {
  const named = typeof label === 'string' ? { figure: figureNamed(label), text: label } : label;
  const values = lengths === undefined ? own : shownVector(lengths.units, own);
  const texts = plain ? alignedNumbers(values) : coordinateTexts(values, lengths?.decimals ?? directionDecimals);
  return (
    <div class="setting fixed">
      <span class="label">
        <FigureTitle label={lengths === undefined ? named : { ...named, text: lengthLabel<string>(named.text, lengths.units) }} />
      </span>
      <span class="triple-fields">
        {values.map((value, i) => (
          <span key={i} class="field fixed" title={plainNumber(value)}>
            <span class={`grip ${axes[i]!.toLowerCase()}`}>{axes[i]}</span>
            <span class="mono" data-long={texts[i]!.length > maxWideLetters}>
              {texts[i]}
            </span>
          </span>
        ))}
      </span>
    </div>
  );
}

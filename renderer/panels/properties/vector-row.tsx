import type { JSX } from 'preact';
import type { Vec3 } from '#core/math';
import { type FigureLabel, type FigureName, figureNamed } from '../../text/figures.ts';
import { alignedNumbers, plainNumber } from '../../text/format-number.ts';
import { lengthLabel, type ShownUnit, shownVector } from '../../text/shown-unit.ts';
import { FigureTitle } from '../../widgets/figure-title.tsx';

const xyz = ['X', 'Y', 'Z'] as const;

interface VectorRowProps {
  readonly label: FigureLabel | { readonly figure: FigureName; readonly text: string };
  readonly values: Vec3;
  /** How lengths are shown; numbers without a unit are shown as they are. */
  readonly units?: ShownUnit | undefined;
  /** Rows next to this one: all get the decimals of the largest number. */
  readonly among?: readonly Vec3[];
  /** Names of the numbers; `X Y Z` by default. */
  readonly axes?: readonly [string, string, string];
}

/** Three numbers to read and copy. */
export function VectorRow({ label, values: own, units, among = [], axes = xyz }: VectorRowProps): JSX.Element {
  const named = typeof label === 'string' ? { figure: figureNamed(label), text: label } : label;
  const values = units === undefined ? own : shownVector(units, own);
  const texts = alignedNumbers(values, units === undefined ? among : among.map((row) => shownVector(units, row)));
  return (
    <div class="setting fixed">
      <span class="label">
        <FigureTitle label={units === undefined ? named : { ...named, text: lengthLabel<string>(named.text, units) }} />
      </span>
      <span class="triple-fields">
        {values.map((value, i) => (
          <span key={i} class="field fixed" title={plainNumber(value)}>
            <span class={`grip ${axes[i]!.toLowerCase()}`}>{axes[i]}</span>
            <span class="mono">{texts[i]}</span>
          </span>
        ))}
      </span>
    </div>
  );
}

import type { JSX } from 'preact';
import type { Vec3 } from '#core/math';
import { type FigureLabel, type FigureName, figureNamed } from '../../text/figures.ts';
import { decimalsFor, formatCoordinate, formatNumber, plainNumber } from '../../text/format-number.ts';
import { lengthLabel, type ShownUnit, shownVector } from '../../text/shown-unit.ts';
import { FigureTitle } from '../../widgets/figure-title.tsx';

const xyz = ['X', 'Y', 'Z'] as const;

interface VectorRowProps {
  readonly label: FigureLabel | { readonly figure: FigureName; readonly text: string };
  readonly values: Vec3;
  /** How lengths are shown; numbers without a unit are shown as they are. */
  readonly units?: ShownUnit | undefined;
  /** Names of the numbers; `X Y Z` by default. */
  readonly axes?: readonly [string, string, string];
}

/** Three numbers to read and copy. */
export function VectorRow({ label, values: own, units, axes = xyz }: VectorRowProps): JSX.Element {
  const named = typeof label === 'string' ? { figure: figureNamed(label), text: label } : label;
  const values = units === undefined ? own : shownVector(units, own);
  const largest = Math.max(...values.map(Math.abs));
  // A third of the panel has room for seven digits.
  const show = (value: number): string =>
    largest > 0 && largest < 0.1 ? formatNumber(value, 3) : formatCoordinate(value, Math.min(4, decimalsFor(largest)));
  return (
    <div class="setting fixed">
      <span class="label">
        <FigureTitle label={units === undefined ? named : { ...named, text: lengthLabel<string>(named.text, units) }} />
      </span>
      <span class="triple-fields">
        {values.map((value, i) => (
          <span key={i} class="field fixed" title={plainNumber(value)}>
            <span class={`grip ${axes[i]!.toLowerCase()}`}>{axes[i]}</span>
            <span class="mono">{show(value)}</span>
          </span>
        ))}
      </span>
    </div>
  );
}

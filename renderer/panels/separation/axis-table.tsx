import type { JSX } from 'preact';
import type { ListedAxis } from '#core/convex';
import type { App } from '../../commands/app.ts';
import { setSeparation } from '../../commands/separation-actions.ts';
import { formatNumber } from '../../text/format-number.ts';
import { lengthLabel, shownLength, type ShownUnit } from '../../text/shown-unit.ts';
import { lengthDigits } from './length-digits.ts';
import { featureText } from './separation-words.ts';

interface AxisTableProps {
  readonly app: App;
  readonly axes: readonly ListedAxis[];
  readonly chosen: number;
  readonly units: ShownUnit;
}

/** The tested axes, the largest gap or the smallest overlap first. A click shows the intervals of one. */
export function AxisTable({ app: { store }, axes, chosen, units }: AxisTableProps): JSX.Element {
  const length = (value: number): string => formatNumber(shownLength(units, value), lengthDigits);
  return (
    <div class="separation-list" tabIndex={0} role="region" aria-label="Tested axes">
      <table class="separation-table" data-testid="separation-axes">
        <thead>
          <tr>
            <th scope="col">Axis of</th>
            <th scope="col">{lengthLabel('Overlap', units)}</th>
            <th scope="col">{lengthLabel('A from', units)}</th>
            <th scope="col">{lengthLabel('to', units)}</th>
            <th scope="col">{lengthLabel('B from', units)}</th>
            <th scope="col">{lengthLabel('to', units)}</th>
          </tr>
        </thead>
        <tbody>
          {axes.map(({ feature, gap, intervalA, intervalB }, row) => (
            <tr key={row} data-axis={row} class={row === chosen ? 'chosen' : undefined}>
              <th scope="row">
                <button
                  type="button"
                  class="link"
                  aria-pressed={row === chosen}
                  onClick={() => setSeparation(store, { axis: row, drawn: 'axis' })}
                >
                  {featureText(feature)}
                </button>
              </th>
              <td class={gap > 0 ? 'good-text' : undefined}>{gap > 0 ? `gap ${length(gap)}` : length(-gap)}</td>
              <td>{length(intervalA[0])}</td>
              <td>{length(intervalA[1])}</td>
              <td>{length(intervalB[0])}</td>
              <td>{length(intervalB[1])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { setDisplay, revertPreview, previewDisplay } from '../../commands/actions.ts';
import type { App } from '../../commands/app.ts';
import { heatMetrics, heatRange, type HeatMetric } from '../../state/heat/heat-figures.ts';
import { shownSecond } from '../../state/store/scene-edits.ts';
import { heatColour } from '../../scene/heat-colour.ts';
import { formatCount, formatNumber } from '../../text/format-number.ts';
import { FigureTitle } from '../../widgets/figure-title.tsx';
import { NumberField } from '../../widgets/number-field.tsx';
import { Select } from '../../widgets/select.tsx';
import { scaleEnd, valueUnder, type PointedPixel } from './heat-views.ts';

const shares = Array.from({ length: 24 }, (_, i) => i / 23);

/**
 * The metric of the heat map, its min value, its scale, and the value under the pointer. With two views only the scale: each view shows
 * its own values.
 */
export function HeatBar({ app: { store }, pointed }: { app: App; pointed: Signal<PointedPixel | null> }): JSX.Element | null {
  const { heat: metric, heatFrom } = store.scene.value.display;
  const picture = store.heat.value?.picture ?? null;
  const range = useMemo(() => (picture === null || metric === null ? null : heatRange(picture, metric)), [picture, metric]);
  if (metric === null) return null;
  const isSplit = shownSecond(store.scene.value) !== null;
  const end = isSplit ? scaleEnd(store, metric) : (range?.max ?? 0);
  const here = isSplit ? null : valueUnder(store, 'left', metric, pointed.value);
  const choices = Object.entries(heatMetrics).map(([value, texts]) => ({ value, ...texts }));
  return (
    <div class="floating view-bar heat-bar" data-testid="heat-bar">
      <span class="label">
        <FigureTitle label="Heat" />
      </span>
      <Select
        label="Heat map metric"
        value={metric}
        choices={choices}
        testId="heat-metric"
        onChange={(value) => setDisplay(store, 'Heat map', { heat: value as HeatMetric })}
      />
      <NumberField
        label="Heat map minimum"
        caption="min"
        value={heatFrom}
        min={0}
        max={1_000_000}
        integer
        step={1}
        initial={0}
        testId="heat-from"
        onPreview={(value) => previewDisplay(store, { heatFrom: value })}
        onCommit={(value) => setDisplay(store, `Heat map min ${value}`, { heatFrom: value })}
        onRevert={() => revertPreview(store)}
      />
      <span class="heat-scale" aria-hidden="true">
        {shares.map((share) => (
          <span key={share} style={{ background: heatColour(share) }} />
        ))}
      </span>
      <span class="heat-figures" data-testid="heat-figures">
        {range === null ? 'measuring…' : `0 to ${formatCount(end)}${isSplit ? ' in both views' : `, mean ${formatNumber(range.mean, 3)}`}`}
        {range !== null && heatFrom > end && <span class="warning-text">, none reaches {formatCount(heatFrom)}</span>}
        {picture !== null && !isSplit && (
          <b data-testid="heat-value" data-metric={metric}>
            {here === null ? '' : `pointer ${formatCount(here)}`}
          </b>
        )}
      </span>
    </div>
  );
}

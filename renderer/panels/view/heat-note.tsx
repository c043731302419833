import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { App } from '../../commands/app.ts';
import { heatRange } from '../../state/heat/heat-figures.ts';
import { formatCount, formatNumber } from '../../text/format-number.ts';
import { imageOf, valueUnder, type PointedPixel, type ViewSide } from './heat-views.ts';

/** What the rays of one of two views cost, and the one under the pointer, or at the same place in the other view. */
export function HeatNote({
  app: { store },
  view,
  pointed,
}: {
  app: App;
  view: ViewSide;
  pointed: Signal<PointedPixel | null>;
}): JSX.Element | null {
  const { heat: metric } = store.scene.value.display;
  const picture = imageOf(store, view)?.picture ?? null;
  const range = useMemo(() => (picture === null || metric === null ? null : heatRange(picture, metric)), [picture, metric]);
  if (metric === null) return null;
  if (range === null)
    return (
      <span class="heat-note" data-testid={`heat-${view}`}>
        measuring
      </span>
    );
  const value = valueUnder(store, view, metric, pointed.value);
  return (
    <span class="heat-note" data-testid={`heat-${view}`}>
      {value !== null && (
        <>
          <b>here {formatCount(value)}</b>,{' '}
        </>
      )}
      {formatNumber(range.mean, 3)} on average, {formatCount(range.max)} at most
    </span>
  );
}

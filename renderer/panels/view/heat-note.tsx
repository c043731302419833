import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { App } from '../../commands/app.ts';
import { heatRange } from '../../state/heat/heat-figures.ts';
import { formatCount, formatNumber } from '../../text/format-number.ts';
import { imageOf, valueUnder, type PointedPixel, type ViewSide } from './heat-views.ts';

/** The ray cost of one of two views: under the pointer, or at the same position in the other view, then mean and max. */
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
        measuring…
      </span>
    );
  const value = valueUnder(store, view, metric, pointed.value);
  return (
    <span class="heat-note" data-testid={`heat-${view}`}>
      {value !== null && (
        <>
          <b>pointer {formatCount(value)}</b>,{' '}
        </>
      )}
      mean {formatNumber(range.mean, 3)}, max {formatCount(range.max)}
    </span>
  );
}

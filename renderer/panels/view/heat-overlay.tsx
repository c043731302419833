import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { App } from '../../commands/app.ts';
import { heatAt, type HeatMetric } from '../../state/heat/heat-figures.ts';
import { heatScale } from '../../scene/heat-colour.ts';
import type { HeatPicture } from '../../state/heat/heat-messages.ts';
import { imageOf, pixelIn, scaleEnd, type PointedPixel, type ViewSide } from './heat-views.ts';

interface HeatOverlayProps {
  readonly app: App;
  readonly view: ViewSide;
  /** Written by the overlay under the pointer. */
  readonly pointed: Signal<PointedPixel | null>;
}

/** The ray cost of a view as colours of the scale over it, clear below the min value. A ring marks the pointer of the other view. */
export function HeatOverlay({ app: { store }, view, pointed }: HeatOverlayProps): JSX.Element | null {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { heat: metric, heatFrom } = store.scene.value.display;
  const picture = imageOf(store, view)?.picture ?? null;
  const end = metric === null ? 0 : scaleEnd(store, metric);
  const scale = useMemo(heatScale, []);
  useEffect(() => {
    if (canvas.current !== null && picture !== null && metric !== null)
      paint(canvas.current, picture, { metric, from: heatFrom, end }, scale);
  }, [picture, metric, heatFrom, end]);
  useEffect(() => {
    const over = canvas.current?.parentElement;
    // The map takes no events: those below it do, and they pass through the view.
    const all = over?.closest<HTMLElement>('.view');
    if (over == null || all == null) return;
    const stop = new AbortController();
    const { signal } = stop;
    const leave = (): void => {
      if (pointed.peek()?.view === view) pointed.value = null;
    };
    all.addEventListener(
      'pointermove',
      (event) => {
        const { left, top, right } = over.getBoundingClientRect();
        if (event.clientX < left || event.clientX >= right) return leave();
        pointed.value = { view, at: [event.clientX - left - over.clientLeft, event.clientY - top - over.clientTop] };
      },
      { signal },
    );
    all.addEventListener('pointerleave', leave, { signal });
    return () => {
      stop.abort();
      leave();
    };
  }, [metric === null]);
  if (metric === null) return null;
  const other = pointed.value === null || pointed.value.view === view ? null : pixelIn(store, view, pointed.value);
  const size = picture === null ? {} : { width: `${picture.columns * picture.step}px`, height: `${picture.rows * picture.step}px` };
  return (
    <div class={view === 'left' ? 'view-canvas heat' : 'view-canvas second heat'} aria-hidden="true">
      <canvas
        ref={canvas}
        class={picture === null ? 'stale' : ''}
        data-testid={view === 'left' ? 'heat' : 'heat-second'}
        data-step={picture?.step}
        style={size}
      />
      {other !== null && <i class="heat-pointer" style={{ left: `${other[0]}px`, top: `${other[1]}px` }} />}
    </div>
  );
}

interface HeatShown {
  readonly metric: HeatMetric;
  /** Min value that is shown, and the end of the scale. */
  readonly from: number;
  readonly end: number;
}

function paint(canvas: HTMLCanvasElement, picture: HeatPicture, { metric, from, end }: HeatShown, scale: Uint8Array): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  canvas.width = picture.columns;
  canvas.height = picture.rows;
  const image = context.createImageData(picture.columns, picture.rows);
  for (let cell = 0; cell < picture.depths.length; cell++) {
    const value = heatAt(picture, metric, cell);
    // Cells stay clear whose rays miss the root or cost less than the min value.
    if (value < 0 || value < from) continue;
    const at = 3 * Math.round((255 * value) / Math.max(1, end));
    for (let k = 0; k < 3; k++) image.data[4 * cell + k] = scale[at + k]!;
    image.data[4 * cell + 3] = 255;
  }
  context.putImageData(image, 0, 0);
}

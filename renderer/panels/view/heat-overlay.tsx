import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { App } from '../../commands/app.ts';
import { heatAt, heatRange, type HeatMetric } from '../../state/heat-figures.ts';
import { heatScale } from '../../theme/heat-colour.ts';
import type { HeatPicture } from '../../worker/heat-messages.ts';

/** A point of the view, CSS pixels from its upper left corner. */
export type ViewPixel = readonly [x: number, y: number];

/** What the rays of the view cost, over it: in the colours of the scale, and nothing where it is less than the threshold. */
export function HeatOverlay({ app: { store }, pixel }: { app: App; pixel: Signal<ViewPixel | null> }): JSX.Element | null {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { heat: metric, heatFrom } = store.scene.value.display;
  const picture = store.heat.value?.picture ?? null;
  const scale = useMemo(heatScale, []);
  useEffect(() => {
    if (canvas.current !== null && picture !== null && metric !== null) paint(canvas.current, picture, metric, heatFrom, scale);
  }, [picture, metric, heatFrom]);
  useEffect(() => {
    const over = canvas.current?.parentElement;
    // The map takes no events: what lies under it does, and they pass through the view.
    const view = over?.closest<HTMLElement>('.view');
    if (over == null || view == null) return;
    const stop = new AbortController();
    const { signal } = stop;
    view.addEventListener('pointermove', (event) => {
      const box = over.getBoundingClientRect();
      pixel.value = [event.clientX - box.left, event.clientY - box.top];
    }, { signal });
    view.addEventListener('pointerleave', () => (pixel.value = null), { signal });
    return () => {
      stop.abort();
      pixel.value = null;
    };
  }, [metric === null]);
  if (metric === null) return null;
  const size = picture === null ? {} : { width: `${picture.columns * picture.step}px`, height: `${picture.rows * picture.step}px` };
  return (
    <div class="view-canvas heat" aria-hidden="true">
      <canvas ref={canvas} class={picture === null ? 'stale' : ''} data-testid="heat" data-step={picture?.step} style={size} />
    </div>
  );
}

function paint(canvas: HTMLCanvasElement, picture: HeatPicture, metric: HeatMetric, from: number, scale: Uint8Array): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  canvas.width = picture.columns;
  canvas.height = picture.rows;
  const image = context.createImageData(picture.columns, picture.rows);
  const { most } = heatRange(picture, metric);
  for (let cell = 0; cell < picture.depths.length; cell++) {
    const value = heatAt(picture, metric, cell);
    // Cells of rays that miss the root, or cost less than is asked for, stay clear.
    if (value < 0 || value < from) continue;
    const at = 3 * Math.round((255 * value) / Math.max(1, most));
    for (let k = 0; k < 3; k++) image.data[4 * cell + k] = scale[at + k]!;
    image.data[4 * cell + 3] = 255;
  }
  context.putImageData(image, 0, 0);
}

import type { HeatImage } from '../../state/heat/heat-image.ts';
import { pointInOtherView } from '../../state/heat/heat.ts';
import { cellAt, heatAt, heatRange, type HeatMetric } from '../../state/heat/heat-figures.ts';
import type { Store } from '../../state/store/store.ts';

/** The view of the active tree, or that of the second tree. */
export type ViewSide = 'left' | 'right';

/** A point of a view, CSS pixels from its upper left corner. */
export type ViewPixel = readonly [x: number, y: number];

/** The view under the pointer. */
export interface PointedPixel {
  readonly view: ViewSide;
  readonly at: ViewPixel;
}

export function imageOf({ heat, heatSecond }: Pick<Store, 'heat' | 'heatSecond'>, view: ViewSide): HeatImage | null {
  return view === 'left' ? heat.value : heatSecond.value;
}

/** Returns the end of the scale: the highest value of either view, so that a colour means the same in both. */
export function scaleEnd(store: Pick<Store, 'heat' | 'heatSecond'>, metric: HeatMetric): number {
  const pictures = [store.heat.value, store.heatSecond.value].flatMap((image) => (image === null ? [] : [image.picture]));
  return Math.max(0, ...pictures.map((picture) => heatRange(picture, metric).max));
}

/** Returns the pointer's position in a view, which in the other one is that of the same ray; `null` where it is over none. */
export function pixelIn(store: Pick<Store, 'heat' | 'heatSecond'>, view: ViewSide, pointed: PointedPixel | null): ViewPixel | null {
  if (pointed === null || pointed.view === view) return pointed?.at ?? null;
  const [from, to] = [imageOf(store, pointed.view), imageOf(store, view)];
  return from === null || to === null ? null : pointInOtherView(from.camera, to.camera, pointed.at);
}

/** Returns the cost of the ray under the pointer in a view; `null` where there is none, or it misses the root. */
export function valueUnder(
  store: Pick<Store, 'heat' | 'heatSecond'>,
  view: ViewSide,
  metric: HeatMetric,
  pointed: PointedPixel | null,
): number | null {
  const picture = imageOf(store, view)?.picture ?? null;
  const pixel = pixelIn(store, view, pointed);
  const cell = picture === null || pixel === null ? null : cellAt(picture, pixel[0], pixel[1]);
  const value = picture === null || cell === null ? -1 : heatAt(picture, metric, cell);
  return value < 0 ? null : value;
}

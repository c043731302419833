import type { Legend } from './legend.ts';
import type { LegendItem } from './legend-item.ts';

/** The rows of the legend that fit, and how many are left out. */
export interface LegendRows {
  readonly items: readonly LegendItem[];
  readonly colours: readonly LegendItem[];
  readonly leftOut: number;
  /** Whether the scales of depths and distances have room. */
  readonly hasScales: boolean;
}

/** A legend with more rows would cover the view. */
export const maxLegendRows = 6;

/** Rows that the scale of depths is as high as, without its title. */
const scaleRows = 2;

/** Of the view, the share that the legend may cover, and its min height; of the legend, the height of a row and of its padding, CSS pixels. */
const maxShare = 0.25;
const minHeight = 96;
const rowHeight = 19;
const padding = 18;

/** Returns how many rows are whole in the legend of a view: the last one says how many are left out. */
export function legendRowsIn(viewWidth: number, viewHeight: number): number {
  const isSmall = viewHeight < lowView || viewWidth < narrowView;
  const height = isSmall ? 0 : Math.max(viewHeight * maxShare, minHeight);
  return Math.max(0, Math.min(maxLegendRows, Math.floor((height - padding) / rowHeight) - 1));
}

/** In a lower or narrower view more rows would cover the mesh: the legend is one row, which unfolds it. */
const lowView = 470;
const narrowView = 520;

/**
 * Returns at most `maxRows` rows, with the title of the colours and the scales of depths and distances. If there are more, the colours keep half of them, and kinds of
 * findings that are not drawn are left out first.
 */
export function legendRows({ depth, distances, items, colours }: Legend, maxRows = maxLegendRows): LegendRows {
  const scales = [depth, distances].filter((scale) => scale !== null).length;
  const hasScales = maxRows > scales * scaleRows;
  const room = Math.max(0, maxRows - (hasScales ? scales * scaleRows : 0) - (colours === null ? 0 : 1));
  const scalesLeftOut = hasScales ? 0 : scales;
  const ofColours = colours?.items ?? [];
  const all = items.length + ofColours.length;
  if (all <= room) return { items, colours: ofColours, leftOut: scalesLeftOut, hasScales };
  const forColours = Math.min(ofColours.length, room, Math.max(Math.ceil(room / 2), room - items.length));
  const isDrawn = ({ kind }: LegendItem): boolean => kind?.isShown !== false;
  const byWeight = [...items.filter(isDrawn), ...items.filter((item) => !isDrawn(item))];
  const kept = new Set(byWeight.slice(0, room - forColours));
  return {
    items: items.filter((item) => kept.has(item)),
    colours: ofColours.slice(0, forColours),
    leftOut: all - kept.size - forColours + scalesLeftOut,
    hasScales,
  };
}

import type { Legend } from './legend.ts';
import type { LegendItem } from './legend-item.ts';

/** The rows of the legend that fit, and how many are left out. */
export interface LegendRows {
  readonly items: readonly LegendItem[];
  readonly colours: readonly LegendItem[];
  readonly leftOut: number;
}

/** A legend with more rows would cover the view. */
export const maxLegendRows = 6;

/** Rows that the scale of depths is as high as, without its title. */
const scaleRows = 2;

/**
 * Returns at most six rows, with the title of the colours and the scales of depths and distances. If there are more, the colours keep half of them, and kinds of
 * findings that are not drawn are left out first.
 */
export function legendRows({ depth, distances, items, colours }: Legend): LegendRows {
  const scales = [depth, distances].filter((scale) => scale !== null).length;
  const room = maxLegendRows - scales * scaleRows - (colours === null ? 0 : 1);
  const ofColours = colours?.items ?? [];
  const all = items.length + ofColours.length;
  if (all <= room) return { items, colours: ofColours, leftOut: 0 };
  const forColours = Math.min(ofColours.length, Math.max(Math.ceil(room / 2), room - items.length));
  const isDrawn = ({ kind }: LegendItem): boolean => kind?.isShown !== false;
  const byWeight = [...items.filter(isDrawn), ...items.filter((item) => !isDrawn(item))];
  const kept = new Set(byWeight.slice(0, room - forColours));
  return {
    items: items.filter((item) => kept.has(item)),
    colours: ofColours.slice(0, forColours),
    leftOut: all - kept.size - forColours,
  };
}

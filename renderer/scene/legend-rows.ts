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

/** Returns at most six rows. If there are more, the colours keep at least half of them, and kinds of findings that are not drawn go first. */
export function legendRows({ items, colours }: Pick<Legend, 'items' | 'colours'>): LegendRows {
  const ofColours = colours?.items ?? [];
  const all = items.length + ofColours.length;
  if (all <= maxLegendRows) return { items, colours: ofColours, leftOut: 0 };
  const forColours = Math.min(ofColours.length, Math.max(maxLegendRows / 2, maxLegendRows - items.length));
  const isDrawn = ({ kind }: LegendItem): boolean => kind?.isShown !== false;
  const byWeight = [...items.filter(isDrawn), ...items.filter((item) => !isDrawn(item))];
  const kept = new Set(byWeight.slice(0, maxLegendRows - forColours));
  return {
    items: items.filter((item) => kept.has(item)),
    colours: ofColours.slice(0, forColours),
    leftOut: all - kept.size - forColours,
  };
}

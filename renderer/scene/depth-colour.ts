import { interpolateViridis } from 'd3-scale-chromatic';
import { pageTheme } from '../state/preferences/page-theme.ts';
import type { Theme } from '../state/preferences/preferences.ts';

/**
 * The part of viridis in use: without its dark third, so that the root is readable on a dark view, or without its bright fifth on a light one.
 */
const ends = { dark: [0.355, 1], light: [0.05, 0.78] } as const satisfies Record<Theme, readonly [number, number]>;

/**
 * Colour of a tree depth as `#rrggbb`: the same in box, row, histogram and legend.
 * On a dark view the root is blue, the deepest level (`maxDepth`) yellow, on a light one violet and green; a tree of one level has the root's colour.
 */
export function depthColour(depth: number, maxDepth: number, theme: Theme = pageTheme.value): string {
  const [rootAt, deepestAt] = ends[theme];
  const share = maxDepth > 0 ? Math.min(Math.max(depth / maxDepth, 0), 1) : 0;
  return interpolateViridis(rootAt + (deepestAt - rootAt) * share);
}

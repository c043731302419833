import { interpolateViridis } from 'd3-scale-chromatic';

/** Where the root starts on viridis: its dark third is left out, so that the root is readable on a dark view. */
const rootAt = 0.355;

/**
 * Colour of a tree depth as `#rrggbb`: the same in box, row, histogram and legend.
 * The root is blue, the deepest level (`maxDepth`) yellow; a tree of one level has the root's colour.
 */
export function depthColour(depth: number, maxDepth: number): string {
  const share = maxDepth > 0 ? Math.min(Math.max(depth / maxDepth, 0), 1) : 0;
  return interpolateViridis(rootAt + (1 - rootAt) * share);
}

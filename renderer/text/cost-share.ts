import { formatFixed } from './format-number.ts';

/** Returns a share of the cost of a tree in percent: with two significant digits for an average node of a small tree, aligned for all. */
export function costShareText(share: number, nodes: number): string {
  return formatFixed(100 * share, Math.min(4, Math.max(1, 1 - Math.floor(Math.log10(100 / nodes)))));
}

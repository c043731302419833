/**
 * Returns how many nodes after the root a path leaves out, so that root, ellipsis and all nodes further down are whole in a row. The last
 * node is never left out.
 *
 * @param widths of the nodes from the root to the last one
 * @param room width of the row
 */
export function pathLeftOut(widths: readonly number[], ellipsis: number, room: number): number {
  const sum = (values: readonly number[]): number => values.reduce((total, width) => total + width, 0);
  if (sum(widths) <= room) return 0;
  const below = widths.slice(1);
  const most = Math.max(0, below.length - 1);
  for (let leftOut = 1; leftOut < most; leftOut++) {
    if (widths[0]! + ellipsis + sum(below.slice(leftOut)) <= room) return leftOut;
  }
  return most;
}

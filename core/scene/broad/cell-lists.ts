/** The cells that each box touches: a box is in all cells from its first to its last one along each axis. */
export interface CellRanges {
  /** Cells along x, y, z. */
  readonly counts: readonly [number, number, number];
  /** (6·n) the first cell along x, y, z, then the last. */
  readonly ranges: Uint16Array;
}

/** The boxes of each cell. */
export interface CellLists {
  /** (cells + 1 or more) where the list of each cell starts. */
  starts: Uint32Array;
  /** Boxes. */
  entries: Uint32Array;
}

export function createCellLists(): CellLists {
  return { starts: new Uint32Array(1), entries: new Uint32Array(0) };
}

/** Returns the number of entries that the ranges of all boxes need. */
export function countEntries({ ranges }: Pick<CellRanges, 'ranges'>): number {
  let entries = 0;
  for (let at = 0; at < ranges.length; at += 6)
    entries += (ranges[at + 3] - ranges[at] + 1) * (ranges[at + 4] - ranges[at + 1] + 1) * (ranges[at + 5] - ranges[at + 2] + 1);
  return entries;
}

/**
 * Fills the lists of the cells; each is in the order of `order` (boxes, perhaps not all). A pair of boxes shares several cells; it belongs
 * to the one of `ownsPair`. Allocates only to grow. Hot.
 */
export function fillCellLists(lists: CellLists, { counts, ranges }: CellRanges, order: Uint32Array): void {
  const [nx, ny, nz] = counts;
  const cells = nx * ny * nz;
  if (lists.starts.length < cells + 1) lists.starts = new Uint32Array(cells + 1);
  const { starts } = lists;
  starts.fill(0, 0, cells + 1);
  for (let at = 0; at < order.length; at++) {
    const r = 6 * order[at];
    for (let z = ranges[r + 2]; z <= ranges[r + 5]; z++)
      for (let y = ranges[r + 1]; y <= ranges[r + 4]; y++) for (let x = ranges[r]; x <= ranges[r + 3]; x++) starts[x + nx * (y + ny * z)]++;
  }
  let total = 0;
  for (let cell = 0; cell <= cells; cell++) {
    total += starts[cell];
    starts[cell] = total;
  }
  if (lists.entries.length < total) lists.entries = new Uint32Array(Math.ceil(1.25 * total));
  const { entries } = lists;
  // Backwards, so that each start is where it belongs at the end, and lists keep the order.
  for (let at = order.length - 1; at >= 0; at--) {
    const box = order[at];
    const r = 6 * box;
    for (let z = ranges[r + 2]; z <= ranges[r + 5]; z++)
      for (let y = ranges[r + 1]; y <= ranges[r + 4]; y++)
        for (let x = ranges[r]; x <= ranges[r + 3]; x++) entries[--starts[x + nx * (y + ny * z)]] = box;
  }
}

/** Whether a cell is the first one that two boxes share, so that the pair is listed once. Hot. */
export function ownsPair(ranges: Uint16Array, x: number, y: number, z: number, i: number, j: number): boolean {
  const a = 6 * i;
  const b = 6 * j;
  return (
    (ranges[a] > ranges[b] ? ranges[a] : ranges[b]) === x &&
    (ranges[a + 1] > ranges[b + 1] ? ranges[a + 1] : ranges[b + 1]) === y &&
    (ranges[a + 2] > ranges[b + 2] ? ranges[a + 2] : ranges[b + 2]) === z
  );
}

/** How a list is sorted: by one of its columns. */
export interface Sorting {
  readonly column: number;
  readonly descending: boolean;
}

/**
 * Returns the sorting after a click on a column's head: ascending, then descending, then the list's own order. A column whose largest values
 * are the interesting ones begins with them (`descendingFirst`).
 */
export function nextSorting(sorting: Sorting | null, column: number, descendingFirst = false): Sorting | null {
  if (sorting?.column !== column) return { column, descending: descendingFirst };
  return sorting.descending === descendingFirst ? { column, descending: !descendingFirst } : null;
}

/** Returns (count) the rows in the order of their keys. Rows of equal keys keep their order; rows with key NaN come last. */
export function sortedRows(count: number, keyOf: (row: number) => number, descending: boolean): Uint32Array {
  const keys = new Float64Array(count);
  const rows = new Uint32Array(count);
  const sign = descending ? -1 : 1;
  for (let row = 0; row < count; row++) {
    const key = keyOf(row);
    keys[row] = Number.isNaN(key) ? Infinity : sign * key;
    rows[row] = row;
  }
  // Equal infinities differ by NaN, which counts as no difference.
  return rows.sort((a, b) => keys[a]! - keys[b]! || a - b);
}

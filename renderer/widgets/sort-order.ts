/** How a list is sorted: by one of its columns. */
export interface Sorting {
  readonly column: number;
  readonly descending: boolean;
}

/** What a click on a column's head makes of it: ascending, then descending, then the list's own order again. */
export function nextSorting(sorting: Sorting | null, column: number): Sorting | null {
  if (sorting?.column !== column) return { column, descending: false };
  return sorting.descending ? null : { column, descending: true };
}

/** (count) the rows in the order of their keys; rows of equal keys stay in order, those whose key is NaN come last. */
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

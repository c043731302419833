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
  const sign = descending ? -1 : 1;
  for (let row = 0; row < count; row++) {
    const key = keyOf(row);
    keys[row] = Number.isNaN(key) ? Infinity : sign * key;
  }
  return count <= maxPacked ? sortedByPackedKeys(keys) : Uint32Array.from(keys, (_, row) => row).sort(byKey(keys));
}

/** Equal infinities differ by NaN, which counts as no difference. */
function byKey(keys: Float64Array): (a: number, b: number) => number {
  return (a, b) => keys[a]! - keys[b]! || a - b;
}

/** With more rows a key of 32 bits and a row do not fit into the 53 bits of a whole number. */
const maxPacked = 2 ** 21;

/**
 * Sorts whole numbers of key and row, where the key is rounded to f32, and then the rows whose rounded keys are equal. This takes 71 ms for
 * 576,000 rows, and a sort with a comparing function 250 ms.
 */
function sortedByPackedKeys(keys: Float64Array): Uint32Array {
  const rounded = new Float32Array(keys);
  const bits = new Uint32Array(rounded.buffer);
  const packed = new Float64Array(keys.length);
  for (let row = 0; row < keys.length; row++) {
    // Minus zero is equal to zero.
    const word = rounded[row] === 0 ? 0 : bits[row]!;
    // Bits of negative numbers descend; both halves in one ascending order.
    packed[row] = (word >= 0x8000_0000 ? 0xffff_ffff - word : word + 0x8000_0000) * maxPacked + row;
  }
  packed.sort();
  const rows = new Uint32Array(keys.length);
  const words = new Uint32Array(keys.length);
  for (let i = 0; i < keys.length; i++) {
    words[i] = packed[i]! / maxPacked;
    rows[i] = packed[i]! - words[i]! * maxPacked;
  }
  const compare = byKey(keys);
  for (let from = 0; from < rows.length; ) {
    const word = words[from];
    let to = from + 1;
    let isOrdered = true;
    for (; to < rows.length && words[to] === word; to++) if (keys[rows[to]!]! < keys[rows[to - 1]!]!) isOrdered = false;
    if (!isOrdered) rows.subarray(from, to).sort(compare);
    from = to;
  }
  return rows;
}

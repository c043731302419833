/** Position of a value that an ascending list holds. Binary search: a table over all vertices for each part would be quadratic. */
export function rankOf(ascending: Uint32Array, value: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

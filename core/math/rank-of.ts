/** Returns the position of the first value of an ascending list, not empty, that is not below `value`; the last position if all are below. */
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

/** Returns the position of a value in an ascending list that contains it. Binary search: a table of all vertices for each part takes quadratic time. */
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

/**
 * Returns the value with index `n` in ascending order. Reorders `values` (without NaN). Source: Hoare, "Algorithm 65: Find" (1961), with
 * the median of three as pivot. If that makes too little progress, the rest is sorted.
 */
export function nthSmallest(values: Float64Array, n: number): number {
  let low = 0;
  let high = values.length - 1;
  for (let steps = 0; low < high; steps++) {
    if (steps > 64) return values.subarray(low, high + 1).sort()[n - low];
    const pivot = middleOfThree(values[low], values[(low + high) >>> 1], values[high]);
    let i = low;
    let j = high;
    while (i <= j) {
      while (values[i] < pivot) i++;
      while (values[j] > pivot) j--;
      if (i > j) break;
      const moved = values[i];
      values[i++] = values[j];
      values[j--] = moved;
    }
    if (n <= j) high = j;
    else if (n >= i) low = i;
    else break;
  }
  return values[n];
}

function middleOfThree(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

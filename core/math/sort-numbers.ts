import type { Progress } from '../progress.ts';

/** Length of a run, which is sorted in about 20 ms. */
const runLength = 1 << 18;

/**
 * Returns the numbers in ascending order, in the given array or in a new one; the given array is overwritten. None is NaN. As fast as
 * `sort`, but it can be cancelled: runs are sorted first, then merged in pairs.
 * @throws whatever `progress` throws.
 */
export function sortNumbers<Numbers extends Float64Array | Uint32Array>(values: Numbers, progress: Progress): Numbers {
  const count = values.length;
  const passes = Math.max(0, Math.ceil(Math.log2(count / runLength)));
  let done = 0;
  const step = (): void => progress(done++ / ((passes + 1) * Math.ceil(count / runLength)));
  for (let from = 0; from < count; from += runLength) {
    step();
    values.subarray(from, from + runLength).sort();
  }
  let sorted = values;
  let spare = values.slice(0, passes === 0 ? 0 : count) as Numbers;
  for (let length = runLength; length < count; length *= 2) {
    for (let from = 0; from < count; from += 2 * length) {
      mergeInto(spare, sorted, from, Math.min(count, from + length), Math.min(count, from + 2 * length), step);
    }
    [sorted, spare] = [spare, sorted];
  }
  return sorted;
}

/** Merges two adjacent runs, [from, middle) and [middle, end), into the same range of `out`. Hot. */
function mergeInto(
  out: Float64Array | Uint32Array,
  values: Float64Array | Uint32Array,
  from: number,
  middle: number,
  end: number,
  step: () => void,
): void {
  let i = from;
  let j = middle;
  for (let at = from; at < end; at++) {
    if ((at - from) % runLength === 0) step();
    out[at] = j === end || (i < middle && values[i] <= values[j]) ? values[i++] : values[j++];
  }
}

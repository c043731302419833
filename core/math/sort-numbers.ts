import type { Progress } from '../progress.ts';

/** Numbers that are sorted at once: some 20 ms. */
const runLength = 1 << 18;

/**
 * The numbers ascending, none of them NaN: the given array, or another of the same kind; what it was given in is no
 * longer of use. As fast as `sort`, which could not be stopped: runs are sorted at once, then merged in twos.
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

/** Merges two runs beside each other, [from, middle) and [middle, end), to the same place of `out`. Hot. */
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

/**
 * The largest whole number from 0 to `most` that still holds, where 0 holds and whatever is below one that holds does.
 * `guess` is where it is expected: a good one costs two calls, a bad one 16 more for `most` 65,535.
 */
export function largestBelow(max: number, guess: number, holds: (value: number) => boolean): number {
  const start = Math.max(0, Math.min(max, Math.floor(guess)));
  if (start === start && holds(start)) {
    if (start === max || !holds(start + 1)) return start;
  }
  let low = 0;
  let high = max + 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

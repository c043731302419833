/**
 * Returns the largest integer from 0 to `max` for which `holds` is true. `holds` is true for 0 and monotonic.
 * A good `guess` takes two calls; a bad one takes 16 more for `max` 65,535.
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

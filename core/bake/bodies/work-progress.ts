import type { Progress } from '../../progress.ts';

/** Numbers between two reports. */
const step = 3 << 11;

/** Returns a function that counts work and reports the fraction from `from` to 1 now and then. Hot. */
export function workProgress(progress: Progress, from: number, total: number): (done: number) => void {
  let [sum, next] = [0, 0];
  return (done) => {
    sum += done;
    if (sum < next) return;
    next = sum + step;
    progress(from + ((1 - from) * Math.min(sum, total)) / Math.max(1, total));
  };
}

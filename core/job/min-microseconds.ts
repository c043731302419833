/** Min number of samples, unless they take ten times the budget. */
const minSamples = 3;
/** Min length of a sample in milliseconds, because browsers round the clock to 5 or 100 µs. */
const minSample = 1;

/**
 * Returns the microseconds of one call in the fastest sample, because other work of the machine only adds time. The first call is a
 * warm-up; it is only returned if it uses up the budget. `checkCancelled` runs before every call and can throw.
 * `clock` gives milliseconds.
 */
export function minMicroseconds(
  call: () => void,
  budgetMilliseconds: number,
  checkCancelled: () => void,
  clock: () => number = () => performance.now(),
): number {
  const start = clock();
  checkCancelled();
  call();
  let now = clock();
  const cold = now - start;
  let min = Infinity;
  let batch = 1;
  for (let samples = 0; now - start < budgetMilliseconds * (samples < minSamples ? 10 : 1); ) {
    const from = now;
    for (let i = 0; i < batch; i++) {
      checkCancelled();
      call();
    }
    now = clock();
    if (now - from < minSample) {
      batch *= 2;
    } else {
      min = Math.min(min, (now - from) / batch);
      samples++;
    }
  }
  return 1000 * (min < Infinity ? min : cold);
}

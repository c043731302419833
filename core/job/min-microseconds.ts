/** So many samples at least, unless they take ten times the budget. */
const fewestSamples = 3;
/** Shorter samples, in milliseconds, say more of the clock than of the call: browsers round it to 5 or 100 µs. */
const minSample = 1;

/**
 * Microseconds of one call: of the quickest sample, since whatever else the machine does only adds. The first call warms up, and is
 * the answer only where it takes all the time there is. `goOn` is called before every call, and may throw to end it.
 */
export function minMicroseconds(call: () => void, budgetMilliseconds: number, goOn: () => void): number {
  const start = performance.now();
  goOn();
  call();
  let now = performance.now();
  const cold = now - start;
  let min = Infinity;
  let batch = 1;
  for (let samples = 0; now - start < budgetMilliseconds * (samples < fewestSamples ? 10 : 1); ) {
    const from = now;
    for (let i = 0; i < batch; i++) {
      goOn();
      call();
    }
    now = performance.now();
    if (now - from < minSample) {
      batch *= 2;
    } else {
      min = Math.min(min, (now - from) / batch);
      samples++;
    }
  }
  return 1000 * (min < Infinity ? min : cold);
}

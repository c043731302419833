import { median } from './math/median.ts';

/** Samples of which the median is taken. */
const maxSamples = 25;
/** Shorter samples, in milliseconds, say more of the clock than of the call: browsers round it to 5 or 100 µs. */
const minSample = 0.1;

/** Milliseconds to spend on telling how long a query of the command line takes. */
const defaultBudget = 50;

/**
 * Microseconds of one call: the median over warm calls, of which as many make one sample as the clock can tell. The
 * first call warms up, and is the answer only where it uses up the budget. Called at least once.
 */
export function medianMicroseconds(call: () => void, budgetMilliseconds: number = defaultBudget): number {
  const start = performance.now();
  call();
  let now = performance.now();
  const cold = now - start;
  const samples: number[] = [];
  let batch = 1;
  while (samples.length < maxSamples && now - start < budgetMilliseconds) {
    for (let i = 0; i < batch; i++) call();
    const end = performance.now();
    if (end - now < minSample) batch *= 2;
    else samples.push((end - now) / batch);
    now = end;
  }
  return 1000 * (samples.length === 0 ? cold : median(samples));
}

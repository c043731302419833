import { median } from './math/median.ts';

/** Max number of samples for the median. */
const maxSamples = 25;
/** Min length of a sample in milliseconds, because browsers round the clock to 5 or 100 µs. */
const minSample = 0.1;

/** Milliseconds to measure one query of the command line. */
const defaultBudget = 20;

/**
 * Returns the microseconds of one call: the median over warm samples, each of enough calls for the resolution of the clock. The first
 * call is a warm-up; it is only returned if it uses up the budget.
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

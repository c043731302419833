import { setImmediate } from 'node:timers/promises';
import { cancelledError } from '#core/cancelled';

/** Longer than this, in milliseconds, nothing else is kept waiting. */
const maxMilliseconds = 20;

/** Runs work of this thread in its steps, and hears Ctrl-C between them. @throws InspectorError `cancelled`. */
export async function inTurns<Result>(steps: Iterator<void, Result>, signal: AbortSignal): Promise<Result> {
  let start = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - start < maxMilliseconds) continue;
    await setImmediate();
    if (signal.aborted) throw cancelledError();
    start = performance.now();
  }
}

import { setImmediate } from 'node:timers/promises';
import { cancelledError } from '#core/cancelled';

/** Maximum time of a turn, in milliseconds. */
const maxMilliseconds = 20;

/** Runs the steps of a task on this thread, and checks for Ctrl-C in between. @throws InspectorError `cancelled`. */
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

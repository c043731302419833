import { InspectorError } from './error.ts';
import type { FromWork, ToWork } from './work-messages.ts';

/**
 * Returns the receiver of messages in a thread of a pool.
 * @param open opens what all runs share, and returns the function that does a batch; what it throws ends the thread
 */
export function serveWork<Start, Step, Batch, Result>(
  open: (start: Start) => (step: Step, batch: Batch) => Result,
  send: (message: FromWork<Result>) => void,
): (message: ToWork<Start, Step, Batch>) => void {
  let work: ((step: Step, batch: Batch) => Result) | null = null;
  let step: { readonly value: Step } | null = null;
  return (message) => {
    switch (message.kind) {
      case 'start':
        work = open(message.start);
        return;
      case 'step':
        step = { value: message.step };
        return;
      case 'batch':
        send(outcomeOf(() => work!(step!.value, message.batch)));
        return;
    }
  };
}

/** Bad input is a reply; any other error ends the thread. */
function outcomeOf<Result>(work: () => Result): FromWork<Result> {
  try {
    return { result: work() };
  } catch (thrown) {
    if (thrown instanceof InspectorError) return { error: thrown.toJSON() };
    throw thrown;
  }
}

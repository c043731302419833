import { InspectorError } from '../../error.ts';
import type { FromNarrow, NarrowStep, ToNarrow } from './narrow-messages.ts';
import { createPairTester, type PairTester } from './pair-tester.ts';

/** Returns the receiver of messages in a thread of a narrow phase. @throws InspectorError `invalid-bytes`, which ends the thread. */
export function serveNarrow(send: (message: FromNarrow) => void): (message: ToNarrow) => void {
  let tester: PairTester | null = null;
  let step: NarrowStep | null = null;
  return (message) => {
    switch (message.kind) {
      case 'scene':
        tester = createPairTester(message.scene);
        return;
      case 'step':
        step = message.step;
        return;
      case 'batch':
        send(outcomeOf(() => tester!.testBatch(step!, message.batch)));
        return;
    }
  };
}

/** Bad input is a reply; any other error ends the thread. */
function outcomeOf(work: () => void): FromNarrow {
  try {
    work();
    return 'done';
  } catch (thrown) {
    if (thrown instanceof InspectorError) return { error: thrown.toJSON() };
    throw thrown;
  }
}

import { serveWork } from '../../serve-work.ts';
import type { FromNarrow, NarrowBatch, NarrowScene, NarrowStep, ToNarrow } from './narrow-messages.ts';
import { createPairTester } from './pair-tester.ts';

/** Returns the receiver of messages in a thread of a narrow phase. @throws InspectorError `invalid-bytes`, which ends the thread. */
export function serveNarrow(send: (message: FromNarrow) => void): (message: ToNarrow) => void {
  return serveWork((scene: NarrowScene) => {
    const tester = createPairTester(scene);
    return (step: NarrowStep, batch: NarrowBatch): null => {
      tester.testBatch(step, batch);
      return null;
    };
  }, send);
}

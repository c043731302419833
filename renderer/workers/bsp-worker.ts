/** The worker that builds BSP trees. Ending it cancels the build. */
import { toErrorData } from '#core/error';
import type { FromBspWorker, ToBspWorker } from '../state/bsp/bsp-messages.ts';
import { buffersOf, buildShownBsp } from './serve-bsp.ts';

/** Between two reports of progress, ms. */
const progressEvery = 100;

self.addEventListener('message', ({ data }: MessageEvent<ToBspWorker>) => {
  const send = (message: FromBspWorker, transfer: ArrayBuffer[] = []): void => self.postMessage(message, { transfer });
  let reported = performance.now();
  try {
    const shown = buildShownBsp(data, (fraction) => {
      const now = performance.now();
      if (now - reported < progressEvery) return;
      reported = now;
      send({ kind: 'progress', fraction });
    });
    send({ kind: 'done', shown }, buffersOf(shown));
  } catch (thrown) {
    send({ kind: 'failed', problem: toErrorData(thrown) });
  }
});

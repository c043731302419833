import type { PairRunnerParts } from '../state/pair/pair-runner.ts';
import type { FromPairWorker } from '../state/pair/pair-messages.ts';

/** The pair worker as a thread of the page. */
export const pairWorkerParts: Omit<PairRunnerParts, 'receive'> = {
  shared: globalThis.crossOriginIsolated === true,
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  spawn(message, lost) {
    const worker = new Worker(new URL('./pair-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', (event: MessageEvent<FromPairWorker>) => message(event.data));
    worker.addEventListener('error', (event) => {
      // Reported here, the error is not reported to the window too.
      event.preventDefault();
      lost(event.message ?? '');
    });
    worker.addEventListener('messageerror', () => lost('a message could not be read'));
    return {
      post: (sent) => worker.postMessage(sent),
      terminate: () => worker.terminate(),
    };
  },
};

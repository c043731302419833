import type { FromNarrow, NarrowThread } from '#core/scene';
import { followEnd, isHeldLock } from './worker-end.ts';

/** Starts a worker that tests pairs of a scene; one that cannot start counts as lost. It ends with the worker that starts it, at the latest. */
export function startNarrowWorker(): NarrowThread {
  const worker = new Worker(new URL('./narrow-worker.ts', import.meta.url), { type: 'module' });
  let stopFollowing = (): void => {};
  return {
    post: (message) => worker.postMessage(message),
    listen: (receive) => {
      stopFollowing = followEnd(worker, () => receive(null));
      worker.addEventListener('message', ({ data }: MessageEvent<FromNarrow>) => {
        if (!isHeldLock(data)) receive(data);
      });
      worker.addEventListener('error', (event) => {
        // The narrow phase replaces it, and reports it if that does not help.
        event.preventDefault();
        receive(null);
      });
      worker.addEventListener('messageerror', () => receive(null));
    },
    end: () => {
      stopFollowing();
      worker.terminate();
    },
  };
}

import type { FromNarrow, NarrowThread } from '#core/scene';

/** Starts a worker that tests pairs of a scene; one that cannot start counts as lost. It ends with the worker that starts it, at the latest. */
export function startNarrowWorker(): NarrowThread {
  const worker = new Worker(new URL('./narrow-worker.ts', import.meta.url), { type: 'module' });
  return {
    post: (message) => worker.postMessage(message),
    listen: (receive) => {
      worker.addEventListener('message', (event: MessageEvent<FromNarrow>) => receive(event.data));
      worker.addEventListener('error', (event) => {
        // The narrow phase replaces it, and reports it if that does not help.
        event.preventDefault();
        receive(null);
      });
      worker.addEventListener('messageerror', () => receive(null));
    },
    end: () => worker.terminate(),
  };
}

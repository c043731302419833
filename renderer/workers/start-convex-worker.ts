import type { FromConvexWorker, SpawnConvex } from '../state/convex/convex-messages.ts';

/** The worker of convex hulls and push-outs, as a thread of the page. */
export const spawnConvex: SpawnConvex = (message, lost) => {
  const worker = new Worker(new URL('./convex-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', (event: MessageEvent<FromConvexWorker>) => message(event.data));
  worker.addEventListener('error', (event) => {
    // Reported here, the error is not reported to the window too.
    event.preventDefault();
    lost(event.message ?? '');
  });
  return { post: (sent) => worker.postMessage(sent), terminate: () => worker.terminate() };
};

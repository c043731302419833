import type { FromProbeHullWorker, SpawnProbeHull } from '../state/probe/probe-hull-messages.ts';

/** The worker that computes the hull for the probe, as a thread of the page. */
export const spawnProbeHull: SpawnProbeHull = (message, lost) => {
  const worker = new Worker(new URL('./probe-hull-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', (event: MessageEvent<FromProbeHullWorker>) => message(event.data));
  worker.addEventListener('error', (event) => {
    // Reported here, the error is not reported to the window too.
    event.preventDefault();
    lost(event.message ?? '');
  });
  return { post: (sent) => worker.postMessage(sent), terminate: () => worker.terminate() };
};

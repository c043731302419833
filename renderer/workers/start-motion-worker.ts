import type { FromMotionWorker, SpawnMotion } from '../state/motion/motion-messages.ts';

/** The worker of a motion as a thread of the page. */
export const spawnMotion: SpawnMotion = (job, message, lost) => {
  const worker = new Worker(new URL('./motion-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', (event: MessageEvent<FromMotionWorker>) => message(event.data));
  worker.addEventListener('error', (event) => {
    // Reported here, the error is not reported to the window too.
    event.preventDefault();
    lost(event.message ?? '');
  });
  worker.addEventListener('messageerror', () => lost('a message could not be read'));
  worker.postMessage(job);
  return () => worker.terminate();
};

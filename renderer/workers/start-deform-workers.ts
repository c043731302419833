import type { PlayerParts } from '../state/playback/player-machine.ts';
import type { FromPoseWorker, FromRefitWorker } from '../state/playback/deform-messages.ts';

/** The workers of an animation as threads of the page, and its clock. */
export const playerParts: PlayerParts = {
  spawnPoses(message, lost) {
    const worker = new Worker(new URL('./pose-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', (event: MessageEvent<FromPoseWorker>) => message(event.data));
    reportLost(worker, lost);
    return { post: (sent) => worker.postMessage(sent), terminate: () => worker.terminate() };
  },
  spawnRefit(request, message, lost) {
    const worker = new Worker(new URL('./refit-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', (event: MessageEvent<FromRefitWorker>) => message(event.data));
    reportLost(worker, lost);
    worker.postMessage(request);
    return () => worker.terminate();
  },
  now: () => performance.now(),
  nextFrame: (run) => requestAnimationFrame(run),
};

function reportLost(worker: Worker, lost: (reason: string) => void): void {
  worker.addEventListener('error', (event) => {
    // Reported here, the error is not reported to the window too.
    event.preventDefault();
    lost(event.message ?? '');
  });
  worker.addEventListener('messageerror', () => lost('a message could not be read'));
}

import type { PlayerParts } from '../state/playback/player-machine.ts';
import type { FromPoseWorker, FromRefitWorker } from '../state/playback/deform-messages.ts';

/** The workers of an animation as threads of the page, and its clock. */
export const playerParts: PlayerParts = {
  spawnPoses(message, lost) {
    const worker = new Worker(new URL('./pose-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', (event: MessageEvent<FromPoseWorker>) => message(event.data));
    tellLost(worker, lost);
    return { post: (sent) => worker.postMessage(sent), terminate: () => worker.terminate() };
  },
  spawnRefit(question, message, lost) {
    const worker = new Worker(new URL('./refit-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', (event: MessageEvent<FromRefitWorker>) => message(event.data));
    tellLost(worker, lost);
    worker.postMessage(question);
    return () => worker.terminate();
  },
  now: () => performance.now(),
  nextFrame: (run) => requestAnimationFrame(run),
};

function tellLost(worker: Worker, lost: (reason: string) => void): void {
  worker.addEventListener('error', (event) => {
    // What is told here is not told to the window again.
    event.preventDefault();
    lost(event.message ?? '');
  });
  worker.addEventListener('messageerror', () => lost('a message could not be read'));
}

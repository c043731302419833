import type { SpawnRace } from '../state/race.ts';
import type { FromRaceWorker } from './race-messages.ts';

/** The race's worker as a thread of the page. */
export const spawnRace: SpawnRace = (question, message, lost) => {
  const worker = new Worker(new URL('./race-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', (event: MessageEvent<FromRaceWorker>) => message(event.data));
  worker.addEventListener('error', (event) => {
    // What is told here is not told to the window again.
    event.preventDefault();
    lost(event.message ?? '');
  });
  worker.addEventListener('messageerror', () => lost('a message could not be read'));
  worker.postMessage(question);
  return () => worker.terminate();
};

import type { FromVisibleWorker, SpawnVisible } from '../state/visibility/visible-messages.ts';

/** A thread of the page for one build. */
export const spawnVisible: SpawnVisible = (request, message, lost) => {
  const worker = new Worker(new URL('./visible-tree-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', (event: MessageEvent<FromVisibleWorker>) => message(event.data));
  worker.addEventListener('error', (event) => {
    // Reported here, the error is not reported to the window too.
    event.preventDefault();
    lost(event.message ?? '');
  });
  worker.addEventListener('messageerror', () => lost('A message could not be read.'));
  worker.postMessage(request);
  return () => worker.terminate();
};

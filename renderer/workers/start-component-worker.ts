import type { SpawnComponents } from '../state/colour/follow-components.ts';
import { connectWorker } from './connect-worker.ts';

/** The worker that finds connected components, as a thread of the page. */
export const spawnComponents: SpawnComponents = (message, lost) =>
  connectWorker(new Worker(new URL('./component-worker.ts', import.meta.url), { type: 'module' }), message, lost);

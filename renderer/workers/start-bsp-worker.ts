import type { SpawnBsp } from '../state/bsp/bsp-messages.ts';
import { connectWorker } from './connect-worker.ts';

/** The worker that builds BSP trees, as a thread of the page. */
export const spawnBsp: SpawnBsp = (message, lost) =>
  connectWorker(new Worker(new URL('./bsp-worker.ts', import.meta.url), { type: 'module' }), message, lost);

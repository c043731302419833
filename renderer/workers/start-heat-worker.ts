import type { SpawnHeat } from '../state/heat/heat.ts';
import { connectWorker } from './connect-worker.ts';

/** The worker that draws what rays cost, as a thread of the page. */
export const spawnHeat: SpawnHeat = (message, lost) =>
  connectWorker(new Worker(new URL('./heat-worker.ts', import.meta.url), { type: 'module' }), message, lost);

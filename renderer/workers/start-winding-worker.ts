import type { SpawnWinding } from '../state/probe/winding-messages.ts';
import { connectWorker } from './connect-worker.ts';

/** The worker that builds winding trees, as a thread of the page. */
export const spawnWinding: SpawnWinding = (message, lost) =>
  connectWorker(new Worker(new URL('./winding-worker.ts', import.meta.url), { type: 'module' }), message, lost);

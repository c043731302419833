import type { SpawnConvex } from '../state/convex/convex-messages.ts';
import { connectWorker } from './connect-worker.ts';

/** The worker of convex hulls and push-outs, as a thread of the page. */
export const spawnConvex: SpawnConvex = (message, lost) =>
  connectWorker(new Worker(new URL('./convex-worker.ts', import.meta.url), { type: 'module' }), message, lost);

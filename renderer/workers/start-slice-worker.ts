import type { SpawnSlice } from '../state/probe/slice-messages.ts';
import { connectWorker } from './connect-worker.ts';

/** The worker that measures slices, as a thread of the page. */
export const spawnSlice: SpawnSlice = (message, lost) =>
  connectWorker(new Worker(new URL('./slice-worker.ts', import.meta.url), { type: 'module' }), message, lost);

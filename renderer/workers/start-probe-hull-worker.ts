import type { SpawnProbeHull } from '../state/probe/probe-hull-messages.ts';
import { connectWorker } from './connect-worker.ts';

/** The worker that computes the hull for the probe, as a thread of the page. */
export const spawnProbeHull: SpawnProbeHull = (message, lost) =>
  connectWorker(new Worker(new URL('./probe-hull-worker.ts', import.meta.url), { type: 'module' }), message, lost);

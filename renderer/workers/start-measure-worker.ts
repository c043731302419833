import type { SpawnMeasure } from '../state/measure/measure-messages.ts';
import { connectWorker } from './connect-worker.ts';

/** The worker of the measure tool, as a thread of the page. */
export const spawnMeasure: SpawnMeasure = (message, lost) =>
  connectWorker(new Worker(new URL('./measure-worker.ts', import.meta.url), { type: 'module' }), message, lost);

import type { NarrowThread } from '#core/scene';
import { startWorkThread } from './start-work-thread.ts';

const productScript = new URL('./narrow-helper.js', import.meta.url);

/** Starts a thread that tests pairs of a scene. */
export function startNarrowThread(script = productScript): NarrowThread {
  return startWorkThread(script);
}

/** The worker that searches the first contact of a motion; ending it cancels. */
import type { MotionJob } from '../state/motion/motion-messages.ts';
import { serveMotion } from './serve-motion.ts';

self.addEventListener('message', ({ data }: MessageEvent<MotionJob>) =>
  serveMotion(
    data,
    (message) => self.postMessage(message),
    () => performance.now(),
  ),
);

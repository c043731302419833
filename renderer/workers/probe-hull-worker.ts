/** The worker that computes the hull of a mesh for the probe, so that the page stays responsive; ending it cancels. */
import type { ToProbeHullWorker } from '../state/probe/probe-hull-messages.ts';
import { serveProbeHull } from './serve-probe-hull.ts';

self.addEventListener('message', ({ data }: MessageEvent<ToProbeHullWorker>) =>
  serveProbeHull({ post: (message) => self.postMessage(message), now: () => performance.now() }, data),
);

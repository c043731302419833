import { meshHulls } from '#core/convex';
import { toErrorData } from '#core/error';
import type { FromProbeHullWorker, ToProbeHullWorker } from '../state/probe/probe-hull-messages.ts';

export interface ProbeHullPort {
  post(message: FromProbeHullWorker): void;
  now(): number;
}

/** Minimum time between two messages of progress, ms. */
const progressEvery = 100;

/** Computes the hull of a mesh with few vertices around it. */
export function serveProbeHull(port: ProbeHullPort, { positions, indices, maxVertices }: ToProbeHullWorker): void {
  let reported = port.now();
  const progress = (fraction: number): void => {
    const now = port.now();
    if (now - reported < progressEvery) return;
    reported = now;
    port.post({ kind: 'progress', fraction });
  };
  try {
    const [whole] = meshHulls({ positions, indices, parts: [] }, { per: 'whole', maxVertices, maxFaces: 0 }, progress);
    port.post({ kind: 'done', vertices: whole!.hull.positions });
  } catch (thrown) {
    port.post({ kind: 'failed', problem: toErrorData(thrown) });
  }
}

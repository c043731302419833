import { maxHelpers, minForHelpers } from '#core/health';
import { triangleCount, type TriangleMesh } from '#core/mesh';
import { buildHelpers } from './start-build-pool.ts';

/** Workers that help with checks. Each is at the other end of a port, which goes to the worker that checks. */
export interface StudyWorkers {
  readonly ports: MessagePort[];
  readonly end: () => void;
}

/**
 * Starts workers that help with the checks of a large mesh; none where the page cannot share memory. The page starts them, because a worker that
 * is busy cannot. One that fails never helps.
 */
export function startStudyWorkers(mesh: TriangleMesh): StudyWorkers {
  const helpers = triangleCount(mesh) < minForHelpers ? 0 : Math.min(maxHelpers, buildHelpers());
  const workers = Array.from({ length: helpers }, () => new Worker(new URL('./study-helper.ts', import.meta.url), { type: 'module' }));
  const ports = workers.map((worker) => {
    const { port1, port2 } = new MessageChannel();
    worker.addEventListener('error', (event) => event.preventDefault());
    worker.postMessage(port1, [port1]);
    return port2;
  });
  return {
    ports,
    end: () => {
      for (const worker of workers) worker.terminate();
    },
  };
}

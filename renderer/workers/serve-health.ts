import { drawnShapes } from '#core/engines';
import { toErrorData } from '#core/error';
import { checkHealth, createStudyHelpers, type HealthReport } from '#core/health';
import type { FromHealthWorker, ToHealthWorker } from '../state/health/health-messages.ts';

/** Between two reports of progress, ms: more often nobody sees it. */
const reportEvery = 50;

/** Checks a mesh and posts the report or the error; nothing is thrown. Arrays are transferred, not copied. */
export function serveHealth(
  { mesh, options, helpers: ports = [] }: ToHealthWorker,
  post: (message: FromHealthWorker, transfer: ArrayBuffer[]) => void,
  now: () => number,
): void {
  const start = now();
  let last = start;
  const helpers = createStudyHelpers(() => ports.map((port) => ({ post: (message) => port.postMessage(message) })));
  try {
    const progress = (fraction: number): void => {
      const time = now();
      if (time - last < reportEvery) return;
      last = time;
      post({ kind: 'progress', fraction }, []);
    };
    const report = checkHealth(mesh, options, progress, undefined, helpers);
    helpers.end();
    const shapes = options.engine === 'none' ? null : drawnShapes(mesh, options.engine, options, () => progress(1));
    post({ kind: 'done', report, shapes, milliseconds: now() - start }, buffersOf(report));
  } catch (thrown) {
    post({ kind: 'failed', problem: toErrorData(thrown) }, []);
  } finally {
    helpers.end();
  }
}

function buffersOf({ findings }: HealthReport): ArrayBuffer[] {
  const arrays = findings.flatMap(({ elements: { words, triangles, groups, measures }, triangles: concerned }) => [
    words,
    triangles,
    groups,
    measures?.values,
    concerned,
  ]);
  return [...new Set(arrays.flatMap((array) => (array?.buffer instanceof ArrayBuffer ? [array.buffer] : [])))];
}

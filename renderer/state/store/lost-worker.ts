import type { InspectorErrorData } from '#core/error';

/**
 * Returns the error of a worker of the page that ended before its result.
 * @param task what it does, after "The worker that": `checks the mesh`.
 * @param reason of the browser; empty if it gave none.
 */
export function lostWorker(task: string, fix: string, reason: string): InspectorErrorData {
  return {
    code: 'worker-lost',
    message: `The worker that ${task} has ended`,
    fix,
    location: {},
    ...(reason === '' ? {} : { detail: reason }),
  };
}

import { diffChecks, diffFarthest, diffGeometry, diffFields, diffSurfaces } from '#core/diff';
import { toErrorData } from '#core/error';
import type { FromChangeWorker, ToChangeWorker } from '../state/changes/change-messages.ts';

/** Minimum milliseconds between two reports of progress. */
const reportEvery = 50;

/** Compares two versions and posts each result as soon as it is known; nothing is thrown. */
export function serveChanges(
  { before, after, health, all, fields }: ToChangeWorker,
  post: (message: FromChangeWorker) => void,
  now: () => number,
): void {
  let last = now();
  const report = (fraction: number): void => {
    const time = now();
    if (time - last < reportEvery) return;
    last = time;
    post({ kind: 'progress', fraction });
  };
  try {
    const { diff, changes: states } = diffGeometry(before.mesh, after.mesh);
    post({ kind: 'geometry', diff, states });
    if (fields) post({ kind: 'fields', fields: diffFields(before.mesh, after.mesh, states, (fraction) => report(fraction / 3)) });
    if (all) {
      const surface = diffSurfaces(before.mesh, after.mesh, states, (fraction) => report(fraction / 3));
      post({ kind: 'surface', surface });
      if (fields) post({ kind: 'farthest', farthest: diffFarthest(before.mesh, after.mesh, states, surface, () => report(1 / 3)) });
      post({ kind: 'checks', checks: diffChecks(before, after, health, (fraction) => report((1 + 2 * fraction) / 3)) });
    }
    post({ kind: 'done' });
  } catch (thrown) {
    post({ kind: 'failed', problem: toErrorData(thrown) });
  }
}

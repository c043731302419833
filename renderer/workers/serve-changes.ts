import { diffChecks, diffFarthest, diffGeometry, diffFields, diffSurfaces } from '#core/diff';
import { keptTrees } from '#core/health';
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
  /** Reports the progress of a step, of which all together take from 0 to 1. */
  const from = (start: number, end: number) => (fraction: number) => {
    const time = now();
    if (time - last < reportEvery) return;
    last = time;
    post({ kind: 'progress', fraction: start + (end - start) * fraction });
  };
  try {
    const { diff, changes: states } = diffGeometry(before.mesh, after.mesh);
    post({ kind: 'geometry', diff, states });
    const treedFor = keptTrees();
    const [old, next] = [before.mesh, after.mesh];
    if (fields) post({ kind: 'fields', fields: diffFields(old, next, states, from(0, all ? 0.2 : 1), treedFor) });
    if (all) {
      const surface = diffSurfaces(old, next, states, from(fields ? 0.2 : 0, 0.4), treedFor);
      post({ kind: 'surface', surface });
      if (fields) post({ kind: 'farthest', farthest: diffFarthest(old, next, states, surface, from(0.4, 0.5), treedFor) });
      post({ kind: 'checks', checks: diffChecks(before, after, health, from(fields ? 0.5 : 0.4, 1)) });
    }
    post({ kind: 'done' });
  } catch (thrown) {
    post({ kind: 'failed', problem: toErrorData(thrown) });
  }
}

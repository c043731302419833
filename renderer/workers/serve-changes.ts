import { diffChecks, diffGeometry, diffSurfaces } from '#core/diff';
import { toErrorData } from '#core/error';
import { checkHealth } from '#core/health';
import type { FromChangeWorker, ToChangeWorker } from '../state/changes/change-messages.ts';

/** Between two reports of progress, ms: more often nobody sees it. */
const reportEvery = 50;

/** Compares two versions and posts each result as soon as it is known; nothing is thrown. */
export function serveChanges(
  { before, after, health, all }: ToChangeWorker,
  post: (message: FromChangeWorker) => void,
  now: () => number,
): void {
  let last = now();
  const third =
    (part: number) =>
    (fraction: number): void => {
      const time = now();
      if (time - last < reportEvery) return;
      last = time;
      post({ kind: 'progress', fraction: (part + fraction) / 3 });
    };
  try {
    const { diff, changes: states } = diffGeometry(before.mesh, after.mesh);
    post({ kind: 'geometry', diff, states });
    if (all) {
      post({ kind: 'surface', surface: diffSurfaces(before.mesh, after.mesh, states, third(0)) });
      const old = { imported: before.findings, report: checkHealth(before.mesh, health, third(1)) };
      const next = { imported: after.findings, report: checkHealth(after.mesh, health, third(2)) };
      post({ kind: 'checks', checks: diffChecks(old, next) });
    }
    post({ kind: 'done' });
  } catch (thrown) {
    post({ kind: 'failed', problem: toErrorData(thrown) });
  }
}

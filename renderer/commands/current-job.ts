import { formatMany } from '../text/format-number.ts';
import type { DocumentSummary } from '#host-api';
import type { Store } from '../state/store/store.ts';
import { documentOf } from './actions.ts';
import type { App } from './app.ts';
import { cancelTarget, checkedNow, isPairLate, runningDocument } from './running.ts';

/** The job that the status bar shows and `cancel` stops. */
export interface CurrentJob {
  /** `null` for a job whose panel shows its progress. */
  readonly shown: { readonly text: string; readonly fraction: number } | null;
  readonly cancel: (app: Pick<App, 'session' | 'pairs' | 'comparison' | 'player' | 'motion' | 'health'>) => void;
}

/** Returns the first of the running jobs; `null` for none. */
export function currentJob(store: Store): CurrentJob | null {
  return ownJobOf(store) ?? documentJob(store) ?? uploadJob(store) ?? workerJob(store);
}

/** A job with a cancel of its own. */
function ownJobOf(store: Store): CurrentJob | null {
  const copying = store.copying.value;
  if (copying !== null) return job(`Copying ${formatMany(copying.rows, 'row')}`, copying.fraction, () => copying.cancel());
  const turn = store.turnSaving.value;
  if (turn !== null) return job('Saving turntable', turn.done / turn.pictures, () => turn.cancel());
  const jobs = store.projectJobs.value;
  const project = jobs[0];
  // Before the files of a project are read, they are sent.
  if (project === undefined || store.upload.value !== null) return null;
  const more = jobs.length === 1 ? '' : ` (1 of ${jobs.length})`;
  return job(`${project.text}${more}`, project.fraction, () => project.cancel());
}

function documentJob(store: Store): CurrentJob | null {
  const running = runningDocument(store)?.summary ?? null;
  if (running === null) return null;
  const fraction = running.bake?.fraction ?? running.repair ?? running.progress;
  return job(`${running.name}: ${stepOf(running)}`, fraction, ({ session }) => void session.cancel(running.id, cancelTarget(running)));
}

function stepOf({ bake, repair, phase }: DocumentSummary): string {
  if (bake !== null) return bake.step;
  if (repair !== null) return 'repairing';
  return phase === 'ready' ? 'building' : phase;
}

function uploadJob(store: Store): CurrentJob | null {
  const upload = store.upload.value;
  if (upload === null) return null;
  return job(upload.files === 1 ? 'Sending file' : `Sending ${upload.files} files`, upload.fraction, () => upload.cancel());
}

function workerJob(store: Store): CurrentJob | null {
  const comparison = store.comparison.value;
  if (comparison.kind === 'running') {
    const name = documentOf(store, comparison.document)?.summary.name ?? '';
    return job(`${name}: comparing tree kinds`, comparison.fraction, (app) => app.comparison.stop());
  }
  const checked = checkedNow(store);
  if (checked !== null) return job(`${checked.document.summary.name}: checking`, checked.fraction, ({ health }) => health.stop());
  if (store.player.value?.run.kind === 'running') return { shown: null, cancel: ({ player }) => player.stopMeasuring() };
  if (store.motion.value.kind === 'running') return job('Finding contact', store.motion.value.fraction, ({ motion }) => motion.stop());
  return isPairLate(store) ? { shown: null, cancel: ({ pairs }) => pairs.stop() } : null;
}

function job(text: string, fraction: number, cancel: CurrentJob['cancel']): CurrentJob {
  return { shown: { text, fraction }, cancel };
}

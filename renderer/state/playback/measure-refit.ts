import { formatError, type InspectorErrorData } from '#core/error';
import type { RefitFrame } from '#core/job';
import { lostWorker } from '../store/lost-worker.ts';
import { writeLog } from '../store/write-log.ts';
import { animatedMesh, changePlayer, type PlayerMachine } from './player-machine.ts';
import type { RefitRunState } from './player-state.ts';

/** Measures refit against rebuild over the clip in a worker, with the build options of the tree that is shown. */
export function measureRefit(machine: PlayerMachine): void {
  const [source, state] = [machine.source.peek(), machine.store.player.peek()];
  if (source === null || state === null) return;
  const { clip, frames: wanted, rebuildPercent } = state;
  const frames: RefitFrame[] = [];
  const run = (kind: 'running' | 'done'): RefitRunState => ({ kind, clip, wanted, rebuildPercent, frames: [...frames] });
  endRun(machine, run('running'));
  machine.endRun = machine.parts.spawnRefit(
    { mesh: animatedMesh(source), clip, build: source.tree.summary.options, frames: wanted, rebuildPercent },
    (message) => {
      if (message.kind === 'failed') return failRun(machine, message.problem);
      if (message.kind === 'done') return endRun(machine, run('done'));
      frames.push(message.frame);
      changePlayer(machine, { run: run('running') });
    },
    (reason) =>
      failRun(
        machine,
        lostWorker(
          'measures refits',
          'Close other documents first; the command line’s tree --refit-over-animation has more memory',
          reason,
        ),
      ),
  );
}

export function cancelRun(machine: PlayerMachine): void {
  if (machine.store.player.peek()?.run.kind === 'running') failRun(machine, cancelled);
}

/** Ends the measurement under way, if any, and stores what became of it. */
export function endRun(machine: PlayerMachine, run: RefitRunState): void {
  machine.endRun?.();
  machine.endRun = null;
  changePlayer(machine, { run });
}

function failRun(machine: PlayerMachine, problem: InspectorErrorData): void {
  const severity = problem.code === 'cancelled' ? 'info' : 'error';
  writeLog(machine.store, severity, formatError(problem), JSON.stringify(problem, null, 2));
  endRun(machine, { kind: 'failed', problem });
}

const cancelled: InspectorErrorData = {
  code: 'cancelled',
  message: 'Measuring was cancelled',
  fix: 'Start it again',
  location: {},
};

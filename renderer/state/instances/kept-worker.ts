import type { FromSceneWorker, SpawnScene, ToSceneWorker } from './scene-messages.ts';

/** A worker that is replaced when it ends. */
export interface KeptWorker {
  readonly isRunning: () => boolean;
  /** Starts a worker with its first message, and ends the one before. @throws as `spawn`. */
  readonly start: (first: ToSceneWorker) => void;
  readonly post: (message: ToSceneWorker) => void;
  readonly end: () => void;
  /** Counts lost workers from 0 again: call it after a result, and for other work. */
  readonly forgetLost: () => void;
}

/** More workers in a row that end without a result are not replaced. */
const maxLost = 3;

/** Returns a worker that is not started. @param lost called when it ends, with whether to start it again, and what the browser reports */
export function keepWorker(
  spawn: SpawnScene,
  receive: (message: FromSceneWorker) => void,
  lost: (again: boolean, reason: string) => void,
): KeptWorker {
  let worker: ReturnType<SpawnScene> | null = null;
  let lostInARow = 0;
  const end = (): void => {
    worker?.terminate();
    worker = null;
  };
  return {
    isRunning: () => worker !== null,
    start: (first) => {
      end();
      const started = spawn(receive, (reason) => {
        // One that was replaced may still report its end.
        if (worker !== started) return;
        lostInARow++;
        lost(lostInARow <= maxLost, reason);
      });
      worker = started;
      worker.post(first);
    },
    post: (message) => worker?.post(message),
    end,
    forgetLost: () => void (lostInARow = 0),
  };
}

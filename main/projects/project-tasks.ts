import { cancelledError } from '#core/cancelled';
import type { FileToken } from '#host-api';

/** What a running save or read of a project reports to, and what stops it. */
export interface ProjectTask {
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
}

/** The running saves and reads of projects, by the token of their first file. */
export class ProjectTasks {
  readonly #onProgress: (task: FileToken, fraction: number) => void;
  readonly #running = new Map<FileToken, AbortController>();

  constructor(onProgress: (task: FileToken, fraction: number) => void) {
    this.#onProgress = onProgress;
  }

  /** Runs a task that `cancel` can stop. @throws InspectorError `cancelled`; as `work`. */
  async run<Result>(task: FileToken, work: (running: ProjectTask) => Promise<Result>): Promise<Result> {
    const stop = new AbortController();
    this.#running.set(task, stop);
    try {
      return await work({ signal: stop.signal, onProgress: (fraction) => this.#onProgress(task, fraction) });
    } finally {
      this.#running.delete(task);
    }
  }

  /** A task that has ended is left as it is. */
  cancel(task: FileToken): void {
    this.#running.get(task)?.abort();
  }
}

/** Lets messages in between two long steps. @throws InspectorError `cancelled`. */
export async function pauseOf({ signal }: Pick<ProjectTask, 'signal'>): Promise<void> {
  await new Promise((resolve) => void setImmediate(resolve));
  if (signal.aborted) throw cancelledError();
}

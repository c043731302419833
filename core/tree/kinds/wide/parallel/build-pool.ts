import { InspectorError } from '../../../../error.ts';
import type { KernelState, SharedKernel, SharedMemory, SharedModule } from '../../../../kernel/index.ts';

/** A helper thread of a build, which runs `serveBuild`. The host starts and ends it, because `core` has no thread API. */
export interface BuildThread {
  /** Sends a message. The thread may still be starting. */
  readonly post: (message: ToBuilder) => void;
  /** Sets the receiver of messages of the thread. It gets `null` when the thread could not start or has ended. */
  readonly listen: (receive: (message: FromBuilder | null) => void) => void;
}

export type ToBuilder =
  | { readonly kind: 'begin'; readonly module: SharedModule; readonly memory: SharedMemory }
  /** Do tasks until none of this phase is left. */
  | { readonly kind: 'phase'; readonly phase: PhaseId; readonly state: KernelState }
  /** Release the memory. */
  | { readonly kind: 'end' };

/** A phase of a build of a pool. */
export interface PhaseId {
  readonly build: number;
  readonly phase: number;
}

/** Reply of a thread when no task of a phase is left. */
export interface FromBuilder extends PhaseId {
  /** Number of tasks that the thread has done. */
  readonly done: number;
  /** 0 where a vertex of its triangles cannot be restored exactly from f32. */
  readonly isExact: number;
  /** Whether memory ran out. */
  readonly failed: boolean;
}

/** Threads that help to build trees, one tree at a time. A build does not wait for threads that have not started a task. */
export interface BuildPool {
  /** Starts a build; `null` during another build, and after a thread was lost. */
  readonly startBuild: (from: SharedKernel, memory: SharedMemory) => PooledBuild | null;
}

export interface PooledBuild {
  readonly begin: (phase: number, state: KernelState) => void;
  /**
   * Waits until the threads have done this many tasks of the current phase. Resolves to whether all were exact.
   * @throws InspectorError `worker-lost` when a thread is lost or runs out of memory.
   */
  readonly finished: (tasks: number) => Promise<boolean>;
  readonly end: () => void;
}

export function createBuildPool(threads: readonly BuildThread[]): BuildPool {
  let lost = false;
  let builds = 0;
  let isBusy = false;
  let phase = 0;
  let done = 0;
  let isExact = true;
  let wake = (): void => {};

  const receive = (message: FromBuilder | null): void => {
    if (message === null || message.failed) lost = true;
    else if (message.build === builds && message.phase === phase) {
      done += message.done;
      isExact &&= message.isExact === 1;
    }
    wake();
  };
  for (const thread of threads) thread.listen(receive);
  const post = (message: ToBuilder): void => {
    for (const thread of threads) {
      try {
        thread.post(message);
      } catch {
        // A thread that takes no messages counts as lost; each host has its own errors for that.
        lost = true;
      }
    }
  };

  const started: PooledBuild = {
    begin(next, state) {
      phase = next;
      done = 0;
      isExact = true;
      post({ kind: 'phase', phase: { build: builds, phase }, state });
    },
    async finished(tasks) {
      while (done < tasks) {
        if (lost)
          throw new InspectorError({
            code: 'worker-lost',
            message: 'A helper thread of the build has ended',
            fix: 'Build the tree in one thread',
            location: {},
          });
        await new Promise<void>((resolve) => (wake = resolve));
      }
      return isExact;
    },
    end() {
      isBusy = false;
      post({ kind: 'end' });
    },
  };
  return {
    startBuild({ module }, memory) {
      if (isBusy || lost) return null;
      isBusy = true;
      builds++;
      post({ kind: 'begin', module, memory });
      return started;
    },
  };
}

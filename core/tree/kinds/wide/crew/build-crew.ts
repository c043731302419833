import { InspectorError } from '../../../../error.ts';
import type { KernelState, SharedKernel } from '../../../../kernel/index.ts';

/** A thread beside the one that builds, with `serveBuild` at its other end. The host starts and ends it: `core` knows no threads. */
export interface CrewThread {
  /** It may still be starting. */
  readonly post: (message: ToBuilder) => void;
  /** Where what it posts is to go, and `null` when it could not start or has ended, for whatever reason. */
  readonly listen: (heard: (message: FromBuilder | null) => void) => void;
}

export type ToBuilder =
  | { readonly kind: 'begin'; readonly module: WebAssembly.Module; readonly memory: WebAssembly.Memory }
  /** To take tasks until none of this phase is left. */
  | { readonly kind: 'phase'; readonly phase: PhaseId; readonly state: KernelState }
  /** To let go of the memory. */
  | { readonly kind: 'end' };

/** A phase of one of the builds that a crew has helped. */
export interface PhaseId {
  readonly build: number;
  readonly phase: number;
}

/** That no task of a phase is left to be claimed. */
export interface FromBuilder extends PhaseId {
  /** Tasks that the thread has done. */
  readonly done: number;
  /** 0 where a vertex of its triangles is none that f32 gives back. */
  readonly isExact: number;
  /** Whether memory ended. */
  readonly failed: boolean;
}

/** Threads that help to build trees, one tree at a time. Nobody waits for a thread that has not begun anything. */
export interface BuildCrew {
  /** Begins a build; `null` while another goes on, and when a thread has been lost. */
  readonly enlist: (from: SharedKernel, memory: WebAssembly.Memory) => EnlistedCrew | null;
}

export interface EnlistedCrew {
  readonly begin: (phase: number, state: KernelState) => void;
  /**
   * Comes when threads have done so many tasks of the phase that began last; tells whether all were exact.
   * @throws InspectorError `worker-lost` when a thread or its memory is lost meanwhile.
   */
  readonly finished: (tasks: number) => Promise<boolean>;
  readonly end: () => void;
}

export function createBuildCrew(threads: readonly CrewThread[]): BuildCrew {
  let lost = false;
  let builds = 0;
  let isBusy = false;
  let phase = 0;
  let done = 0;
  let isExact = true;
  let wake = (): void => {};

  const heard = (message: FromBuilder | null): void => {
    if (message === null || message.failed) lost = true;
    else if (message.build === builds && message.phase === phase) {
      done += message.done;
      isExact &&= message.isExact === 1;
    }
    wake();
  };
  for (const thread of threads) thread.listen(heard);
  const post = (message: ToBuilder): void => {
    for (const thread of threads) {
      try {
        thread.post(message);
      } catch {
        // What cannot be told to a thread is as good as lost with it; each host has its own errors for that.
        lost = true;
      }
    }
  };

  const enlisted: EnlistedCrew = {
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
            message: 'A thread that helped to build the tree has ended',
            fix: 'Build it in one thread',
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
    enlist({ module }, memory) {
      if (isBusy || lost) return null;
      isBusy = true;
      builds++;
      post({ kind: 'begin', module, memory });
      return enlisted;
    },
  };
}
